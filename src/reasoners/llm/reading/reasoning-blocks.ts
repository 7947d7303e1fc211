/*
 * Thoughts that a model writes into its answer. Servers that know a model's template take them out; many do not, and
 * some open the block in the prompt, so that only its end is in the answer.
 */

const names = "think|thinking|thought|thoughts|reasoning|reflection|scratchpad|analysis|seed:think";
/** `<think>`, Mistral's `[THINK]`, Kimi's `◁think▷`, `<|begin_of_thought|>`. */
const opening = new RegExp(String.raw`^\s*(?:<(?:${names})>|\[THINK\]|◁think▷|<\|begin_of_thought\|>)`, "i");
const closing = new RegExp(String.raw`<\/(?:${names})>|\[\/THINK\]|◁\/think▷|<\|end_of_thought\|>`, "gi");
/** OpenAI's harmony format: what is meant for the reader stands in the channel `final`. */
const finalChannel = /<\|channel\|>\s*final\b[^<]*<\|message\|>/g;
const otherChannel = /^\s*(?:<\|start\|>\s*assistant\s*)?<\|channel\|>/;
/** Marks of a template's end that reach the text. */
const endMarks = /(?:\s*(?:<\|[\w▁-]{1,40}\|>|<｜[\w▁-]{1,40}｜>|<\/s>|<eos>|<end_of_turn>))+\s*$/i;

/** The answer without the thoughts before it; "" when it holds nothing else. */
export function withoutReasoning(text: string): string {
  return afterThoughts(inFinalChannel(text)).replace(endMarks, "").trim();
}

/** Whether a text that is still being written begins with thoughts, or may turn out to. */
export function mayOpenThoughts(text: string): boolean {
  const start = text.trimStart();
  return opening.test(start) || (start.length < longestMark && /^[<[◁]/.test(start) && !/[>\]▷]/.test(start));
}

/** Where the thoughts end that a text begins with; `null` where they have not. @param from what was looked at before */
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

/** Whether the answer began before: then the mark is a word of its prose. */
function isInObject(text: string, at: number): boolean {
  return !opening.test(text) && /^\s*(?:```\w*\s*)?\{\s*"/.test(text.slice(0, Math.min(at, 80)));
}
