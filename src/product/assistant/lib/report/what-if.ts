import type { Claim } from "#src/contract/jobs/assistant.ts";
import { priceDigits } from "#src/core/text/number-text.ts";
import { refOf } from "../claims.ts";
import { levelLine, levelNames, type FinishedReport, type LevelName, type ReportPart } from "./parts.ts";

/** One level in another place. */
export interface OtherLevel {
  readonly name: LevelName;
  /** Of the level as it stands, the new one. */
  readonly moved: (level: number, reference: number) => number;
}

const supposes = /\b(?:if|suppose|supposing|assume|assuming|how about|what about|with an?|move|set|put)\b/;
const percent = /(\d+(?:\.\d+)?)\s*(?:%|per ?cent\b)/;
const price = /\b(?:at|to|is|was|were|be|of|=)\s*[$€£]?\s*(\d[\d,]*(?:\.\d+)?)(?!\s*(?:%|per ?cent|\d))/;

/** `null` where it moves nothing, or not by how much. */
export function otherLevelIn(question: string): OtherLevel | null {
  const line = question.toLowerCase();
  const name = levelNames.find((each) => new RegExp(String.raw`\b${each}\b`).test(line));
  if (name === undefined || !supposes.test(line)) return null;
  const [, share] = percent.exec(line) ?? [];
  if (share !== undefined) {
    const by = Number(share) / 100;
    if (/\b(?:lower|below|down|less|under)\b/.test(line)) return { name, moved: (level) => level * (1 - by) };
    if (/\b(?:higher|above|up|more|over)\b/.test(line)) return { name, moved: (level) => level * (1 + by) };
    if (/\b(?:wider|further|farther|away)\b/.test(line))
      return { name, moved: (level, reference) => reference + (level - reference) * (1 + by) };
    if (/\b(?:closer|tighter|nearer|narrower)\b/.test(line))
      return { name, moved: (level, reference) => reference + (level - reference) * (1 - by) };
    return null;
  }
  const [, at] = price.exec(line) ?? [];
  return at === undefined ? null : { name, moved: () => Number(at.replaceAll(",", "")) };
}

/**
 * Distance, true ranges and reward to risk of another level, each citing a figure.
 * @returns none without levels
 */
export function whatIf({ reports }: FinishedReport, parts: readonly ReportPart[], other: OtherLevel): Claim[] {
  const { levels } = reports;
  const cited = parts.find(({ kind }) => kind === "levels");
  const before = levels?.[other.name] ?? null;
  if (levels === null || cited === undefined) return [];
  const action = { quote: `Action: ${levels.action}`, passage: refOf(cited) };
  if (levels.action === "hold")
    return [{ text: "The proposal is to hold, so there is no position whose levels could be moved.", ...action }];
  if (before === null) return [{ text: `The report names no ${other.name}.`, ...action }];
  const { currency } = levels;
  const from = levels.entry ?? evidenceValue(parts, "Last close, as traded");
  if (from === null) return [];
  const level = other.moved(before, from);
  if (!Number.isFinite(level) || level <= 0) return [];
  const after = { entry: levels.entry, stop: levels.stop, target: levels.target, [other.name]: level };
  const reference = after.entry ?? from;
  const what = levels.entry === null ? "last close" : "entry";
  const quoted = (name: LevelName, text: string): Claim => ({
    text,
    quote: levelLine(name, levels[name] ?? before, currency),
    passage: refOf(cited),
  });
  const text = `${priceDigits(level)} ${currency}`;
  const distance =
    other.name === "entry"
      ? `An entry of ${text} instead of ${priceDigits(before)} changes the price that stop and target are measured from.`
      : `A ${other.name} of ${text} is ${sideText(level, reference)} the ${what} of ${priceDigits(reference)} ${currency}; the report's is ${sideText(before, reference)} it.`;
  const side = levels.action === "buy" ? 1 : -1;
  return [
    quoted(other.name, distance),
    ...wrongSide(other.name, level, reference, side).map((line) => quoted(other.name, line)),
    ...inRanges(other.name, { level, before, reference }, parts),
    ...rewards({ before: { ...levels, entry: levels.entry ?? from }, after: { ...after, entry: reference }, side }).map(
      (line) => quoted(levels.target === null ? other.name : "target", line),
    ),
  ];
}

function wrongSide(name: LevelName, level: number, reference: number, side: 1 | -1): string[] {
  if (name === "entry") return [];
  const wanted = name === "target" ? side : -side;
  return Math.sign(level - reference) === wanted
    ? []
    : [`That is the wrong side: for this position, the ${name} must be ${wanted > 0 ? "above" : "below"} it.`];
}

function inRanges(
  name: LevelName,
  at: { readonly level: number; readonly before: number; readonly reference: number },
  parts: readonly ReportPart[],
): Claim[] {
  const range = parts.find(({ kind, heading }) => kind === "evidence" && heading === rangeLabel);
  const atr = evidenceValue(parts, rangeLabel);
  if (name === "entry" || range === undefined || atr === null || atr <= 0) return [];
  const count = (level: number): string => (Math.abs(level - at.reference) / atr).toFixed(1);
  return [
    {
      text: `That is ${count(at.level)} average true ranges away instead of ${count(at.before)}.`,
      quote: range.text.split("\n")[0] ?? "",
      passage: refOf(range),
    },
  ];
}

const rangeLabel = "Average true range, 14 sessions";

type Levels = Readonly<Record<LevelName, number | null>>;

function rewards(of: { readonly before: Levels; readonly after: Levels; readonly side: 1 | -1 }): string[] {
  const now = rewardToRisk(of.after, of.side);
  const then = rewardToRisk(of.before, of.side);
  if (now === null) return [];
  return [`Reward to risk would be ${now.toFixed(2)}${then === null ? "" : ` instead of ${then.toFixed(2)}`}.`];
}

/** `null` unless both stand on their sides of the entry. */
function rewardToRisk({ entry, stop, target }: Levels, side: 1 | -1): number | null {
  if (entry === null || stop === null || target === null) return null;
  const [reward, risk] = [(target - entry) * side, (entry - stop) * side];
  return reward > 0 && risk > 0 ? reward / risk : null;
}

/** `11.8% below`. */
function sideText(level: number, reference: number): string {
  const share = ((level - reference) / reference) * 100;
  return `${Math.abs(share).toFixed(1)}% ${share < 0 ? "below" : "above"}`;
}

/** Of a piece of evidence, as its part prints it. */
function evidenceValue(parts: readonly ReportPart[], label: string): number | null {
  const found = parts.find(({ kind, heading }) => kind === "evidence" && heading === label);
  const [, figure] = /: (-?[\d,.]+)/.exec(found?.text.slice(label.length) ?? "") ?? [];
  const value = Number(figure?.replaceAll(",", "") ?? Number.NaN);
  return Number.isFinite(value) ? value : null;
}
