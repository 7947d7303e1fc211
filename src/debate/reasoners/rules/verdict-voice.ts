import { breaksOf } from "./breaks.ts";
import { horizonDays } from "./factors.ts";
import type { Answer, Ground } from "./ground.ts";
import { confidenceOf, type Outlook, type Weighed } from "./opinion.ts";
import { factOf, themeOf } from "./phrases.ts";
import { recordSentence } from "./record.ts";
import type { Subject } from "./subject.ts";
import { uncertaintyOf } from "./uncertainty.ts";
import { capitalised, joined, listed, ref, sentence } from "./wording.ts";

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
