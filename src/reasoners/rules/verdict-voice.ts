import { breaksOf } from "./breaks.ts";
import { endsAt, levelsOf, viewOf, type Answer, type Found, type Ground } from "./ground.ts";
import { confidenceOf, ratingFor, type Outlook, type Weighed } from "./opinion.ts";
import { factOf, themeOf } from "./phrases.ts";
import type { Subject } from "./subject.ts";
import { capitalised, joined, listed, ref, sentence } from "./wording.ts";

const horizonDays = 30;

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
  const rating = ratingFor(outlook.score, find("volatility_21")?.value ?? null);
  const { target } = viewOf(ground);
  const { tradeDate, instrument } = ground.brief;
  const { currency } = instrument;
  const conditions = breaksOf({ rating, outlook, end: endsAt(ground), find, currency, tradeDate, horizonDays, s });
  const [up, down] = [strongest(outlook, "for"), strongest(outlook, "against")];
  const isUp = outlook.score >= 0;
  const [thesis, reasons] =
    rating === "Hold"
      ? [holdThesis(up, down, s), heldBack(outlook, find("volatility_21"), ground)]
      : [
          thesisOf(rating, isUp ? up : down, isUp ? down : up, s),
          carriedBy(isUp ? up : down, isUp ? down : up, ground),
        ];
  return {
    text: [reasons.join(" "), provenance, `Rating: ${rating}`].join("\n\n"),
    rating,
    thesis: thesis.join(" "),
    target,
    horizon_days: horizonDays,
    confidence: confidenceOf(outlook),
    conditions,
  };
}

/** What it is, and what its confidence is not. */
const provenance =
  "This is the verdict of a rules engine, which weighs a fixed list of measures. Its confidence of {{confidence}} reflects how much evidence there was and how far it agrees, and is not a probability.";

function strongest({ reasons }: Outlook, side: "for" | "against"): readonly Weighed[] {
  return reasons.filter((reason) => reason.side === side).slice(0, 2);
}

function thesisOf(rating: string, carrying: readonly Weighed[], opposing: readonly Weighed[], s: Subject): string[] {
  const facts = carrying.map((reason) => factOf(reason, s));
  const [against] = opposing;
  return [
    sentence(`${rating}: ${joined(facts)}`, ...carrying.map(({ item }) => item.id)),
    against === undefined
      ? "No measure points clearly the other way."
      : sentence(`the main argument the other way is that ${factOf(against, s)}`, against.item.id),
  ];
}

function carriedBy(carrying: readonly Weighed[], opposing: readonly Weighed[], ground: Ground): string[] {
  const { outlook, s } = ground;
  const end = endsAt(ground);
  const whose = levelsOf(ground).stop === null ? "" : "the trader's stop at ";
  const themes = listed(carrying.map((reason) => themeOf(reason, s)));
  const [against] = opposing;
  const counterweight = against === undefined ? "" : `, with ${themeOf(against, s)} as the main counterweight`;
  return [
    `The decision rests above all on ${themes}${counterweight}.`,
    ...(end === null
      ? ["Without a daily trading range no price ends the case, so only the evidence itself can end the case."]
      : [
          `The target is {{target}} within {{horizon}}.`,
          `A close ${outlook.score >= 0 ? "below" : "above"} ${whose}${end.text} would break the case.`,
        ]),
  ];
}

function holdThesis([up]: readonly Weighed[], [down]: readonly Weighed[], s: Subject): string[] {
  if (up === undefined && down === undefined) return ["Hold: no measure points clearly either way."];
  const told = (reason: Weighed, before: string, behind = ""): string =>
    sentence(`${before}${factOf(reason, s)}${behind}`, reason.item.id);
  if (down === undefined) return up === undefined ? [] : [told(up, "Hold: ", ", but that is too little to buy on")];
  if (up === undefined) return [told(down, "Hold: ", ", but that is too little to sell on")];
  return ["Hold: the evidence pulls both ways.", told(up, ""), told(down, "Against that, ")];
}

/** What keeps it a Hold, and what would end it. */
function heldBack(outlook: Outlook, volatility: Found | null, { find, s }: Ground): string[] {
  const [[up, up2], [down, down2]] = [strongest(outlook, "for"), strongest(outlook, "against")];
  const calm = ratingFor(outlook.score, null);
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
    calm !== "Hold" && volatility !== null
      ? sentence(`at ordinary volatility the balance would be enough for ${calm}, but at ${ref(volatility)} it is not`)
      : `The balance is ${Math.abs(outlook.score) < 0.1 ? "almost even" : `slightly ${outlook.score > 0 ? "positive" : "negative"}`}, which is too little for a position.`,
    ...(ways.length === 0 ? [] : [sentence(`two closes in a row ${ways.join(" or ")} would reopen the question`)]),
  ];
}

function bestArguments(up: Weighed | undefined, down: Weighed | undefined, s: Subject): string[] {
  const best = (reason: Weighed | undefined, what: string): string[] =>
    reason === undefined ? [] : [`${themeOf(reason, s)} is the best argument for ${what}`];
  const told = [...best(up, "buying"), ...best(down, "selling")];
  return told.length === 0 ? [] : [`${capitalised(joined(told))}.`];
}
