import { type ProposedCondition, mostConditions } from "#src/contract/run/conditions.ts";
import type { Opinion } from "#src/contract/jobs/analysis.ts";
import { addDays } from "#src/core/clock.ts";
import { horizonDays } from "./rules.ts";
import {
  type Answer,
  type Found,
  type Ground,
  type Outlook,
  type Weighed,
  confidenceOf,
  uncertaintyOf,
} from "./opinion.ts";
import { endOf, factOf, themeOf } from "./phrases.ts";
import { type Subject, capitalised, joined, listed, ref, sentence } from "./wording.ts";

export function verdict(ground: Ground): Answer {
  const { outlook, find, s } = ground;
  if (outlook.tooThin !== null) {
    const thesis = `${capitalised(outlook.tooThin)}.`;
    return {
      text: `The rules engine gives no opinion, because ${outlook.tooThin}. This is not a Hold, because a Hold is an opinion too.`,
      rating: null,
      thesis,
      target: null,
      horizon_days: null,
      confidence: null,
      conditions: [],
    };
  }
  const { rating } = outlook;
  const { tradeDate, instrument } = ground.brief;
  const { currency } = instrument;
  const conditions = breaksOf({ rating, outlook, find, currency, tradeDate, horizonDays, s });
  const isUp = outlook.score >= 0;
  const [carrying, opposing] = [weighing(outlook, isUp), weighing(outlook, !isUp)];
  const [thesis, reasons] =
    rating === "Hold"
      ? [holdThesis(isUp ? carrying : opposing, isUp ? opposing : carrying, ground), heldBack(ground)]
      : [thesisOf(rating, carrying, opposing, ground), carriedBy(carrying, opposing, ground)];
  return {
    text: [reasons.join(" "), provenance(), `Rating: ${rating}`].join("\n\n"),
    rating,
    thesis: thesis.join(" "),
    target: null,
    horizon_days: horizonDays,
    confidence: confidenceOf(outlook),
    conditions,
  };
}

function provenance(): string {
  return [
    "This is the verdict of a rules engine, which adds up published premiums and holds them against the volatility.",
    "Its confidence of {{confidence}} comes from that sum, was never calibrated, and is not a probability.",
    ...recordSentence(),
  ].join(" ");
}

/** Whatever their size: a view rests on something. */
function weighing({ reasons }: Outlook, isFor: boolean): readonly Weighed[] {
  return reasons.filter(({ part }) => (isFor ? part > 0 : part < 0)).slice(0, 2);
}

function thesisOf(
  rating: string,
  carrying: readonly Weighed[],
  opposing: readonly Weighed[],
  ground: Ground,
): string[] {
  const facts = carrying.map((reason) => factOf(reason, ground.s));
  return [
    sentence(`${rating}: ${joined(facts)}`, ...carrying.map(({ item }) => item.id)),
    ...against(opposing, ground.outlook.score >= 0 ? "loss" : "gain", ground),
  ];
}

function against([first]: readonly Weighed[], outcome: "gain" | "loss", ground: Ground): string[] {
  if (first !== undefined) return [sentence(`against that, ${factOf(first, ground.s)}`, first.item.id)];
  const unknown = uncertaintyOf(ground, outcome);
  return unknown === null ? [] : [sentence(`against that, ${unknown.clause}`)];
}

function carriedBy(carrying: readonly Weighed[], opposing: readonly Weighed[], { s }: Ground): string[] {
  const themes = listed(carrying.map((reason) => themeOf(reason, s)));
  const [counter] = opposing;
  const counterweight = counter === undefined ? "" : `, with ${themeOf(counter, s)} as the main counterweight`;
  return [
    `The decision rests above all on ${themes}${counterweight}.`,
    "It is an opinion for {{horizon}}, and no price in between ends it.",
  ];
}

function holdThesis(up: readonly Weighed[], down: readonly Weighed[], ground: Ground): string[] {
  const { s } = ground;
  const [first] = up;
  if (first === undefined) {
    const [only] = down;
    if (only === undefined) return ["Hold: no measure points either way."];
    return [
      sentence(`Hold: ${factOf(only, s)}, but that is too little to sell on`, only.item.id),
      ...against([], "gain", ground),
    ];
  }
  if (down.length === 0)
    return [
      sentence(`Hold: ${factOf(first, s)}, but that is too little to buy on`, first.item.id),
      ...against([], "loss", ground),
    ];
  return [
    "Hold: what speaks for and against it is too little to tell the two apart.",
    sentence(factOf(first, s), first.item.id),
    ...against(down, "loss", ground),
  ];
}

/** What keeps it a Hold, and what would end it. */
function heldBack({ outlook, find, s }: Ground): string[] {
  const [[up, up2], [down, down2]] = [weighing(outlook, true), weighing(outlook, false)];
  const close = find("close");
  const [low, high] = [find("support_20"), find("resistance_20")];
  const ways = [
    ...(close === null || low === null || low.value > close.value ? [] : [`below ${ref(low)}`]),
    ...(close === null || high === null || high.value < close.value ? [] : [`above ${ref(high)}`]),
  ];
  return [
    ...bestArguments(up, down, s),
    ...(up2 === undefined || down2 === undefined
      ? []
      : [sentence(`behind them, ${factOf(up2, s)}, while ${factOf(down2, s)}`, up2.item.id, down2.item.id)]),
    `The balance is ${Math.abs(outlook.score) < 0.1 ? "almost even" : `slightly ${outlook.score > 0 ? "positive" : "negative"}`}, which is too little for a position.`,
    ...(ways.length === 0 ? [] : [sentence(`two closes in a row ${ways.join(" or ")} would reopen the question`)]),
  ];
}

function bestArguments(up: Weighed | undefined, down: Weighed | undefined, s: Subject): string[] {
  const best = (reason: Weighed | undefined, what: string): string[] =>
    reason === undefined ? [] : [`${themeOf(reason, s)} is the best argument for ${what}`];
  const told = [...best(up, "buying"), ...best(down, "selling")];
  return told.length === 0 ? [] : [`${capitalised(joined(told))}.`];
}

/* What would break a rating of the rules; docs/rules.md has it in words. */

/** A reading of one day is noise; a second one is not. */
const sessions = 2;

interface Verdict {
  readonly rating: Opinion;
  readonly outlook: Outlook;
  readonly find: (key: string) => Found | null;
  readonly currency: string;
  readonly tradeDate: string;
  readonly horizonDays: number;
  readonly s: Subject;
}

/** Up to five, by their part in what is expected. */
function breaksOf(decided: Verdict): ProposedCondition[] {
  return [...levelBreaks(decided), ...factBreaks(decided)].slice(0, mostConditions);
}

/** A Hold falls outside the range of 20 sessions; others have no level. */
function levelBreaks({ rating, find, currency, tradeDate, horizonDays: days }: Verdict): ProposedCondition[] {
  const close = find("close");
  if (close === null || rating !== "Hold") return [];
  const by = addDays(tradeDate, days);
  const level = (side: "below" | "above", at: string, threshold: number): ProposedCondition => ({
    said: `A close ${side} ${at}${onSessions}.`,
    measure: close.id,
    comparator: side,
    threshold,
    unit: currency,
    sessions,
    next_filing: null,
    by,
  });
  const [low, high] = [find("support_20"), find("resistance_20")];
  return [
    ...(low === null || low.value > close.value ? [] : [level("below", ref(low), low.value)]),
    ...(high === null || high.value < close.value ? [] : [level("above", ref(high), high.value)]),
  ];
}

const onSessions = " on two consecutive sessions";

/** A fact breaks the rating where its rule changes sides. */
function factBreaks({
  rating,
  outlook: { score, reasons },
  tradeDate,
  horizonDays: days,
  s,
}: Verdict): ProposedCondition[] {
  const carrying = rating === "Hold" ? [] : reasons.filter(({ part }) => (score > 0 ? part > 0 : part < 0));
  return carrying.flatMap((reason): ProposedCondition[] => {
    const { item, rule } = reason;
    const end = endOf(reason, score > 0, s);
    // Distributions will have left the window later.
    if (rule.turns === undefined || end === null || item.key !== rule.key) return [];
    const isFiled = filed.has(item.key);
    return [
      {
        said: `${capitalised(end.text)}${isFiled ? " in the next filing" : onSessions}.`,
        measure: item.id,
        comparator: end.side,
        threshold: rule.turns.at,
        unit: item.unit,
        sessions: isFiled ? null : sessions,
        next_filing: isFiled ? true : null,
        by: isFiled ? null : addDays(tradeDate, days),
      },
    ];
  });
}

/** Measures that move with filings, not prices. */
const filed: ReadonlySet<string> = new Set(["roe_ttm", "cash_conversion"]);

interface Recorded {
  readonly decisions: number;
  /** Archives, or instruments of one, that had no part in how the rules were made. */
  readonly walks: number;
  /** Of these: where prices rose more, or less, after stronger ratings than chance explains. */
  readonly better: number;
  readonly worse: number;
}

/** How the rules did so far, in sentences; none before it was measured. */
export function recordSentence({ decisions, walks, better, worse }: Recorded = recorded): string[] {
  if (decisions === 0) return [];
  const over = `Of ${decisions.toLocaleString("en-US")} decisions on ${walks} records of prices that had no part in its making`;
  if (better === 0 && worse === 0) return [`${over}, its ratings did no better than chance.`];
  const parts = [
    ...(better === 0 ? [] : [`better than chance on ${better}`]),
    ...(worse === 0 ? [] : [`worse than chance on ${worse}`]),
  ];
  return [`${over}, its ratings did ${parts.join(" and ")}.`];
}

// Made by scripts/make-rules-record.ts, from docs/rules-record.json.
export const recorded = { decisions: 539, walks: 4, better: 0, worse: 0 } as const;
