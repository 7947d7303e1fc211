import type { Rating } from "#src/contract/jobs/analysis.ts";
import { positionOf, rule, lossAtStop, sizing } from "#src/contract/run/instruction.ts";
import type { Check, CheckId, CheckSubject } from "#src/contract/run/judgement.ts";
import type { Levels, Verdict } from "#src/contract/run/run.ts";
import { check, checkReach, compareScale, money, price, short } from "./check-parts.ts";

/*
 * Wide on purpose: they catch another currency or split basis, a slipped digit and swapped levels, not bold opinions.
 */

/** In average true ranges: further away is no entry as of today. */
const mostEntryAtr = 3;
/** Inside it is a day's noise, beyond the most no limit. */
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
  /** In percent of the portfolio. */
  readonly size_pct: number | null;
  /** The run may propose a short sale. */
  readonly allowShort: boolean;
  readonly isIndex: boolean;
  /** Annualised, in percent. */
  readonly volatility: number | null;
  /** The portfolio manager's, in calendar days. */
  readonly horizonDays: number | null;
}

/** Stop and target are measured from the entry, else from the last close. Unchecked levels say why. */
export function checkLevels(args: LevelArguments): Check[] {
  const { action, rating } = args;
  const { outcome, detail } = rule(rating, action, args.allowShort);
  const coherence = check("rating_action", "rating", outcome, detail);
  const untraded = untradedReason(args);
  if (untraded !== null) return [...untradedLevels(args, untraded), coherence];
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
    ...(known.target === null ? [] : [checkTargetReach(known, known.target)]),
    rewardToRisk(known),
    ...(args.size_pct === null ? [] : [checkSizeCap(args.size_pct), checkSizeRisk(known, args.size_pct)]),
    coherence,
  ];
}

/**
 * Levels that no check failed. Stop and target fall with their entry, all fall when the rating does not follow the
 * action.
 */
export function publishableLevels(checks: readonly Check[], levels: Levels): Levels {
  const failed = (subject: CheckSubject) => checks.some((one) => one.subject === subject && one.outcome === "fail");
  const passed = (id: CheckId) => checks.some((one) => one.id === id && one.outcome === "pass");
  if (failed("rating")) return { ...levels, entry: null, stop: null, target: null, size_pct: null };
  const level = (name: LevelName) => (passed(`${name}_scale`) && !failed(name) ? levels[name] : null);
  const entry = level("entry");
  const anchored = levels.entry === null || entry !== null;
  return {
    ...levels,
    entry,
    stop: anchored ? level("stop") : null,
    target: anchored ? level("target") : null,
    size_pct: passed("size_cap") && !failed("size") ? levels.size_pct : null,
  };
}

interface Known extends Readonly<Record<LevelName | "close" | "atr", number | null>> {
  readonly args: LevelArguments;
  /** +1: gains when the price rises. */
  readonly side: 1 | -1;
}

function checkScale({ args, close, ...levels }: Known, subject: LevelName): Check {
  const id = `${subject}_scale` as const;
  const given = args[subject];
  const level = levels[subject];
  if (given === null) return check(id, subject, "not_checked", `The ${args.action} names no ${subject}.`);
  if (level === null) return check(id, subject, "fail", `The ${subject} ${given} is not a price.`);
  return compareScale({ id, subject, level, close, currency: args.currency });
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

/** A stop lies on the losing side of the start, a target on the winning one. */
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

/** Shown and not judged: which ratio is worth taking is an opinion. */
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

function checkTargetReach({ args, close, entry }: Known, target: number): Check {
  const from = { name: entry === null ? "last close" : "entry", price: entry ?? close };
  return checkReach({ ...args, id: "target_reach", subject: "target", level: target, from });
}

function checkSizeCap(size: number): Check {
  const isWithin = size <= sizing.most && size >= 0;
  return check(
    "size_cap",
    "size",
    isWithin ? "pass" : "fail",
    `The size ${short(size)}% is ${isWithin ? "within" : "beyond"} the ${sizing.most}% that one position may have.`,
  );
}

function checkSizeRisk({ close, stop, entry }: Known, size: number): Check {
  const reference = entry ?? close;
  if (reference === null || stop === null)
    return check("size_risk", "size", "not_checked", "Without a stop nobody can tell what the size would lose.");
  const loss = lossAtStop({ size, entry: reference, stop });
  return check(
    "size_risk",
    "size",
    loss <= sizing.mostLoss ? "pass" : "fail",
    `At its stop a size of ${short(size)}% loses ${short(loss)}% of the portfolio (allowed: up to ${sizing.mostLoss}%).`,
  );
}

/** As the beginning of a sentence; `null` when it does open one. */
function untradedReason({ action, rating, allowShort, isIndex }: LevelArguments): string | null {
  if (action === "hold") return "A hold takes no position, so its";
  if (isIndex) return "An index cannot be traded itself, so the";
  return action === "sell" && (!allowShort || rating === "Underweight")
    ? "Without a short position a sell closes what is held, so its"
    : null;
}

function untradedLevels(args: LevelArguments, reason: string): Check[] {
  const levels = levelNames.flatMap((name) => {
    const level = args[name];
    if (level === null) return [];
    return [check(`${name}_scale`, name, "not_checked", `${reason} ${name} ${money(level, args)} is not checked.`)];
  });
  const { size_pct: size } = args;
  if (size === null) return levels;
  return [...levels, check("size_cap", "size", "not_checked", `${reason} size ${short(size)}% is not checked.`)];
}

function missing(reference: number | null, subject: LevelName): string {
  return reference === null
    ? `There is no last close to measure the ${subject} from.`
    : `The average true range is not known, so the distance of the ${subject} is not checked.`;
}

export interface PriceTargetArguments {
  readonly rating: Rating;
  /** The portfolio manager's target, in the instrument's currency. */
  readonly priceTarget: number | null;
  /** The last close, raw. */
  readonly close: number | null;
  readonly currency: string;
  /** Annualised, in percent. */
  readonly volatility: number | null;
  readonly horizonDays: number | null;
}

/** A view on the price, whether or not it is traded. */
export function checkPriceTarget(args: PriceTargetArguments): Check[] {
  const { rating, priceTarget: target } = args;
  if (target === null || rating === "REVIEW") return [];
  const close = price(args.close);
  const subject = "price_target" as const;
  const scale = compareScale({ ...args, id: "price_target_scale", subject, level: target, close });
  if (close === null) return [scale];
  const reach = { ...args, subject, level: target, from: { name: "last close", price: close } };
  return [scale, ...checkSide(args, target, close), checkReach({ ...reach, id: "price_target_reach" })];
}

/** Above with owning more, below with less; a Hold's may be either. */
function checkSide(args: PriceTargetArguments, target: number, close: number): Check[] {
  const position = positionOf(args.rating, true);
  if (position === "keep") return [];
  const wanted = position > 0 ? "above" : "below";
  const isRight = wanted === "above" ? target > close : target < close;
  const outcome = isRight ? "pass" : "fail";
  const detail = `The price target ${money(target, args)} of ${args.rating} ${isRight ? "is" : "must be"} ${wanted} the last close ${money(close, args)}.`;
  return [check("price_target_side", "price_target", outcome, detail)];
}

/** The verdict, with its target only if the target failed no check. */
export function publishableVerdict(checks: readonly Check[], verdict: Verdict): Verdict {
  const hasFailed = checks.some(({ subject, outcome }) => subject === "price_target" && outcome === "fail");
  return hasFailed ? { ...verdict, target: null } : verdict;
}
