/** Milliseconds since the Unix epoch, UTC. */
export type Instant = number;

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** A calendar day without a zone, `YYYY-MM-DD`. Compares correctly as text. */
export type LocalDate = string;

export interface Clock {
  now(): Instant;
}

/** The only reader of the machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** Milliseconds of a monotonic clock. */
export function monotonicNow(): number {
  return performance.now();
}

export function fixedClock(at: Instant): Clock {
  return { now: () => at };
}

/** ISO 8601 in UTC with milliseconds. */
export function toIso(instant: Instant): string {
  return new Date(instant).toISOString();
}

/** The day `days` calendar days later (or earlier, when negative). */
export function addDays(date: LocalDate, days: number): LocalDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** Calendar days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);
}

/** False for an impossible date, such as 2025-02-30. */
export function isRealDate(date: string): boolean {
  const at = Date.parse(`${date}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === date;
}

/* Dates for people. As-of dates, sessions and whatever a program reads stay ISO. */

const days = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
const times = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });

/** `3 Jun 2019`, in UTC. */
export function dayText(at: Instant): string {
  return days.format(at);
}

/** `3 Jun 2019 at 14:05 UTC`. */
export function dayAndTimeText(at: Instant): string {
  return `${dayText(at)} at ${times.format(at)} UTC`;
}
