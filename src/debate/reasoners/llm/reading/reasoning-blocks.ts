/* Thoughts in an answer; some servers open the block in the prompt, so only its end is here. */

const names = "think|thinking|thought|thoughts|reasoning|reflection|scratchpad|analysis|seed:think";
/** `<think>`, Mistral's `[THINK]`, Kimi's `◁think▷`, `<|begin_of_thought|>`. */
const opening = new RegExp(String.raw`^\s*(?:<(?:${names})>|\[THINK\]|◁think▷|<\|begin_of_thought\|>)`, "i");
const closing = new RegExp(String.raw`<\/(?:${names})>|\[\/THINK\]|◁\/think▷|<\|end_of_thought\|>`, "gi");
/** Harmony: the channel `final` is for the reader. */
const finalChannel = /<\|channel\|>\s*final\b[^<]*<\|message\|>/g;
const otherChannel = /^\s*(?:<\|start\|>\s*assistant\s*)?<\|channel\|>/;
/** End marks of a chat template that reach the text. */
const endMarks = /(?:\s*(?:<\|[\w▁-]{1,40}\|>|<｜[\w▁-]{1,40}｜>|<\/s>|<eos>|<end_of_turn>))+\s*$/i;

/** The answer without the reasoning before it; "" when nothing else is there. */
export function withoutReasoning(text: string): string {
  return afterThoughts(inFinalChannel(text)).replace(endMarks, "").trim();
}

/** Also while it may turn out to. */
export function mayOpenThoughts(text: string): boolean {
  const start = text.trimStart();
  return opening.test(start) || (start.length < longestMark && /^[<[◁]/.test(start) && !/[>\]▷]/.test(start));
}

/** `null` where they have not ended. @param from what was looked at */
export function endOfThoughts(text: string, from: number): number | null {
  const start = Math.max(0, from - longestMark);
  const [end] = text.slice(start).matchAll(closing);
  return end === undefined ? null : start + end.index + end[0].length;
}

const longestMark = 24;

function inFinalChannel(text: string): string {
  const last = [...text.matchAll(finalChannel)].at(-1);
  if (last !== undefined) return text.slice(last.index + last[0].length);
  return otherChannel.test(text) ? "" : text;
}

function afterThoughts(text: string): string {
  const last = [...text.matchAll(closing)].at(-1);
  if (last !== undefined && !isInObject(text, last.index)) return text.slice(last.index + last[0].length);
  return opening.test(text) ? "" : text;
}

/** Then the mark is a word of its prose. */
function isInObject(text: string, at: number): boolean {
  return !opening.test(text) && /^\s*(?:```\w*\s*)?\{\s*"/.test(text.slice(0, Math.min(at, 80)));
}
