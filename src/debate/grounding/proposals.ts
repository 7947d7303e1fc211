import type { EvidenceIndex } from "./evidence-index.ts";
import type { FoundNumber } from "./found-number.ts";
import { sameCurrency } from "./currencies.ts";
import type { Quantity } from "./quantity.ts";
import { printedOf, restsOn, type Qualifier } from "./support.ts";

/** A number that an agent set itself: a level, a size, a score. Its label ends with its role: `trader stop`. */
export interface Proposed {
  readonly label: string;
  readonly value: number;
}

type Role =
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

interface Rule {
  /** How prose speaks of the role; at least one of these words must stand with the number. */
  readonly words: RegExp;
  readonly quantity: Quantity;
  readonly money: boolean;
}

const plain: Quantity = { money: 0, shares: 0, hundreds: 0 };
const percent: Quantity = { ...plain, hundreds: 1 };
const price: Quantity = { ...plain, money: 1 };

const rules = {
  entry: {
    words:
      /\bentr(?:y|ies)|\benter|\bbuy|\bsell|\baccumulat|\badd(?:ing|s)?\b|\bbid|\bpullback|\bopen|\blong\b|\bshort\b|\blimit\b|\bpurchas|\bget in\b|\bwant in\b|\bfrom \$?\d|\bstart/i,
    quantity: price,
    money: true,
  },
  stop: {
    words:
      /\bstop|\binvalidat|\bexit|\bout\b|\bbelow\b|\babove\b|\bunder\b|\bcut\b|\bprotect|\bdefeat|\bwrong\b|\bdownside|\bloss|\brisk/i,
    quantity: price,
    money: true,
  },
  target: {
    words:
      /\btarget|\bobjective|\bprofit|\baim|\bupside|\breach|\btowards?\b|\bgoal|\bfair value|\bif right\b|\bcover|\bout at\b|\bbook\b|\btake\b|\breward|\bdownside/i,
    quantity: price,
    money: true,
  },
  size: {
    words:
      /\bsiz(?:es?|ed|ing)\b|\bportfolio|\balloc|\bweight|\bposition|\bstake|\bexposure|\bcapital\b|\bholding(?! (?:where|whose|with|in)\b)|\bbook\b/i,
    quantity: percent,
    money: false,
  },
  confidence: {
    words: /\bconfiden|\bconvic|\bsure\b|\bcertain|\bprobab|\blikel/i,
    quantity: plain,
    money: false,
  },
  horizon: {
    words: /\bhorizon|\bhold\b|\bholding period|\btime ?frame|\bplan|\btrade\b/i,
    quantity: plain,
    money: false,
  },
  score: { words: /\bscor|\brules?\b|\bscale\b|\bpoints?\b|\brat(?:e|es|ed|ing)\b/i, quantity: plain, money: false },
  distance: {
    words: /\bupside|\bdownside|\babove\b|\bbelow\b|\baway\b|\bdistance|\bgain|\bloss|\brisk|\breward|\bstop|\btarget/i,
    quantity: percent,
    money: false,
  },
  gap: {
    words: /\brisk|\breward|\bmake\b|\bgain|\blos[se]|\babove\b|\bbelow\b|\baway\b|\bdistance|\bupside|\bdownside/i,
    quantity: price,
    money: true,
  },
  ratio: { words: /\breward|\brisk/i, quantity: plain, money: false },
  ranges: { words: /\bATR|\btrue range/i, quantity: plain, money: false },
} as const satisfies Record<Role, Rule>;

const endings: readonly (readonly [RegExp, Role])[] = [
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
  /** Whether they give the number as the reading of a measure that is no price. */
  readonly isReading: boolean;
}

/** "216 posts" and "174 days old" are no horizon, "43 days" no size. */
function isOtherwise(role: Role, ahead: string): boolean {
  if (role === "horizon")
    return /^ (?:(?:calendar |trading )?days? (?:old|ago|since|after|before|earlier)|posts?|(?:news )?items?|headlines?|messages?|articles?|stories|shares)\b/i.test(
      ahead,
    );
  return role === "size" && /^ (?:calendar |trading )?(?:days?|sessions?|weeks?|months?)\b/i.test(ahead);
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
  const found = proposals.all.find(({ role, value }) => {
    const rule: Rule = rules[role];
    if (!hasUnit(number, rule, proposals) || (words !== null && isOtherwise(role, words.ahead))) return false;
    if (words !== null && !isSpokenOf(role, rule, words)) return false;
    return spokenAs(role, value, words?.near ?? "").some((spoken) => restsOn(number, spoken, rule.quantity, qualifier));
  });
  return found?.label ?? null;
}

const counted = /^(?:(?: ?[-–] ?| to | or )\d+)?[ -](?:calendar |trading )?(?:day|week|month|session|quarter)s?\b/i;

function isSpokenOf(role: Role, { words: named }: Rule, words: Words): boolean {
  // "In ninety days" tells a time by itself, unless it is that of a measure.
  if (role === "horizon" && counted.test(words.ahead) && !words.aboutAnother) return true;
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
function spokenAs(role: Role, value: number, near: string): number[] {
  if (role === "horizon") {
    if (/\bmonths?\b/i.test(near)) return [value, value / 30, value / 30.4375];
    return /\bweeks?\b/i.test(near) ? [value, value / 7] : [value];
  }
  return role === "confidence" ? [value, value * 100] : [value];
}

/** Words that give a number to a role as its value: "my stop at 520", "confidence of 0.85", "allocate 6 %". */
const given: readonly (readonly [words: RegExp, role: Role])[] = [
  [
    /\bstop(?:[- ]loss)?(?: price| level| order)?,?(?: (?:is|was|stands|sits|goes|lies|set))?(?: (?:up|down|in))? ?(?:at|of|to|:|is)? ?$/i,
    "stop",
  ],
  [
    /\b(?:profit |price |cover )?(?:targets?|objective)(?: price)?(?: (?:is|stands|sits|lies|set))? ?(?:at|of|:)? ?$/i,
    "target",
  ],
  [/\b(?:take profits?|profit-taking(?: is)?(?: planned)?)(?: at| near)? ?$/i, "target"],
  [/\bstopped out (?:of (?:the |my |our )?\w+ )?at ?$/i, "stop"],
  [/\bcover (?:it |the \w+ )?at ?$/i, "target"],
  [
    /\b(?:reward[- ]to[- ]risk|risk[- ](?:to[- ])?reward|reward\/risk)(?: ratio)?(?: on the \w+)?(?: (?:is|of|at|works out at|comes to|stands at))? ?$/i,
    "ratio",
  ],
  [/\b(?:would|will|to|plans? to) enter(?: the \w+)? at ?$/i, "entry"],
  [/\b(?:enters|(?:would |will )?get in|getting in) at ?$/i, "entry"],
  [/\bentry(?: price| level| order)?(?: (?:is|would be|rests|waits|stands|sits|lies|set))? ?(?:at|of|:)? ?$/i, "entry"],
  [/\b(?:confidence|conviction)(?: score| level)?(?: (?:is|stands))? ?(?:at|of|:)? ?$/i, "confidence"],
  [
    /\b(?:allocate|position size(?: of| is)?|siz(?:es?|ed|ing) (?:(?:it|this|the (?:trade|position)) )?(?:of|is|at)) ?$/i,
    "size",
  ],
];
/** Others' levels, and those that somebody would rather have. */
const elsewhere =
  /\b(?:mov(?:e|es|ed|ing)|rais(?:e|es|ed|ing)|lower(?:s|ed|ing)?|trail(?:s|ed|ing)?|tight\w+|wid\w+|shift|bring|cut|adjust\w*|instead|rather|alternative|would|could|previous|old|original|analysts?|consensus|street|not|never|than|if|from|minus|plus|between)\b|(?:bull|bear|trader|manager|voice)['’]s/i;

/** Whether words give the number to a role that the agents gave another value. */
export function isOthersRole(
  number: FoundNumber,
  text: string,
  start: number,
  { all }: Proposals,
  qualifier: Qualifier,
): boolean {
  // "Stop: 190" is one statement.
  const from = text.slice(0, start).endsWith(": ") ? text.lastIndexOf("\n", start) + 1 : start;
  const lead = text.slice(from, number.offset).replace(/[$€£¥] ?$/, "");
  const found = given.flatMap(([words, role]) => {
    const at = words.exec(lead)?.index;
    return at === undefined ? [] : [{ role, words: lead.slice(Math.max(0, at - 24)) }];
  })[0];
  const [, as, acts] =
    /^(?: as (?:my|our|the) (stop|target|entry)|,? (?:my|our|the) (stop) (?:takes|is hit|is triggered|triggers))\b/i.exec(
      text.slice(number.offset + number.text.length),
    ) ?? [];
  const behind = as ?? acts;
  const role = behind === undefined ? found?.role : endings.find(([ending]) => ending.test(behind))?.[1];
  if (
    role === undefined ||
    elsewhere.test((found?.words ?? "").replace(/\bwould (enter|be|get in)\b|\bfrom (?=an? entry)/i, "$1"))
  )
    return false;
  const own = all.filter((one) => one.role === role);
  const rule: Rule = rules[role];
  const isUnit =
    number.unit === null || (rule.money ? number.unit !== "%" && number.unit !== "x" : number.unit === "%");
  // "A stop at 3 ATRs", "target 12 % away" tell a distance.
  const ahead = text.slice(number.offset + number.text.length, number.offset + number.text.length + 24);
  if (
    !isUnit ||
    /^ ?(?:ATRs?|average true|points?|sessions?|days?|weeks?|months?|to \d|%? (?:above|below|under|over|away))/i.test(
      ahead,
    )
  )
    return false;
  return (
    own.length > 0 &&
    !own.some(({ value }) =>
      spokenAs(role, value, "").some(
        (spoken) => restsOn(number, spoken, null, qualifier) || restsOn(number, spoken, rule.quantity, qualifier),
      ),
    )
  );
}
