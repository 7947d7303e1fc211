/*
 * What a text must hold for a pattern to match in it. Each match of `(?:fell|falls?) short of` has "fell" or "fall" in
 * it, and " short of". A text without these needs no look at the pattern. What is not known here is taken for anything:
 * a pattern is never said to need what it does not.
 */

/** Strings in lower case, of which each match holds one. */
export interface Needed {
  readonly strings: readonly string[];
  /** How many texts hold one of them, roughly. */
  readonly weight: number;
}

/** A shorter one stands in every text, as do some of two letters. */
const shortest = 2;
const everywhere: ReadonlySet<string> = new Set(
  "in on at it is of to an as or by up be al an ar as at ea ed en er es he ha hi in io is it le ll me nd ne ng nt on or ou re ri ro se st te th ti to ve".split(
    " ",
  ),
);
const mostTogether = 400;
/** Of what a match holds all. */
const mostApart = 3;
const common: ReadonlySet<string> = new Set(
  "the its and that this than is was are has had for with from over above below under close price session day month year mean average return three stock trailing share high".split(
    " ",
  ),
);

/** What each match of the pattern holds: a string out of each. */
export function neededBy({ source, flags }: Pick<RegExp, "source" | "flags">): readonly Needed[] {
  // Letters of two sizes are folded by other rules there.
  return flags.includes("u") || flags.includes("v") ? [] : readChoice({ source, at: 0 });
}

interface Cursor {
  readonly source: string;
  at: number;
}

/** What `|` parts, up to the end of its group: each match holds the first need of one of them, and the second. */
function readChoice(cursor: Cursor): readonly Needed[] {
  const { source } = cursor;
  const first = readRow(cursor);
  if (source.charCodeAt(cursor.at) !== bar) return first;
  const rows = [first];
  while (source.charCodeAt(cursor.at) === bar) {
    cursor.at += 1;
    rows.push(readRow(cursor));
  }
  let most = 0;
  for (const { length } of rows) {
    if (length === 0) return [];
    most = Math.max(most, length);
  }
  const ranks: Needed[] = [];
  for (let rank = 0; rank < most; rank += 1) {
    const strings: string[] = [];
    let weight = 0;
    for (const row of rows) {
      const one = row[rank] ?? row[0];
      if (one === undefined) continue;
      weight += one.weight;
      strings.push(...one.strings);
    }
    if (strings.length <= mostTogether) ranks.push({ strings, weight });
  }
  return ranks;
}

/** What stands one behind the other, of which each match holds all: the rarest. */
function readRow(cursor: Cursor): readonly Needed[] {
  const { source } = cursor;
  let rarest: readonly Needed[] = [];
  for (;;) {
    const from = cursor.at;
    let to = from;
    while (isPlain(source.charCodeAt(to))) to += 1;
    if (to > from) {
      cursor.at = to;
      // In `falls?` and `fal{2}` the last letter is what may stand less or more often.
      const isOptional = isTimes(source, to) && skipTimes(cursor);
      rarest = withRun(rarest, source.slice(from, isOptional ? to - 1 : to));
      continue;
    }
    const sign = source.charCodeAt(from);
    if (Number.isNaN(sign) || sign === bar || sign === closing) return rarest;
    const inner = readOther(cursor, sign);
    const isOptional = isTimes(source, cursor.at) && skipTimes(cursor);
    if (!isOptional) for (const one of inner) rarest = withNeeded(rarest, one);
  }
}

const code = (sign: string): number => sign.charCodeAt(0);
const [bar, closing, opening, bracket, backslash] = [code("|"), code(")"), code("("), code("["), code("\\")];
const [maybe, any, some, brace] = [code("?"), code("*"), code("+"), code("{")];
const plain = Array.from({ length: 128 }, (_, sign) => !".^$|()[]{}*+?\\".includes(String.fromCharCode(sign)));

function isPlain(sign: number): boolean {
  return sign < 128 && plain[sign] === true;
}

function isTimes(source: string, at: number): boolean {
  const sign = source.charCodeAt(at);
  return sign === maybe || sign === any || sign === some || (sign === brace && /\d/.test(source.charAt(at + 1)));
}

/** Moves behind `?`, `{0,3}` and the like, and says whether what stands before may be missing. */
function skipTimes(cursor: Cursor): boolean {
  const { source, at } = cursor;
  const sign = source.charCodeAt(at);
  cursor.at = sign === brace ? source.indexOf("}", at) + 1 : at + 1;
  if (source.charCodeAt(cursor.at) === maybe) cursor.at += 1;
  return sign === maybe || sign === any || (sign === brace && source[at + 1] === "0");
}

function withRun(rarest: readonly Needed[], run: string): readonly Needed[] {
  if (run.length < shortest) return rarest;
  const small = run.toLowerCase();
  if (small.length === 2 && (small.includes(" ") || everywhere.has(small))) return rarest;
  const weight = common.has(small.trim()) ? 500 : run.length > 5 ? 1 : 4 ** (6 - run.length);
  const one = { strings: [small], weight };
  return rarest.length === 0 ? [one] : withNeeded(rarest, one);
}

function withNeeded(rarest: readonly Needed[], one: Needed): readonly Needed[] {
  const at = rarest.findIndex(({ weight }) => one.weight < weight);
  if (at < 0) return rarest.length < mostApart ? [...rarest, one] : rarest;
  return [...rarest.slice(0, at), one, ...rarest.slice(at, mostApart - 1)];
}

function readOther(cursor: Cursor, sign: number): readonly Needed[] {
  if (sign === opening) return readGroup(cursor);
  if (sign === bracket) skipClass(cursor);
  else if (sign === backslash) skipEscape(cursor);
  else cursor.at += 1;
  return [];
}

function readGroup(cursor: Cursor): readonly Needed[] {
  const { source, at } = cursor;
  cursor.at += 1;
  let isDenied = false;
  if (source[at + 1] === "?") {
    const behind = source[at + 2] === "<" ? 1 : 0;
    const kind = source.charAt(at + 2 + behind);
    isDenied = kind === "!";
    if (isDenied || kind === "=") cursor.at = at + 3 + behind;
    else cursor.at = source.indexOf(behind === 1 ? ">" : ":", at) + 1;
  }
  // What must stand before or behind is in the text too.
  const inner = readChoice(cursor);
  cursor.at += 1;
  return isDenied ? [] : inner;
}

function skipClass(cursor: Cursor): void {
  const { source } = cursor;
  for (cursor.at += 1; cursor.at < source.length && source[cursor.at] !== "]"; cursor.at += 1)
    if (source[cursor.at] === "\\") cursor.at += 1;
  cursor.at += 1;
}

const longEscape = /\\(?:u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|c[A-Za-z]|k<[^>]*>|\d+)/y;

function skipEscape(cursor: Cursor): void {
  const { source, at } = cursor;
  longEscape.lastIndex = at;
  const isLong = "uxck0123456789".includes(source.charAt(at + 1));
  cursor.at += (isLong ? longEscape.exec(source)?.[0].length : undefined) ?? 2;
}
