import { fundOf, sizing } from "#src/contract/run/instruction.ts";
import { levelsOf, ratingOf, type Answer, type Ground } from "./ground.ts";
import { capitalised, ref, sentence } from "./wording.ts";

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
