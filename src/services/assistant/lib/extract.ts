import type { Claim } from "#src/contract/assistant.ts";
import { refOf } from "./claims.ts";
import type { Found, Search } from "./knowledge.ts";
import { pageOf } from "./pages.ts";

const mostResults = 3;
const excerptLength = 240;

/**
 * What a search has to show, best first: of each page the passage that fits best, in its own words. None where even
 * the first most likely answers nothing.
 * @param least how likely the first one must answer, 0 to 1
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

/** The part of the passage that fits best; of one without such a part, as an operation of the API, its beginning. */
function excerptOf({ passage, units: [best] }: Found): Claim {
  if (best !== undefined) return { text: best.unit.text, quote: best.unit.quote, passage: refOf(passage) };
  const start = passage.text.slice(0, excerptLength);
  const cut = start.length < passage.text.length ? start.slice(0, start.lastIndexOf(" ")) : start;
  return { text: cut, quote: cut, passage: refOf(passage) };
}
