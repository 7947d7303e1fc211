import { fundOf } from "#src/contract/instruction.ts";
import { sizing } from "#src/contract/position-size.ts";
import { levelsOf, viewOf, type Answer, type Ground } from "./ground.ts";
import { capitalised, ref, sentence } from "./wording.ts";

export function proposal(ground: Ground): Answer {
  const levels = levelsOf(ground);
  return { text: wordsOf(ground, levels).join(" "), ...levels };
}

function wordsOf(ground: Ground, levels: ReturnType<typeof levelsOf>): string[] {
  if (levels.action === "hold") return standAside(ground);
  if (ground.brief.instrument.assetType === "index") return untraded(ground);
  const { rating, entry } = viewOf(ground);
  const closes = rating === "Underweight" || (rating === "Sell" && ground.brief.allowShort !== true);
  return closes && entry !== null ? close(ground, rating === "Sell") : trade(ground, levels);
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

function close({ s }: Ground, isWhole: boolean): string[] {
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

function trade({ find, s }: Ground, { action, entry, stop, target, size_pct }: ReturnType<typeof levelsOf>): string[] {
  const close = find("close");
  const range = find("atr_14");
  if (entry === null || close === null)
    return [`${capitalised(action)} ${s.the}.`, "Without a price there are no levels."];
  const verb = action === "buy" ? `Buy ${s.the}` : `Sell ${s.the} short`;
  const opening = `${verb} at {{entry}}, the last close [${close.id}].`;
  if (stop === null || target === null || range === null)
    return [opening, "Without a daily trading range there is no stop or target."];
  const [stopSide, targetSide] = action === "buy" ? ["below", "above"] : ["above", "below"];
  return [
    opening,
    sentence(
      `the stop at {{stop}} is two average daily ranges of ${ref(range)} ${stopSide} the entry, and the target at {{target}} is three ${targetSide} it`,
    ),
    ...(size_pct === null ? ["A position that small is not worth its costs."] : sized(action === "buy", size_pct)),
  ];
}

function sized(isBuy: boolean, size: number): string[] {
  return [
    size === sizing.most
      ? `The size is held at the limit of {{size}}, where a stop-out would cost ${stopOut(isBuy)} of the portfolio.`
      : `At a size of {{size}}, a stop-out would cost ${stopOut(isBuy)} of the portfolio.`,
  ];
}

/** What is lost at the stop, as a part of the portfolio. */
export function stopOut(isBuy: boolean): string {
  return isBuy ? "{{size*((entry-stop)/entry)}}" : "{{size*((stop-entry)/entry)}}";
}
