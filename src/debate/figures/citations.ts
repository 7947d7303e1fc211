import type { TextSpan } from "#src/contract/run/spans.ts";

const group =
  /\[[^[\]\n]{1,160}\]|【[^【】\n]{1,160}】|\((?:see |cf\. )?[MSNFD]\d{1,4}(?:\s?[,;/&–-]?\s?(?:and )?[MSNFD]\d{1,4}){0,20}\)/g;
const id = /(?<![A-Za-z\d_])[MSNFD]\d{1,4}(?![A-Za-z\d_])/g;

/** One pair of brackets with the ids in it. */
export interface Citation {
  readonly from: number;
  readonly to: number;
  readonly ids: readonly string[];
}

export function citationsIn(text: string): {
  readonly groups: Citation[];
  readonly spans: Pick<TextSpan, "from" | "to" | "ids">[];
} {
  const groups: Citation[] = [];
  const spans: Pick<TextSpan, "from" | "to" | "ids">[] = [];
  if (!/[[(【]/.test(text)) return { groups, spans };
  for (const found of text.matchAll(group)) {
    if (found[0].startsWith("[no figure:")) continue;
    const ids: string[] = [];
    for (const one of found[0].matchAll(id)) {
      const from = found.index + one.index;
      ids.push(one[0]);
      spans.push({ from, to: from + one[0].length, ids: [one[0]] });
    }
    if (ids.length > 0) groups.push({ from: found.index, to: found.index + found[0].length, ids });
  }
  return { groups, spans };
}
