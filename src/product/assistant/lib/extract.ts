import type { Claim } from "#src/contract/jobs/assistant.ts";
import { refOf } from "./claims.ts";
import type { Found, Search } from "./knowledge.ts";
import { pageOf } from "./page-terms.ts";

const mostResults = 3;
const excerptLength = 240;

/**
 * Best first, one passage a page; none where even the first is unlikely.
 * @param least likelihood, 0 to 1
 */
export function resultsOf({ found }: Search, least: number): Claim[] {
  if ((found[0]?.likely ?? 0) < least) return [];
  const pages = new Map<string, Found>();
  for (const one of found) {
    const page = pageOf(one.passage.url);
    if (!pages.has(page)) pages.set(page, one);
  }
  return [...pages.values()].slice(0, mostResults).map(excerptOf);
}

/** Else its beginning, as for an operation. */
function excerptOf({ passage, units: [best] }: Found): Claim {
  if (best !== undefined) return { text: best.unit.text, quote: best.unit.quote, passage: refOf(passage) };
  const start = passage.text.slice(0, excerptLength);
  const cut = start.length < passage.text.length ? start.slice(0, start.lastIndexOf(" ")) : start;
  return { text: cut, quote: cut, passage: refOf(passage) };
}
