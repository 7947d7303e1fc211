import { downNouns, downVerbs, sideWords } from "./words/direction-words.ts";

/* "fell 14.4%", "16.7% below", "a loss of 3%" say the sign. */

const fillers =
  "by of a an some about around roughly nearly almost approximately over only just more than at least as much another further total cumulative maximum full is was to be".split(
    " ",
  );
const filler = new Set(fillers);
const levelWords = new Set(["to", "at", "from"]);

/** @param alike text since a figure whose sign was said */
export function signIsSaid(before: string, behind: string, id: string | undefined, alike: string | null): boolean {
  if (/^\s*(?:\[[^\]]{1,30}\])?,? (?:\p{L}+[- ])?\p{L}+/u.test(behind) && saidBehind(behind)) return true;
  if (alike !== null && /(?:,|\band|\bor|\bbut)\s*(?:by )?$/.test(alike) && !/[.;:]/.test(alike)) return true;
  return id !== undefined && saidBefore(before);
}

function saidBehind(behind: string): boolean {
  const [first = "", second = ""] =
    behind
      .replace(/^\s*\[[^\]]{1,30}\]/, "")
      .toLowerCase()
      .match(/^\s*([a-z-]+)(?: ([a-z-]+))?/)
      ?.slice(1) ?? [];
  return (
    sideWords.has(first) ||
    downNouns.has(first) ||
    (second !== "" && downNouns.has(second) && !filler.has(first) && !levelWords.has(first))
  );
}

/** Backwards over "by", "of about", and then a word with a sign. */
function saidBefore(before: string): boolean {
  const clause = before.split(/[.;:,!?\n()]/).at(-1) ?? "";
  const words = clause.toLowerCase().match(/[a-z'’-]+/g) ?? [];
  if (/[\d%\]]\s*$/.test(clause)) return false;
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const word = words[at] ?? "";
    if (word === "to" || word === "from") return false;
    if (downVerbs.has(word) || downNouns.has(word)) return true;
    if (word === "cash" && words[at - 1] === "net") return true;
    if (!filler.has(word)) return false;
  }
  return false;
}
