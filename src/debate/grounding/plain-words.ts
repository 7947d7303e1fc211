import { mayRead, needing, type Found, type Reader } from "./claim-reader.ts";
import { remembered } from "./memoized.ts";
import { allIn, occurs } from "./pattern-search.ts";

/*
 * What a sentence puts in between hides what it says: "less debt ($1.2 billion) [F1] than cash", "support at 114.8, the
 * lowest low of 20 sessions, has been broken". Readers that found nothing look again with these left out.
 */

const figure = String.raw`(?:minus |plus |negative )?[$€£¥₹]?[+−–-]?\d[\d.,]*(?<![.,])(?: ?(?:%|x\b|(?:percent|per cent|percentage points|points?|dollars?|euros?|USD|EUR|billion|million|bn|mn|times)\b))*`;
const inserted = new RegExp(
  String.raw` ?\[[A-Z]\d{1,4}(?:, ?[A-Z]\d{1,4})*\]| \((?:now |at |of )?${figure}\)|, (?:now |now at |at |of |currently |which is )?${figure}(?: ?\[[A-Z]\d{1,4}\])?,(?= (?:is|was|are|were|has|have|stands|stays|remains|lies)\b)|,(?: which is| that is| being)? (?:the |its )?(?:lowest|highest|latest|last|simple|mean|average)\b[^,;]{4,64},(?= (?:is|was|has|have|stands|stays|remains|lies)\b)|(?<=\b(?:mean|average|band|high|low|close|support|resistance|debt|securities|line)) (?:of|at) ${figure}(?![\d.,])(?! (?:trading )?(?:sessions|days|weeks|months|closes)\b)`,
  "g",
);

const denied =
  /, not (?:above|below|over|under|beneath|higher|lower|more|less|fewer|heavier|lighter|up|down|better|worse|[a-z]+er)(?: than)?,(?= )/g;

interface Plain {
  readonly text: string;
  /** Where a place of the shorter text was. */
  readonly placeOf: (at: number) => number;
}

const without = (pattern: RegExp): ((text: string) => Plain | null) =>
  remembered((text: string): Plain | null => {
    const gaps = allIn(pattern, text).map((found) => ({ start: found.index, length: found[0].length }));
    if (gaps.length === 0) return null;
    const placeOf = (at: number): number => {
      let place = at;
      for (const { start, length } of gaps) if (start <= place) place += length;
      return place;
    };
    return { text: text.replace(pattern, ""), placeOf };
  });

const withoutInserted = without(inserted);
const withoutDenied = without(denied);

/** The same reader, of the words that are left. */
export const plainly = (read: Reader): Reader => readingOf(withoutInserted, read);

/** "Is far below, not above, the mean": the same reader, without what is denied in between. */
export const undenied = (read: Reader): Reader => readingOf(withoutDenied, read);

const readingOf =
  (plainOf: (text: string) => Plain | null, read: Reader): Reader =>
  (text, index, cited, around) => {
    const plain = plainOf(text);
    const found: Found | null =
      plain === null || !mayRead(read, plain.text) ? null : read(plain.text, index, cited, around);
    if (plain === null || found === null) return null;
    return { ...found, start: plain.placeOf(found.start), end: plain.placeOf(found.end - 1) + 1 };
  };

const opining = /\b(?:matter|count|weigh|mean|tell|say|interest|concern|worr|impress)\w*(?: \w+)? $/i;

/** Of two measures only "more … than": "22 percent below this mean and ten below that one" sets neither against the other. */
export const comparedOnly = (read: Reader): Reader =>
  needing(read.needs, (text, index, cited, around) => {
    const found = read(text, index, cited, around);
    const isPlain =
      found !== null &&
      /\bthan$/i.test(text.slice(found.start, found.end)) &&
      !occurs(opining, text.slice(0, found.start));
    return isPlain ? found : null;
  });
