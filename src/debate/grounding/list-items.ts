import { sentencesOf } from "./sentences.ts";

/** A part of a text that is read by itself. */
export interface Part {
  readonly start: number;
  readonly text: string;
}

/** The mark of a list, or on which side an analyst puts a claim. */
const item = /^([ \t]*(?:[-*•]|\d{1,2}[.)])[ \t]+|(?:for|against|context): )(\S.*)$/gm;

/**
 * A text in the parts that are read by themselves: each item of a list, without its mark and its full stop, and what
 * stands between them. An item speaks of nothing that another one says; and as agents list the claims of those before
 * them, the same item is read once for all of them.
 */
export function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const found of text.matchAll(item)) {
    const [whole, mark = "", said = ""] = found;
    if (found.index > from) parts.push({ start: from, text: text.slice(from, found.index) });
    parts.push({ start: found.index + mark.length, text: said.slice(0, endOf(said)) });
    from = found.index + whole.length;
  }
  if (from < text.length) parts.push({ start: from, text: text.slice(from) });
  return parts.filter((one) => /\S/.test(one.text));
}

/** Where the words end before a full stop. */
function endOf(said: string): number {
  let end = said.length;
  while (end > 0 && ". \t".includes(said.charAt(end - 1))) end -= 1;
  return end;
}

/** The ids that a claim is said to rest on, or none where it is one sentence that ends by citing just these itself. */
export function idsBeside(text: string, ids: readonly string[]): readonly string[] {
  const [sentence, another] = sentencesOf(text);
  if (sentence === undefined || another !== undefined) return ids;
  const [group, more] = sentence.citations;
  if (group === undefined || more !== undefined || !group.bracketed || group.end !== text.trimEnd().length) return ids;
  return group.ids.length === ids.length && group.ids.every((id) => ids.includes(id)) ? [] : ids;
}
