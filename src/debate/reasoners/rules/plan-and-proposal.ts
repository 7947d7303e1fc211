import type { Analyst } from "#src/contract/jobs/analysis.ts";
import { fundOf, sizing } from "#src/contract/run/instruction.ts";
import {
  type Answer,
  type Ground,
  type Outlook,
  type Weighed,
  isRisk,
  levelsOf,
  ratingOf,
  ratingWithout,
} from "./opinion.ts";
import { endOf, factOf, pointOf } from "./phrases.ts";
import { riskKeys } from "./rules.ts";
import { type Subject, capitalised, listed, ref, sentence } from "./wording.ts";

export function plan(ground: Ground): Answer {
  const { outlook, s } = ground;
  if (outlook.tooThin !== null)
    return {
      text: `There is no basis for a view, because ${outlook.tooThin}. The arguments of both sides do not change that.`,
      lean: null,
      points: [],
    };
  const deciding = outlook.reasons.filter(({ rule }) => rule.size !== null).slice(0, 3);
  const paragraphs = [
    [`Weighing both sides, the rules engine leans to ${outlook.rating}.`, ...sides(outlook, s)],
    deciders(deciding, s),
    uncertainty(ground, deciding),
    change(ground),
  ];
  return {
    text: paragraphs
      .filter((words) => words.length > 0)
      .map((words) => words.join(" "))
      .join("\n\n"),
    lean: outlook.rating,
    points: deciding.map((reason) => pointOf(reason, s)),
  };
}

/** Which analysts pull which way. */
function sides({ views }: Outlook, s: Subject): string[] {
  const topics: Record<Analyst, { name: string; isPlural: boolean }> = {
    market: { name: "price and risk", isPlural: true },
    fundamentals: s.figures,
    news: { name: "the news", isPlural: false },
    social: { name: "social media", isPlural: false },
  };
  // By the scores that they gave: arguments may stand on one side and be too weak for a view.
  const told = (sign: number): (typeof topics)[Analyst][] =>
    views.filter(({ score }) => Math.sign(score) === sign).map(({ analyst }) => topics[analyst]);
  const [up, down, neutral] = [told(1), told(-1), told(0)];
  const says = (who: typeof up, verb: string): string =>
    `${listed(who.map(({ name }) => name))} ${who.length > 1 || who[0]?.isPlural === true ? verb : `${verb}s`}`;
  const main =
    up.length > 0 && down.length > 0
      ? [`${says(up, "favour")} ${s.the}, while ${says(down, "point")} the other way`]
      : up.length > 0
        ? [`${says(up, "favour")} ${s.the}`]
        : down.length > 0
          ? [`${says(down, "count")} against ${s.the}`]
          : [];
  const [first] = neutral;
  const are = neutral.length > 1 || first?.isPlural === true ? "are" : "is";
  const rest = first === undefined ? [] : [`${listed(neutral.map(({ name }) => name))} ${are} neutral`];
  return [...main, ...rest].map((clause) => `${capitalised(clause)}.`);
}

function deciders([first, ...others]: readonly Weighed[], s: Subject): string[] {
  if (first === undefined) return [];
  return [
    sentence(`the heaviest single finding is that ${factOf(first, s)}`, first.item.id),
    ...others.map((reason, index) => {
      const fact = factOf(reason, s);
      if (reason.side === "neutral" || first.side === "neutral") return sentence(fact, reason.item.id);
      if (reason.side !== first.side) {
        const isAgain = others[index - 1]?.side === reason.side;
        return sentence(`${isAgain ? "in the same direction" : "on the other side"}, ${fact}`, reason.item.id);
      }
      return sentence(`the ${index === 0 ? "second" : "third"} is that ${fact}`, reason.item.id);
    }),
  ];
}

/** What the expected return is compared with, where no decider says it. */
function uncertainty({ find }: Ground, deciding: readonly Weighed[]): string[] {
  const risk = riskKeys.map(find).find((one) => one !== null) ?? null;
  return risk === null || deciding.some(isRisk)
    ? []
    : [sentence(`what can be expected is held against an annualised volatility of ${ref(risk)}`)];
}

/** What would change the plan's author's mind. */
function change({ outlook, s, brief }: Ground): string[] {
  const { rating, score, reasons } = outlook;
  if (rating !== "Hold") {
    const ends = reasons.filter(({ side }) => side === (score > 0 ? "for" : "against"));
    const [end] = ends.flatMap((reason) => endOf(reason, score > 0, s) ?? []);
    return end === undefined ? [] : [`${capitalised(end.text)} would take away a support of this view.`];
  }
  return (["against", "for"] as const).flatMap((side) => {
    const told = reasons
      .filter((one) => one.side === side)
      .flatMap((reason) => {
        const end = endOf(reason, side === "for", s);
        return end === null ? [] : [{ reason, end }];
      });
    const [first] = told;
    if (first === undefined) return [];
    const then = ratingWithout(outlook, first.reason, brief.instrument.assetType);
    const what = side === "against" ? "an objection" : "an argument in favour";
    const effect =
      then === "Hold" ? "but would not move the rating by itself" : `and, all else equal, move the rating to ${then}`;
    return [`${capitalised(first.end.text)} would remove ${what} ${effect}.`];
  });
}

export function proposal(ground: Ground): Answer {
  const levels = levelsOf(ground);
  return { text: wordsOf(ground, levels).join(" "), ...levels };
}

function wordsOf(ground: Ground, levels: ReturnType<typeof levelsOf>): string[] {
  if (levels.action === "hold") return standAside(ground);
  if (ground.brief.instrument.assetType === "index") return untraded(ground);
  const rating = ratingOf(ground);
  const closes = rating === "Underweight" || (rating === "Sell" && ground.brief.allowShort !== true);
  return closes ? sale(ground, rating === "Sell") : trade(ground, levels);
}

/** A view on what nobody can buy. */
function untraded({ brief, outlook }: Ground): string[] {
  const fund = fundOf(brief.instrument.symbol);
  return [
    `The view is ${outlook.score > 0 ? "positive" : "negative"}, but no trade is proposed.`,
    "An index cannot be traded itself.",
    fund === null ? "No fund is named that follows it." : `The fund ${fund} follows it.`,
  ];
}

function sale({ s }: Ground, isWhole: boolean): string[] {
  return [
    isWhole ? `Sell ${s.the} and hold none.` : `Sell part of ${s.the} and open nothing new.`,
    "No short position is proposed, so there is no entry, stop, target or size.",
  ];
}

function standAside({ outlook, find, s }: Ground): string[] {
  if (outlook.tooThin !== null) return ["Without a view there is nothing to trade, so no levels are set."];
  const [close, low, high] = ["close", "support_20", "resistance_20"].map(find);
  const reason = "No trade is proposed, because the evidence does not lean far enough in either direction.";
  if (!close || !low || !high) return [reason];
  const at = `${s.the} closed at ${ref(close)}`;
  if (close.value < low.value)
    return [
      reason,
      sentence(`${at}, below the previous 20-day low of ${ref(low)}`),
      "That break alone is not enough to sell.",
    ];
  if (close.value > high.value)
    return [
      reason,
      sentence(`${at}, above the previous 20-day high of ${ref(high)}`),
      "That break alone is not enough to buy.",
    ];
  return [
    reason,
    sentence(`${at}, inside the previous 20-day range of ${ref(low)} to ${ref(high)}`),
    "A move out of that range would be the occasion to look again.",
  ];
}

function trade(
  { find, s }: Ground,
  { action, entry, size_pct }: Pick<ReturnType<typeof levelsOf>, "action" | "entry" | "size_pct">,
): string[] {
  const close = find("close");
  const range = find("atr_14");
  if (entry === null || close === null)
    return [`${capitalised(action)} ${s.the}.`, "Without a price there are no levels."];
  const verb = action === "buy" ? `Buy ${s.the}` : `Sell ${s.the} short`;
  const opening = `${verb} at {{entry}}, the last close [${close.id}].`;
  if (range === null) return [opening, noLevels, "Without a daily trading range there is no size either."];
  if (size_pct === null) return [opening, noLevels, "A position that small is not worth its costs."];
  return [
    opening,
    noLevels,
    sentence(
      size_pct === sizing.most
        ? `the size is held at the limit of {{size}}, where a move of two average daily ranges of ${ref(range)} against it would cost ${costOf(range)} of the portfolio`
        : `at a size of {{size}}, a move of two average daily ranges of ${ref(range)} against it would cost ${costOf(range)} of the portfolio`,
    ),
  ];
}

const noLevels =
  "There is no stop and no target, because in the years that the levels were tried on each of them earned less than holding on, so the position ends with its horizon.";

/** The loss from a move of two ranges, as a share of the portfolio. */
export function costOf({ id }: { readonly id: string }): string {
  return `{{size*(2*${id}/entry)}}`;
}
