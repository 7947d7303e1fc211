import { occurs } from "./pattern-search.ts";

const asShare =
  /\b(?:is|are|was|were|equals|makes|comes to|amounts to|stands at|at)(?: (?:about|roughly|nearly|almost|around|some|close to|approximately|just|only|a little|over|under|more than|less than))* $/i;

/** "Roughly one quarter", "one quarter of revenue". */
export function isQuarterOf(printed: string, at: number, text: string): boolean {
  if (!/^(?:one|1|three|3) quarters?$/i.test(printed)) return false;
  if (/^ of (?!(?:the |this |that |a )?(?:year|trading|data|history|19|20)\b)/i.test(text.slice(at + printed.length)))
    return true;
  return (
    occurs(asShare, text.slice(Math.max(0, at - 32), at)) &&
    /^\s*(?:[.,;:)]|\[|$)/.test(text.slice(at + printed.length))
  );
}
