import type { Rating } from "#src/contract/analysis.ts";
import type { Check, CheckId, CheckSubject } from "#src/contract/judgement.ts";
import type { Levels } from "#src/contract/run.ts";

/*
 * Bounds of what a level can mean. They are wide on purpose: they catch another currency, another split
 * basis, a slipped digit and swapped levels, not a bold opinion.
 */

/** A level beyond this multiple (or below its inverse) of the last close stands on another scale. */
const mostScale = 5;
/** An entry further than this from the last close, in average true ranges, is not an entry as of today. */
const mostEntryAtr = 3;
/** Below the least a stop is inside a day's noise; beyond the most it limits nothing. */
const leastStopAtr = 0.25;
const mostStopAtr = 10;
const mostTargetAtr = 30;

type Action = Levels["action"];
type LevelName = "entry" | "stop" | "target";
const levelNames = ["entry", "stop", "target"] as const satisfies LevelName[];

export interface LevelArguments {
  readonly action: Action;
  readonly entry: number | null;
  readonly stop: number | null;
  readonly target: number | null;
  /** The last close, raw, in the same currency as the levels. */
  readonly close: number | null;
  /** Wilder's average true range over 14 sessions, in the same currency. */
  readonly atr: number | null;
  /** For the sentences. */
  readonly currency: string;
  readonly rating: Rating;
}

/**
 * Whether a proposal's levels can be meant, and whether its action goes with the rating. A stop and a target
 * are measured from the entry, or from the last close when there is no entry. A hold takes no position, so
 * levels it names are not checked. What cannot be checked says why; nothing is assumed.
 */
export function checkLevels(args: LevelArguments): Check[] {
  const { action, rating } = args;
  const coherence = checkRating(rating, action);
  if (action === "hold") return [...holdLevels(args), coherence];
  const known: Known = {
    args,
    side: action === "buy" ? 1 : -1,
    close: price(args.close),
    atr: price(args.atr),
    entry: price(args.entry),
    stop: price(args.stop),
    target: price(args.target),
  };
  return [
    ...levelNames.map((name) => checkScale(known, name)),
    ...(known.entry === null ? [] : [checkEntryDistance(known, known.entry)]),
    ...(known.stop === null ? [] : checkFromReference(known, "stop", known.stop)),
    ...(known.target === null ? [] : checkFromReference(known, "target", known.target)),
    rewardToRisk(known),
    coherence,
  ];
}

/**
 * The levels that may be shown: compared with the last close, and failed by no check. A stop and a target
 * measured from an entry fall with it, and all fall when the action contradicts the rating.
 */
export function publishableLevels(checks: readonly Check[], levels: Levels): Levels {
  const failed = (subject: CheckSubject) => checks.some((one) => one.subject === subject && one.outcome === "fail");
  const compared = (name: LevelName) => checks.some((one) => one.id === `${name}_scale` && one.outcome === "pass");
  if (failed("rating")) return { ...levels, entry: null, stop: null, target: null, size_pct: null };
  const passed = (name: LevelName) => (compared(name) && !failed(name) ? levels[name] : null);
  const entry = passed("entry");
  const anchored = levels.entry === null || entry !== null;
  return { ...levels, entry, stop: anchored ? passed("stop") : null, target: anchored ? passed("target") : null };
}

interface Known extends Readonly<Record<LevelName | "close" | "atr", number | null>> {
  readonly args: LevelArguments;
  /** +1: gains when the price rises. */
  readonly side: 1 | -1;
}

/** A number that can be a price; `null` for none, zero, a negative one and NaN. */
function price(value: number | null): number | null {
  return value !== null && Number.isFinite(value) && value > 0 ? value : null;
}

function checkScale({ args, close, ...levels }: Known, subject: LevelName): Check {
  const id = `${subject}_scale` as const;
  const given = args[subject];
  const level = levels[subject];
  if (given === null) return check(id, subject, "not_checked", `The ${args.action} names no ${subject}.`);
  if (level === null) return check(id, subject, "fail", `The ${subject} ${given} is not a price.`);
  if (close === null)
    return check(id, subject, "not_checked", `There is no last close to compare the ${subject} with.`);
  const ratio = level / close;
  const sound = ratio <= mostScale && ratio >= 1 / mostScale;
  const compared = `The ${subject} ${money(level, args)} is ${short(ratio)} times the last close ${money(close, args)}`;
  return sound
    ? check(id, subject, "pass", `${compared}.`)
    : check(
        id,
        subject,
        "fail",
        `${compared}, which is another currency or split basis (allowed: 1/${mostScale} to ${mostScale}).`,
      );
}

function checkEntryDistance({ args, close, atr }: Known, entry: number): Check {
  if (close === null || atr === null) return check("entry_distance", "entry", "not_checked", missing(close, "entry"));
  const distance = Math.abs(entry - close) / atr;
  return check(
    "entry_distance",
    "entry",
    distance <= mostEntryAtr ? "pass" : "fail",
    `The entry ${money(entry, args)} is ${short(distance)} average true ranges from the last close ${money(close, args)} (allowed: up to ${mostEntryAtr}).`,
  );
}

/** A stop belongs on the losing side of where the position starts, a target on the winning side. */
function checkFromReference(
  { args, side, close, atr, entry }: Known,
  subject: "stop" | "target",
  level: number,
): Check[] {
  const sideId = `${subject}_side` as const;
  const distanceId = `${subject}_distance` as const;
  const reference = entry ?? close;
  if (reference === null) {
    const reason = `There is neither an entry nor a last close to measure the ${subject} from.`;
    return [check(sideId, subject, "not_checked", reason), check(distanceId, subject, "not_checked", reason)];
  }
  const from = `the ${entry === null ? "last close" : "entry"} ${money(reference, args)}`;
  const wanted = side === (subject === "target" ? 1 : -1) ? "above" : "below";
  const right = wanted === "above" ? level > reference : level < reference;
  const sideCheck = check(
    sideId,
    subject,
    right ? "pass" : "fail",
    `The ${subject} ${money(level, args)} of a ${args.action} ${right ? "is" : "must be"} ${wanted} ${from}.`,
  );
  if (atr === null) return [sideCheck, check(distanceId, subject, "not_checked", missing(reference, subject))];
  const distance = Math.abs(level - reference) / atr;
  const [least, most] = subject === "stop" ? [leastStopAtr, mostStopAtr] : [0, mostTargetAtr];
  const allowed = subject === "stop" ? `${least} to ${most}` : `up to ${most}`;
  const distanceCheck = check(
    distanceId,
    subject,
    distance >= least && distance <= most ? "pass" : "fail",
    `The ${subject} ${money(level, args)} is ${short(distance)} average true ranges from ${from} (allowed: ${allowed}).`,
  );
  return [sideCheck, distanceCheck];
}

/** Stated, not judged: what ratio is worth taking is an opinion. */
function rewardToRisk({ args, side, entry, stop, target, close }: Known): Check {
  const reference = entry ?? close;
  if (reference === null || stop === null || target === null) {
    return check(
      "reward_to_risk",
      "target",
      "not_checked",
      "Reward to risk needs a stop, a target and a price to start from.",
    );
  }
  const reward = side * (target - reference);
  const risk = side * (reference - stop);
  if (reward <= 0 || risk <= 0) {
    return check(
      "reward_to_risk",
      "target",
      "not_checked",
      "Reward to risk has no meaning with a stop or a target on the wrong side.",
    );
  }
  const sentence = `From ${money(reference, args)}, ${money(reward, args)} to the target against ${money(risk, args)} to the stop: reward to risk is ${short(reward / risk)}.`;
  return check("reward_to_risk", "target", "pass", sentence);
}

const direction = {
  Buy: "buy",
  Overweight: "buy",
  Hold: "hold",
  Underweight: "sell",
  Sell: "sell",
  REVIEW: null,
} as const satisfies Record<Rating, Action | null>;

/** Opposite sides contradict each other. A hold on either side is the portfolio manager's right, and is said. */
function checkRating(rating: Rating, action: Action): Check {
  const wanted = direction[rating];
  if (wanted === null)
    return check(
      "rating_action",
      "rating",
      "not_checked",
      `Without an opinion there is nothing to hold the ${action} against.`,
    );
  if (wanted === action)
    return check("rating_action", "rating", "pass", `The rating ${rating} goes with the proposal to ${action}.`);
  if (wanted === "hold" || action === "hold") {
    return check(
      "rating_action",
      "rating",
      "pass",
      `The rating ${rating} does not follow the proposal to ${action}, and does not contradict it.`,
    );
  }
  return check("rating_action", "rating", "fail", `The rating ${rating} contradicts the proposal to ${action}.`);
}

function holdLevels(args: LevelArguments): Check[] {
  return levelNames.flatMap((name) => {
    const level = args[name];
    if (level === null) return [];
    const reason = `A hold takes no position, so its ${name} ${money(level, args)} is not checked.`;
    return [check(`${name}_scale`, name, "not_checked", reason)];
  });
}

function check(id: CheckId, subject: CheckSubject, outcome: Check["outcome"], detail: string): Check {
  return { id, subject, outcome, detail };
}

function missing(reference: number | null, subject: LevelName): string {
  return reference === null
    ? `There is no last close to measure the ${subject} from.`
    : `The average true range is not known, so the distance of the ${subject} is not checked.`;
}

function money(value: number, { currency }: LevelArguments): string {
  return `${Number(value.toPrecision(8))} ${currency}`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}
