import type { AnswerBase, Brief, Reasoner, Spoken } from "#src/debate/reasoners/reasoner.ts";

/* Takes the instrument out of every brief, so that a model's memory is of less use. */

export const maskName = "the instrument";
const maskSymbol = "MASKED";

/** Every field of a brief in which a name may occur. */
export const masked = [
  "symbol at the head of every prompt",
  "labels and texts of the evidence: headlines, summaries, posts, publishers",
  "claims of other agents",
  "what look-ups were asked, what they gave and what they refused",
  "the key under which a provider caches prompts",
] as const;

export const cannotMask = [
  "dates, price levels and figures, by which a model that memorised them can recognise the instrument",
  "products, people, nicknames, competitors and places in headlines and posts",
  "the currency, the benchmark and whether it is a stock or a coin",
  "common English words in the name, where they appear alone",
] as const;

/** Parts of a company's name that texts often leave out. */
const formal =
  words(`the inc incorporated corp corporation company companies co plc ltd limited llc lp sa nv ag se group
  holding holdings trust fund class common stock shares ordinary adr`);

/** Words that identify no company when they stand alone. */
const generic = words(`and of for international national american america united states general global first new
  business machines systems services service technologies technology products home bank financial energy electric
  power motor motors foods stores street capital health index us dollar dollars coin token instruments instrument`);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}

/** The names of the instrument that texts use, longest first. */
function namesOf(symbol: string, name: string): { readonly word: string; readonly exactCase: boolean }[] {
  const ticker = symbol.replace(/^\^/, "");
  const [base = ticker] = ticker.split(/[-.]/);
  const plain = name
    .replaceAll(/\([^)]*\)/g, " ")
    .replaceAll(/[,"]/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  const written = plain.split(" ").map((word) => word.replace(/\.(com|net|io)$/i, ""));
  const bare = written.filter((word) => !formal.has(letters(word)));
  const core = bare.filter((word) => !generic.has(letters(word)) && /[\p{L}\p{N}]{2}/u.test(word));
  // A short ticker may be a word, so only capitals or a $ count.
  const isWord = base.length < 5;
  const found = [
    { word: plain, exactCase: false },
    ...(core.length > 0 || bare.length > 1 ? [{ word: bare.join(" "), exactCase: false }] : []),
    ...core.filter((word) => word.length >= 4).map((word) => ({ word, exactCase: false })),
    ...core.filter((word) => word.length < 4).map((word) => ({ word, exactCase: true })),
    { word: ticker, exactCase: isWord && ticker === base },
    { word: base, exactCase: isWord },
    { word: `$${base}`, exactCase: false },
  ];
  const seen = new Set<string>();
  return found
    .filter(({ word }) => word.length > 0 && !seen.has(word) && seen.add(word))
    .toSorted((a, b) => b.word.length - a.word.length);
}

function letters(word: string): string {
  return word.toLowerCase().replaceAll(/[^a-z]/g, "");
}

export interface Mask {
  /** The text with every known name replaced. */
  hide(text: string): string;
  /** With the stand-in turned back. */
  show(text: string): string;
}

export function maskFor(symbol: string, name: string): Mask {
  const patterns = namesOf(symbol, name).map(
    ({ word, exactCase }) =>
      new RegExp(`(?<![\\p{L}\\p{N}])${escape(word)}(?![\\p{L}\\p{N}])`, exactCase ? "gu" : "giu"),
  );
  const known = new Map<string, string>();
  const [core = symbol] = namesOf(symbol, name)
    .map(({ word }) => word)
    .filter((word) => !word.includes(" ") && word.toUpperCase() !== symbol && !word.startsWith("$"));
  return {
    hide(text) {
      const before = known.get(text);
      if (before !== undefined) return before;
      const hidden = patterns.reduce((rest, pattern) => rest.replaceAll(pattern, maskName), text);
      known.set(text, hidden);
      return hidden;
    },
    show: (text) => text.replaceAll(maskName, core).replaceAll(maskSymbol, symbol),
  };
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** A reasoner that is never told which instrument it judges. */
export function maskedReasoner(reasoner: Reasoner): Reasoner {
  const masks = new Map<string, Mask>();
  const maskOf = ({ symbol, name }: Brief<unknown>["instrument"]): Mask => {
    const key = `${symbol} ${name}`;
    const known = masks.get(key) ?? maskFor(symbol, name);
    masks.set(key, known);
    return known;
  };
  return {
    ...reasoner,
    estimate: (brief) => reasoner.estimate(maskBrief(brief, maskOf(brief.instrument))),
    async speak(brief, options) {
      const mask = maskOf(brief.instrument);
      const spoken = await reasoner.speak(maskBrief(brief, mask), options);
      return spoken.kind === "tools" ? meant(spoken, mask) : spoken;
    },
  };
}

function meant<A>(spoken: Extract<Spoken<A>, { kind: "tools" }>, mask: Mask): Spoken<A> {
  return {
    ...spoken,
    calls: spoken.calls.map((call) => ({ ...call, input: everyText(call.input, (text) => mask.show(text)) })),
  };
}

export function maskBrief<A extends AnswerBase>(brief: Brief<A>, mask: Mask): Brief<A> {
  const hide = (text: string): string => mask.hide(text);
  const evidence = (items: Brief<A>["evidence"]): Brief<A>["evidence"] =>
    items.map((item) => ({
      ...item,
      label: hide(item.label),
      text: item.text === null ? null : hide(item.text),
      source: "",
      source_ids: [],
      formula: item.formula === null ? null : hide(item.formula),
    }));
  return {
    ...brief,
    instrument: { ...brief.instrument, symbol: maskSymbol, name: maskName },
    evidence: evidence(brief.evidence),
    transcript: brief.transcript.map((entry) => ({
      ...entry,
      summary: hide(entry.summary),
      points: entry.points.map((point) => ({ ...point, claim: hide(point.claim) })),
    })),
    steps: brief.steps.map((step) => ({
      calls: step.calls.map((call) => ({ ...call, input: everyText(call.input, hide) })),
      results: step.results.map((result) => ({
        ...result,
        evidence: evidence(result.evidence),
        note: result.note === null ? null : hide(result.note),
      })),
    })),
  };
}

/** Every text in plain data, changed. */
export function everyText(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => everyText(item, change));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, everyText(inner, change)]));
}
