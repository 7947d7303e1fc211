import type { EvidenceIndex } from "./evidence-index.ts";
import type { FoundNumber } from "./found-number.ts";
import { sameCurrency } from "./currencies.ts";
import { occurs } from "./pattern-search.ts";
import type { Quantity } from "./quantity.ts";
import { printedOf, restsOn, type Qualifier } from "./support.ts";

/** A number that an agent set itself: a level, a size, a score. Its label ends with its role: `trader stop`. */
export interface Proposed {
  readonly label: string;
  readonly value: number;
}

export type Role =
  | "entry"
  | "stop"
  | "target"
  | "size"
  | "confidence"
  | "horizon"
  | "score"
  | "distance"
  | "gap"
  | "ratio"
  | "ranges";

export interface Rule {
  /** How prose speaks of the role; at least one of these words must stand with the number. */
  readonly words: RegExp;
  readonly quantity: Quantity;
  readonly money: boolean;
}

const plain: Quantity = { money: 0, shares: 0, hundreds: 0 };
const percent: Quantity = { ...plain, hundreds: 1 };
const price: Quantity = { ...plain, money: 1 };

export const rules = {
  entry: {
    words:
      /\bentr(?:y|ies)|\benter|\bbuy|\bsell|\baccumulat|\badd(?:ing|s)?\b|\bbid|\bpullback|\bopen|\blong\b|\bshort\b|\blimit\b|\bpurchas|\bget in\b|\bwant in\b|\d in\s*$|\bfrom \$?\d|\bstart|\binitiat|\bfill(?:s|ed)?\b|\bscale in\b|\bwait for\b/i,
    quantity: price,
    money: true,
  },
  stop: {
    words:
      /\bstop|\binvalidat|\bexit|\bout\b|\bbelow\b|\babove\b|\bunder\b|\bcut\b|\bprotect|\bdefeat|\bwrong\b|\bdownside|\bloss|\blos(?:e|t|ing)\b|\bdown to\b|\brisk|\bS\/?L\b|\bcover\b|\btops?\b|\bbail|\bline in the sand\b|\bdefen[cs]e\b|\bwalk away\b|\bpain\b|\bpoint of no return\b|\bworst case\b|\bquits\b/i,
    quantity: price,
    money: true,
  },
  target: {
    words:
      /\btarget|\bobjective|\bprofit|\baim|\bupside|\breach|\btowards?\b|\bgoal|\bfair value|\bif right\b|\bproves? (?:me|us) right\b|\bseen\b|\bfor [$€£₹]?\d|\bcover|\bout at\b|\d out\s*$|\bbook\b|\btake\b|\breward|\bT\/?P\d?\b|\bPT\b|\btgt\b|\blook(?:ing|s)? for\b|\bin view\b|\bgoing\b|\bexit\b|\bdownside|\bcash(?:ing)? in\b|\bdone\b|\bhop(?:e|es|ed|ing) for\b|\bharvest|\bdestination\b|\bsights\b|\bbest case\b|\bto (?:be made|win|gain|make)\b|\bsee\b/i,
    quantity: price,
    money: true,
  },
  size: {
    words:
      /\bsiz(?:es?|ed|ing)\b|\bportfolio|\ballo[ct]|\bearmark|\bdevot|\bdedicat|\bset aside|\bassign|\bweight|\bposition|\bstake|\bexposure|\bcapital\b|\bcommit|\bgive it\b|\bto work\b|\bdeploy|\binvest(?:s|ed|ing)?\b|\bof (?:our |my |the )?(?:equity|assets|nav|aum)\b|\brisk manager\b|\bsign(?:s|ed)? off\b|\bqty\b|\bsmall\b|\btoo (?:much|big|large|little)\b|\bgoes? into\b|\bholding(?! (?:where|whose|with|in)\b)|\bbook\b(?! value| growth)|\b(?:buy|sell|short|go long)(?:ing|s)?(?: about| some| only)? \d[\d.]* ?%|\bof (?:our |my |the |all )?(?:money|pot|kitty|purse|wealth|bankroll|budget|war chest|cash pile)\b|% (?:short|long|bet|punt|trade|wager|slice|slot|ticket)\b|\b(?:bet|punt|wager|stak(?:e|ing))\b|% (?:you|he|she|they|the trader|the desk) (?:ask(?:s|ed)?|want(?:s|ed)?|propos(?:e|es|ed)|suggest(?:s|ed)?|request(?:s|ed)?)\b|\b(?:rather|would|will|could) (?:own|hold|have) \d/i,
    quantity: percent,
    money: false,
  },
  confidence: {
    words:
      /\bconf(?:iden|\b)|\bconvic|\bsure\b|\bcertain|\bprobab|\blikel|\bodds\b|\bchances?\b|\bright\b|\bbelie[fv]|\b(?:put|place|give) (?:a |about )?0?\.\d+ (?:on|to|behind)\b|\bcoin (?:flip|toss)|\bfaith\b|\btrust\b/i,
    quantity: plain,
    money: false,
  },
  horizon: {
    words: /\bhorizon|\bhold\b|\bgive\b|\bat most\b|\bholding period|\btime ?frame|\bplan|\btrade\b/i,
    quantity: plain,
    money: false,
  },
  score: { words: /\bscor|\brules?\b|\bscale\b|\bpoints?\b|\brat(?:e|es|ed|ing)\b/i, quantity: plain, money: false },
  distance: {
    words:
      /\bupside|\bdownside|\babove\b|\bbelow\b|\baway\b|\bdistance|\bgain|\bloss|\brisk|\breward|\bstop|\btarget|\bshed\b/i,
    quantity: percent,
    money: false,
  },
  gap: {
    words:
      /\brisk|\bup\b|\bdown\b|\bpay-?off|\bagainst\b|\breward|\bmake\b|\bgain|\blos[se]|\babove\b|\bbelow\b|\bunder\b|\bover\b|\baway\b|\bdistance|\bupside|\bdownside/i,
    quantity: price,
    money: true,
  },
  ratio: {
    words: /\breward|\brisk|\bratio|\b(?:setup|trade|bet|payoff|pay-off|proposition|odds)\b|\bup\b[^.;]{0,40}\bdown\b/i,
    quantity: plain,
    money: false,
  },
  ranges: { words: /\bATR|\btrue range|\baverage (?:daily |trading )?ranges?\b/i, quantity: plain, money: false },
} as const satisfies Record<Role, Rule>;

export const endings: readonly (readonly [RegExp, Role])[] = [
  [/entry$/i, "entry"],
  [/stop$/i, "stop"],
  [/target$/i, "target"],
  [/size(?:_pct)?$/i, "size"],
  [/confidence$/i, "confidence"],
  [/horizon(?:_days)?$/i, "horizon"],
  [/score$/i, "score"],
];

interface Candidate extends Proposed {
  readonly role: Role;
}

/** What agents set, by role, with what follows from the levels: distances, reward to risk, multiples of the range. */
export interface Proposals {
  readonly all: readonly Candidate[];
  readonly currencies: ReadonlySet<string>;
}

/** The levels that agents set and the time they hold for, by role. */
export function ownLevels({ all }: Proposals): ReadonlyMap<string, readonly number[]> {
  const levels = all.filter(
    ({ role }) => role === "entry" || role === "stop" || role === "target" || role === "horizon",
  );
  return new Map(
    [...Map.groupBy(levels, ({ role }) => role)].map(([role, of]) => [role, of.map(({ value }) => value)]),
  );
}

export function prepareProposals(proposed: readonly Proposed[], index: EvidenceIndex): Proposals {
  const direct = proposed.flatMap((one): Candidate[] => {
    const role = endings.find(([ending]) => ending.test(one.label))?.[1];
    return role === undefined ? [] : [{ ...one, role }];
  });
  return { all: [...direct, ...derived(direct, index)], currencies: index.currencies };
}

function derived(direct: readonly Candidate[], index: EvidenceIndex): Candidate[] {
  const close = index.byKey.get("close")?.[0]?.value ?? null;
  const atr = index.byKey.get("atr_14")?.[0]?.value ?? null;
  const of = (role: Role): number[] => direct.flatMap((one) => (one.role === role ? [one.value] : []));
  const starts = [...of("entry"), ...(close === null ? [] : [close])];
  const found: Candidate[] = [];
  if (close !== null)
    for (const start of of("entry")) {
      found.push({ label: "entry against the close", value: (start / close - 1) * 100, role: "distance" });
      found.push({ label: "entry against the close, in money", value: start - close, role: "gap" });
    }
  for (const start of starts) {
    for (const [name, levels] of [
      ["stop", of("stop")],
      ["target", of("target")],
    ] as const)
      for (const level of levels) {
        const away = `${name} against its start`;
        found.push({ label: away, value: (level / start - 1) * 100, role: "distance" });
        found.push({ label: `${away}, in money`, value: level - start, role: "gap" });
        if (atr !== null && atr > 0)
          found.push({ label: `${away} in average true ranges`, value: Math.abs(level - start) / atr, role: "ranges" });
        if (name === "stop")
          for (const target of of("target"))
            if (start !== level)
              found.push({
                label: "reward to risk",
                value: Math.abs((target - start) / (start - level)),
                role: "ratio",
              });
      }
  }
  for (const size of of("size"))
    for (const { value } of found.filter(({ label }) => label === "stop against its start"))
      found.push({ label: "portfolio at risk", value: Math.abs((size * value) / 100), role: "distance" });
  return found.filter(({ value }) => Number.isFinite(value));
}

interface Words {
  readonly near: string;
  readonly ahead: string;
  readonly wider: string;
  readonly aboutAnother: boolean;
  readonly isCited: boolean;
  /** Whether it stands alone in a list of an agent's own numbers. */
  readonly isListed: boolean;
  /** The other numbers of the sentence. */
  readonly printed: readonly number[];
  /** Whether they give the number as the reading of a measure that is no price. */
  readonly isReading: boolean;
}

/** "My horizon ends 30 days after the as-of date". */
const horizonEnds =
  /\b(?:horizon|plan|trade|idea|position|holding period)\b[^.;,\d]{0,16} (?:ends|expires|lapses|runs out|closes|is over|is up) $|\b(?:horizon|plan|trade|idea|position|holding period) (?:ends|expires|lapses|runs out|closes|is over|is up) /i;

/** "216 posts" and "174 days old" are no horizon, "43 days" no size. */
function isOtherwise(role: Role, ahead: string, near: string): boolean {
  if (role === "horizon" && occurs(horizonEnds, near)) return false;
  if (role === "horizon")
    return /^ (?:(?:calendar |trading )?days? (?:old|ago|since|after|before|earlier)|posts?|(?:news )?items?|headlines?|messages?|articles?|stories|shares)\b/i.test(
      ahead,
    );
  if (role === "size" && /^ (?:shares|units|coins|contracts|lots)\b/i.test(ahead)) return true;
  // "Returned 2.5 % over the past 21 sessions".
  return (
    role === "size" &&
    /^ (?:(?:calendar |trading )?(?:days?|sessions?|weeks?|months?)\b|(?:over|in|during|within) (?:the (?:past|last)|\d|an? (?:day|week|month|quarter|year)))/i.test(
      ahead,
    )
  );
}

/** "No more than 6 %" of a size that is set names that size, and leaves no room to the half of it. */
export function settled(role: Role, qualifier: Qualifier): Qualifier {
  const isSet = /^(?:entry|stop|target|size|confidence|horizon)$/.test(role) && qualifier.bound !== null;
  return isSet ? { ...qualifier, bound: null, approximate: true } : qualifier;
}

/**
 * What an agent set that the number repeats: the same value in a unit that the role can have, in words that speak of it.
 * @param words `near`: of the number's own part of the sentence; `ahead`: right behind it; `wider`: of the whole sentence; `aboutAnother`: whether
 * the nearest speak of some evidence. `null` where words cannot be read: then the value alone counts
 */
export function proposalFor(
  number: FoundNumber,
  proposals: Proposals,
  words: Words | null,
  qualifier: Qualifier,
): string | null {
  if (words?.isReading === true) return null;
  const found = proposals.all.find(({ role, value, label }) => {
    const rule: Rule = rules[role];
    if (!hasUnit(number, rule, proposals) || (words !== null && isOtherwise(role, words.ahead, words.near)))
      return false;
    if (words !== null && role === "distance" && label !== "portfolio at risk" && occurs(ofCapital, words.ahead))
      return false;
    // "Gained 0.82 % in 63 sessions" tells what was.
    if (words !== null && role === "distance" && occurs(overPast, words.ahead)) return false;
    // "30 weeks" of 30 days.
    const unit = role === "horizon" ? /^[- ](week|month)s?\b/i.exec(words?.ahead ?? "")?.[1] : undefined;
    if (unit !== undefined && Math.abs(number.value * (/week/i.test(unit) ? 7 : 30.4) - value) > value / 4)
      return false;
    if (label === "portfolio at risk" && words !== null && !occurs(ofRisk, words.wider)) return false;
    // "More than 15 % above the low" is of the low.
    if (qualifier.bound !== null && words?.isCited === true && (role === "distance" || role === "gap")) return false;
    const meant = settled(role, qualifier);
    // The value first: looking for words takes longer.
    if (!spokenAs(role, value, words?.near ?? "").some((spoken) => restsOn(number, spoken, rule.quantity, meant)))
      return false;
    if (words === null) return true;
    if (isOfOtherLevel(label, words.near) || isOfOtherPrinted(label, role, words, proposals)) return false;
    return isSpokenOf(role, rule, words);
  });
  return found?.label ?? null;
}

const ofStop = /\bstops?\b/i;
const ofTarget = /\b(?:targets?|objective)\b/i;
const ofOther = /\b(?:risk|downside|loss|lose|upside|reward|profits?|gains?|win|make|prize)\b/i;

/** "The stop is 3.2 ATRs from the entry" is not of the target. */
function isOfOtherLevel(label: string, near: string): boolean {
  if (occurs(ofOther, near)) return false;
  if (label.startsWith("target against")) return ofStop.test(near) && !ofTarget.test(near);
  return label.startsWith("stop against") && ofTarget.test(near) && !ofStop.test(near);
}

/** "The stop at 93.71 lies 2.88 below the entry, three ATRs": of the stop, since that is what the sentence prints. */
function isOfOtherPrinted(label: string, role: Role, { printed }: Words, { all }: Proposals): boolean {
  if (role !== "ranges") return false;
  const [own, other] = label.startsWith("stop") ? (["stop", "target"] as const) : (["target", "stop"] as const);
  const tells = (level: string): boolean =>
    all.some(
      ({ role: of, label: name, value }) =>
        (of === level || (of === "gap" && name.startsWith(`${level} against`))) &&
        printed.some((one) => Math.abs(Math.abs(one) - Math.abs(value)) < 0.005),
    );
  return (label.startsWith("stop against") || label.startsWith("target against")) && !tells(own) && tells(other);
}

const overPast = /^ (?:in|over|within|during|across|for|after) (?:the (?:last|past) )?[\w-]+ sessions\b/i;
const ofRisk =
  /\b(?:risk\w*|los[est]\w*|losing|loss|portfolio|book|capital|funds?|nav|account|equity|stop(?:ped)?|cost\w*|hit|hurt|damage|expos\w+|at stake|money|budget|assets)\b/i;
const ofCapital = /^ of (?:the |our |my |its )?(?:portfolio|book|capital|fund|nav|account|equity|assets)\b/i;
const counted = /^(?:(?: ?[-–] ?| to | or )\d+)?[ -](?:calendar |trading )?(?:day|week|month|session|quarter)s?\b/i;

/** "From the last close we look for 351 within 75 days". */
const within =
  /\b(?:(?:look|aim|hop)(?:s|ing|e)? for|target(?:s|ing)?|expect(?:s|ing)?|want)\b[^;]{0,32}\b(?:within|in|over)\b/i;

function isSpokenOf(role: Role, { words: named }: Rule, words: Words): boolean {
  // "In ninety days" tells a time by itself, unless it is that of a measure.
  if (role === "horizon" && occurs(counted, words.ahead) && (!words.aboutAnother || occurs(within, words.near)))
    return true;
  if (role === "size" && words.isListed) return true;
  return named.test(words.near) || (!words.aboutAnother && named.test(words.wider));
}

function hasUnit(number: FoundNumber, { money, quantity }: Rule, { currencies }: Proposals): boolean {
  const { unit } = printedOf(number);
  if (unit === null) return true;
  if (unit === "fold") return false;
  if (unit === "%") return !money;
  if (unit === "x") return !money && quantity.hundreds === 0;
  return money && (currencies.size === 0 || [...currencies].some((currency) => sameCurrency(unit, currency)));
}

/** A horizon may be told in weeks or months, a confidence in percent without the sign. */
export function spokenAs(role: Role, value: number, near: string): number[] {
  if (role === "horizon") {
    if (/\bmonths?\b/i.test(near)) return [value, value / 30, value / 30.4375];
    return /\bweeks?\b/i.test(near) ? [value, value / 7] : [value];
  }
  if (role !== "confidence") return [value];
  // "Seven out of ten".
  return /\b(?:out of |\/ ?)(?:10|ten)\b|\d\/10\b/i.test(near)
    ? [value, value * 100, value * 10]
    : [value, value * 100];
}
