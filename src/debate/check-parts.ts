import type { Check, CheckId, CheckSubject } from "#src/contract/run/judgement.ts";

/* Shared by the checks of levels and of a price target. */

/** Beyond this multiple (or its inverse) a level is on another scale. */
const mostScale = 5;
/**
 * Standard deviations over the horizon: a driftless random walk comes that far in 3 of 1,000 cases (reflection
 * principle).
 */
const mostReach = 3;

export function check(id: CheckId, subject: CheckSubject, outcome: Check["outcome"], detail: string): Check {
  return { id, subject, outcome, detail };
}

/** `null` for none, zero, negative and NaN. */
export function price(value: number | null): number | null {
  return value !== null && Number.isFinite(value) && value > 0 ? value : null;
}

/** Whether a price is possible for this instrument. */
export function compareScale(args: {
  readonly id: CheckId;
  readonly subject: CheckSubject;
  readonly level: number;
  readonly close: number | null;
  readonly currency: string;
}): Check {
  const { id, subject, level, close } = args;
  const name = subject.replace("_", " ");
  if (close === null) return check(id, subject, "not_checked", `There is no last close to compare the ${name} with.`);
  const ratio = level / close;
  const sound = ratio <= mostScale && ratio >= 1 / mostScale;
  const compared = `The ${name} ${money(level, args)} is ${short(ratio)} times the last close ${money(close, args)}`;
  return sound
    ? check(id, subject, "pass", `${compared}.`)
    : check(
        id,
        subject,
        "fail",
        `${compared}, which is another currency or split basis (allowed: 1/${mostScale} to ${mostScale}).`,
      );
}

interface Reach {
  readonly id: CheckId;
  readonly subject: "target" | "price_target";
  readonly level: number;
  readonly from: { readonly name: string; readonly price: number | null };
  readonly volatility: number | null;
  readonly horizonDays: number | null;
  readonly currency: string;
}

export function checkReach({ id, subject, level, from, volatility, horizonDays, ...args }: Reach): Check {
  const name = subject.replace("_", " ");
  const [start, yearly, days] = [price(from.price), price(volatility), price(horizonDays)];
  if (start === null || yearly === null || days === null) {
    const detail = `Whether the ${name} can be reached needs a price, a volatility and a horizon.`;
    return check(id, subject, "not_checked", detail);
  }
  const usual = (yearly / 100) * Math.sqrt(days / 365);
  const reach = Math.abs(Math.log(level / start)) / usual;
  const share = short(Math.abs(level / start - 1) * 100);
  return check(
    id,
    subject,
    reach <= mostReach ? "pass" : "fail",
    `The ${name} ${money(level, args)} is ${share}% from the ${from.name} ${money(start, args)}, ${short(reach)} times the usual move of ${short(days)} days at a volatility of ${short(yearly)}% (allowed: up to ${mostReach}).`,
  );
}

export function money(value: number, { currency }: { readonly currency: string }): string {
  return `${Number(value.toPrecision(8))} ${currency}`;
}

export function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}
