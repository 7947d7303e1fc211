import { Temporal } from "temporal-polyfill";
import type { Instant, LocalDate } from "#src/platform/clock.ts";

const weekMs = 7 * 86_400_000;

/** How far each zone's clock is from UTC at the start of weeks since 1970, in ms. */
const known = new Map<string, Map<number, number>>();

/**
 * The instant at which clocks of `zone` show `time` (HH:MM) on `date`. Where they show it twice, the earlier one; where
 * they skip it, as far behind the jump as it lies in it.
 */
export function instantAt(date: LocalDate, time: string, zone: string): Instant {
  return (
    awayFromChanges(date, time, zone) ??
    Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds
  );
}

/** The first instant of `date` in `zone`. */
export function startOfDay(date: LocalDate, zone: string): Instant {
  return awayFromChanges(date, "00:00", zone) ?? Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds;
}

/**
 * Zone arithmetic costs some 30 µs, and an archive asks for thousands of days. A clock that is as far from UTC at the
 * start of a week as at those of its neighbours has not changed between them; `null` where it has.
 */
function awayFromChanges(date: LocalDate, time: string, zone: string): Instant | null {
  const local = Date.parse(`${date}T${time}Z`);
  const week = Math.floor(local / weekMs);
  const offset = offsetAt(week, zone);
  const isSteady = [week - 1, week + 1, week + 2].every((other) => offsetAt(other, zone) === offset);
  return isSteady ? local - offset : null;
}

function offsetAt(week: number, zone: string): number {
  const weeks = known.get(zone) ?? new Map<number, number>();
  known.set(zone, weeks);
  const kept = weeks.get(week);
  if (kept !== undefined) return kept;
  const at = Temporal.Instant.fromEpochMilliseconds(week * weekMs).toZonedDateTimeISO(zone);
  const offset = at.offsetNanoseconds / 1e6;
  weeks.set(week, offset);
  return offset;
}
