import type { Instant, LocalDate } from "#src/core/clock.ts";
import { newYork } from "./company.ts";

/** The instant of a New York wall time such as `07:45`. */
export function newYorkTime(date: LocalDate, time: string): Instant {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return newYork().dayStart(date) + (hours * 60 + minutes) * 60_000;
}

/** ISO 8601 in UTC, to the second. */
export function stamp(instant: Instant): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

/** Thousands of dollars as `$954.2 million`. */
export function millions(thousands: number): string {
  return thousands >= 1_000_000
    ? `$${(thousands / 1_000_000).toFixed(2)} billion`
    : `$${(thousands / 1000).toFixed(1)} million`;
}

/** A fraction as `3.1%`, without its sign. */
export function share(fraction: number): string {
  return `${Math.abs(fraction * 100).toFixed(1)}%`;
}

export function dollars(value: number): string {
  return `$${value.toFixed(2)}`;
}

export function ordinal(quarter: number): string {
  return ["first", "second", "third", "fourth"][quarter - 1] ?? `${quarter}th`;
}
