import { limitOfCloses } from "./closes-claims.ts";
import { isSupposed } from "./direction-words.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { oscillatorLines } from "./oscillator-claims.ts";
import { allIn, firstIn, occurs } from "./pattern-search.ts";
import { sideOfLine } from "./round-lines.ts";
import { priceLines } from "./price-claims.ts";
import type { Spot } from "./number-in-context.ts";
import type { Proposals } from "./proposals.ts";

/*
 * Numbers that state nothing of the evidence by themselves: the lines that readings are held against, and the levels at
 * which an agent would act. Whatever states more than that is left to the evidence.
 */

/** Levels of oscillators that a text may name without saying where they are from: "if the RSI rises above 70". */
const customary: readonly (readonly [key: string, levels: readonly number[]])[] = [
  ["rsi_14", [20, 30, 40, 50, 60, 70, 80]],
  ["mfi_14", [20, 50, 80]],
];
const oscillators: ReadonlySet<string> = new Set(customary.map(([key]) => key));
/** Ratios of which one is the line. */
const lined = /^(?:debt_to_equity|current_ratio|cash_conversion|interest_coverage|beta_252|volume_ratio_20)$/;
const named =
  /\b(?:threshold|level|line|midline|midpoint|middle|mark|boundary|zone|territory|overbought|oversold|door|shy|short|side)s?(?: (?:of|at|is|starts?|begins?|lies|under|below|over|above)){1,2} $/i;

const pairOfLines =
  /\b(?:zone|range|band|territory|corridor|area|region|lines|levels|marks|thresholds|bounds|limits|space|neutral|between|from)\b[^.;\d]{0,16}(?:20|30) ?(?:to|and|-|–) ?(?:70|80)(?![\d%]|\.\d)/gi;
const cameTo =
  /\b(?:(fall(?:en|s|ing)?|fell|drop(?:ped|s|ping)?|sunk|sank|sinks?|com(?:e|es|ing) down|came down|slid(?:es?)?|slip(?:ped|s)?|declined?|gone down|went down|dipped|eased)|(?:ris(?:en|e|es|ing)|rose|climb(?:ed|s)?|come up|came up|gone up|went up|advanced?|rall(?:y|ied)|got up|moved up))(?: (?:as far as|all the way|back|down|up|quite))* to $/i;
const denied = /\b(?:not|never|no|neither|nor|without|fail(?:s|ed) to|has yet to|have yet to|yet to)\b|n['’]t\b/i;

/** "Has not fallen to 30" of a reading above it: on which side of a line a reading has to be that did not come to it. */
function isLineMissed({ number, text, sentence, mentions }: Spot, index: EvidenceIndex): boolean {
  const key =
    mentions.findLast(
      ({ keys: [of = "", other], end }) => oscillators.has(of) && other === undefined && end <= number.offset,
    )?.keys[0] ?? "";
  if (number.unit !== null || ![20, 30, 70, 80].includes(number.value)) return false;
  const lead = text.slice(sentence.start, number.offset);
  const found = firstIn(cameTo, lead);
  const reading = index.byKey.get(key)?.[0]?.value;
  if (found === null || reading == null || !occurs(denied, lead.slice(0, found.index))) return false;
  return found[1] === undefined ? reading < number.value : reading > number.value;
}

/** A line of an oscillator or of the bands that a sentence names as one. */
function isUsualLine({ number, text, sentence, mentions }: Spot): boolean {
  const end = number.offset + number.text.length;
  // "Inside its neutral band of 20 to 80".
  const isPair = allIn(pairOfLines, text.slice(sentence.start, sentence.end)).some(
    ({ 0: pair, index }) => sentence.start + index <= number.offset && end <= sentence.start + index + pair.length,
  );
  if (isPair && mentions.some(({ keys }) => keys.some((key) => oscillators.has(key)))) return true;
  // "The usual 30/70 lines".
  if (
    /\b(?:(?:20|30) ?\/ ?(?:70|80)|(?:70|80) ?\/ ?(?:20|30))\b/.test(
      text.slice(Math.max(0, number.offset - 4), end + 4),
    )
  )
    return true;
  // "In neutral territory, between 30 and 70".
  if (
    /\bneutral\b[^.;]{0,24}\bbetween (?:(?:20|30) and )?$/i.test(
      text.slice(Math.max(0, number.offset - 56), number.offset),
    )
  )
    return true;
  // "Oversold on both scales (30 and 20)", "nowhere near 30".
  if (/\((?:20|30|70|80) (?:and|or) (?:20|30|70|80)\)/.test(text.slice(Math.max(0, number.offset - 8), end + 8)))
    return true;
  // "%B on the lower side of one half": the edges and the middle of the bands.
  return (
    [0, 0.5, 1, 50].includes(number.value) &&
    mentions.some(({ keys }) => keys.includes("bollinger_percent_b")) &&
    sideOfLine(text.slice(sentence.start, number.offset)) !== null
  );
}

/** Whether the number is a line that is usual, or that words hold the evidence against. */
export function isCustomaryLevel(spot: Spot, index: EvidenceIndex): boolean {
  const { number, text, sentence, mentions, qualifier } = spot;
  const end = number.offset + number.text.length;
  const written = text.slice(sentence.start, sentence.end);
  // The width at which Bollinger's bands are drawn.
  if (number.value === 2 && /^ standard deviations?\b/.test(text.slice(end, end + 20))) return true;
  // "Risk/reward = 1 : 2".
  if (
    number.value === 1 &&
    /^ ?: ?\d/.test(text.slice(end, end + 4)) &&
    /(?:risk|reward|R\/R)\b[^.;]{0,12}$/i.test(text.slice(Math.max(0, number.offset - 32), number.offset))
  )
    return true;
  // "Offers 3.5 to 1".
  if (number.value === 1 && number.unit === null && /\d to $/.test(text.slice(0, number.offset))) return true;
  // "When the market moves one percent".
  if (
    number.value === 1 &&
    number.unit === "%" &&
    (mentions.some(({ keys }) => keys.includes("beta_252")) ||
      [...spot.ids].some((id) => index.items.get(id)?.key === "beta_252"))
  )
    return true;
  // "A / B − 1 = C".
  if (number.value === 1 && text.slice(0, number.offset).endsWith("− ") && /^ ?=/.test(text.slice(end, end + 3)))
    return true;
  // "None of the last twelve closes was below 52": the closes are held against it, where the list has them.
  const limit = (limitOfCloses(written, index) ?? 0) + sentence.start;
  if (limit > number.offset && limit <= end) return true;
  // "Below one times equity": the ratio is held against it.
  if (
    number.value === 1 &&
    (number.unit === "x" || number.unit === null) &&
    qualifier.bound !== null &&
    [...spot.ids].some((id) => occurs(lined, index.items.get(id)?.key ?? ""))
  )
    return true;
  if (isUsualLine(spot) || isLineMissed(spot, index)) return true;
  const levels = customary.flatMap(([key, each]) =>
    mentions.some(({ keys }) => keys.includes(key)) || [...spot.ids].some((id) => index.items.get(id)?.key === key)
      ? each
      : [],
  );
  if (number.unit !== null || !levels.includes(number.value)) return false;
  if (/^ (?:\w+ )?(?:threshold|level|line|mark|boundary|zone|territory)s?\b/i.test(text.slice(end, end + 32)))
    return true;
  if (
    /\b(?:not (?:yet )?at|yet to reach|to hold|reach(?:es|ed)?|gets? (?:up |down )?to|pass(?:es|ed)?|cross(?:es|ed)?|clear(?:s|ed)?|hits?|touch(?:es|ed)?|nowhere near|far from|left(?: before)?) $/i.test(
      text.slice(0, number.offset),
    )
  )
    return true;
  if (occurs(named, text.slice(Math.max(0, number.offset - 32), number.offset))) return true;
  // "Its neutral zone of 30 to 70".
  if (
    /\b(?:zone|range|band|territory|between|from)\b[^.;\d]{0,16}\d{1,2} ?(?:to|and|-|–) ?$/i.test(
      text.slice(Math.max(0, number.offset - 40), number.offset),
    )
  )
    return true;
  // "RSI is above 50": the reading is held against it.
  if (oscillatorLines(written, index).includes(end - sentence.start)) return true;
  return qualifier.bound !== null && isSupposed(written);
}

const ownWords =
  /\b(?:we|I|our|my|us|me|I['’](?:d|ll|m)|trade|plan|idea|levels?|desk|position|stop|target|entry|exit|buy|sell|short|long|line in the sand|thesis|rate|hold|floor|gain|risk|reward|upside|downside|entry\/stop\/target)\b/i;
/** What a price is said to have been, or what others say of it. */
const ofMarket =
  /\b(?:clos(?:e[ds]?|ing)|finish(?:ed|es)|ended|settled|trad(?:es?|ed|ing)|quoted|priced|high|low|peak(?:ed)?|trough|bottomed|topped|opened|average|mean|band|costs?(?! (?:us|me)\b)|worth|price (?:is|was)|changed? hands|analysts?|consensus|fair value|estimates?)\b/i;
const ofEvidence =
  /\b(?:evidence|chart|reported|according to|(?<!\b(?:we|I) )reads?|prints?(?= (?:[$€£₹\d]|at ))|measured|calculated|filing)\b/i;

/**
 * "We hold unless 36,235.79 trades first": a price to the cent that an agent set, in words that name nothing else it
 * could be.
 */
export function isOwnPrice({ number, text, sentence, mentions, ids }: Spot, proposals: Proposals): string | null {
  const { unit, value, halfUnit } = number;
  if (ids.size > 0 || number.sign !== null || unit === "%" || unit === "x" || unit === "fold" || unit === "bps")
    return null;
  const written = text.slice(sentence.start, sentence.end);
  const isFree = mentions.length === 0 && !occurs(ofMarket, written);
  if ((!isFree && !occurs(ownWords, written)) || occurs(ofEvidence, written)) return null;
  if (mentions.some(({ keys }) => !keys.includes("close"))) return null;
  // A few round digits may be anything.
  if (String(Math.round(value / (2 * halfUnit))).length < 3) return null;
  const own = proposals.all.find(
    ({ role, value: of }) =>
      (role === "entry" || role === "stop" || role === "target") && Math.abs(of - value) <= halfUnit * 1.001,
  );
  return own?.label ?? null;
}

const ofGap =
  /\b(?:away|distance|risk(?:s|ed|ing)?|room|los(?:e|es|s)|conced\w+|costs?|i\.e\.|reward|gain|wide|ATRs?|target|stop|odds|payoff)\b|\bup\b[^.;]{0,40}\bdown\b|\bdown\b[^.;]{0,40}\bup\b/i;

/** "My stop is 92.27 away from the entry of 370.08, the target 138.40": how far an own level lies from the entry, to the digit. */
export function isOwnGap({ number, text, clause, mentions }: Spot, { all }: Proposals): boolean {
  const { unit, value, halfUnit } = number;
  if (unit === "%" || unit === "x" || unit === "fold" || unit === "bps" || number.sign !== null) return false;
  if (String(Math.round(value / (2 * halfUnit))).length < 3) return false;
  if (
    mentions.some(({ start, end, keys }) => start >= clause.start && end <= clause.end && !keys[0]?.startsWith("atr_"))
  )
    return false;
  const part = text.slice(clause.start, clause.end);
  const [ofStop, ofTarget] = [/\bstop\b/i.test(part), /\b(?:target|goal|objective)\b/i.test(part)];
  if (!ofGap.test(part)) return false;
  return all.some(
    ({ role, label, value: of }) =>
      role === "gap" &&
      Math.abs(Math.abs(of) - value) <= halfUnit * 1.001 &&
      (ofStop === ofTarget || label.startsWith(ofStop ? "stop" : "target")),
  );
}

const preferring =
  /\b(?:rather|prefer|instead|half (?:the|that|our) size|too (?:much|big|large|high|small|little)|would (?:do|suffice)|(?:would|could) be (?:more )?(?:prudent|enough|better|wiser|safer|plenty|sensible|ample))\b/i;
const ofSize = /\b(?:siz(?:e|ing)|position|weight|stake|allocation|portfolio|exposure|trader['’]s)\b/i;

/** "Why 20 % and not 30?", "less than the usual 20", "to turn 20 % into 30 %": a size that it is not. */
const otherSize =
  /(?:%|percent)(?: [a-z]+){0,2}?,? (?:and not|not|instead of|rather than|into|(?:less|more) than the usual|below the usual|to) (?:an? |the )?$/i;
const ofSizes =
  /\b(?:siz(?:e|ed|ing)|position|weight|stake|allocation|portfolio|exposure|own (?:more|less)|invest\w*|book|capital)\b/i;

/** "I would rather size it at 4 %", "5 % would be prudent": a size that somebody would rather have. */
export function isPreferredSize({ number, text, sentence, mentions, ids }: Spot): boolean {
  const written = text.slice(sentence.start, sentence.end);
  const [lead, ahead] = [text.slice(sentence.start, number.offset), text.slice(number.offset + number.text.length)];
  if ((number.unit === "%" || number.unit === null) && occurs(otherSize, lead) && occurs(ofSizes, written))
    return !/\d$|^ ?(?:days|sessions|dollars)/.test(ahead.slice(0, 10));
  if (number.unit !== "%" || number.value > 100 || mentions.length > 0 || ids.size > 0) return false;
  return occurs(preferring, written) && occurs(ofSize, written);
}

const acting =
  /\b(?:above|over|below|under|beneath|through|past|to|toward|towards|target|at|near|be|reach|loses?|clears?|retakes?|breaks?|holds?|hits?|reclaims?) (?:the )?$/i;
const leading = /^\W*(?:if (?!anything\b)|unless |should |were |once (?!upon\b))/i;
const within = /(?<![\w-])(?:if(?! anything\b)|unless|until|would|could)(?![\w-])/i;

/**
 * "If it breaks above 220, I would add; the next stop could be 190": a price at which something would be done, within
 * half and double the last one. Not where any other measure is named, nor where evidence is cited for it.
 */
export function isConditionalLevel({ number, text, sentence, clause, mentions }: Spot, index: EvidenceIndex): boolean {
  const close = index.byKey.get("close")?.[0]?.value ?? null;
  const isPrice = number.unit === null || /^[A-Z]{3}$|^[$¥]$/.test(number.unit);
  if (close === null || !isPrice || number.sign !== null) return false;
  if (number.value < close / 2 || number.value > close * 2) return false;
  if (mentions.some(({ keys }) => !keys.some((key) => key === "close" || priceLines.has(key)))) return false;
  if (sentence.citations.some(({ start }) => start > number.offset)) return false;
  const stated =
    occurs(leading, text.slice(sentence.start, sentence.end)) || occurs(within, text.slice(clause.start, clause.end));
  const end = number.offset + number.text.length;
  // "Once 290 is reached".
  const isReached =
    /\b(?:once|if|when|until|before|unless|as soon as|after) [$€£₹]?$/i.test(
      text.slice(Math.max(sentence.start, number.offset - 16), number.offset),
    ) &&
    /^ (?:is|gets|has been) (?:reached|hit|seen|broken|cleared|lost|taken|touched)\b/i.test(text.slice(end, end + 24));
  return (
    isReached || (stated && occurs(acting, text.slice(Math.max(sentence.start, number.offset - 24), number.offset)))
  );
}
