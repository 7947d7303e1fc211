import type { Instant, LocalDate } from "#src/platform/clock.ts";

const dayMs = 86_400_000;

/** What writes how far a zone's clock is from UTC: by far the quickest way to learn it. */
const writers = new Map<string, Intl.DateTimeFormat>();

/**
 * The instant at which clocks of `zone` show `time` (HH:MM) on `date`. Where they show it twice, the earlier one; where
 * they skip it, as far behind the jump as it lies in it. As in Temporal ("compatible"), at a hundredth of its time.
 */
export function instantAt(date: LocalDate, time: string, zone: string): Instant {
  const local = Date.parse(`${date}T${time}Z`);
  const { before, shown } = around(local, zone);
  return shown ?? local - before;
}

/** The first instant of `date` in `zone`. */
export function startOfDay(date: LocalDate, zone: string): Instant {
  const local = Date.parse(`${date}T00:00Z`);
  const { before, after, shown } = around(local, zone);
  return shown ?? jump(local - Math.max(before, after), local - Math.min(before, after), zone);
}

/** The offsets a day before and after, and the first instant at which the clock shows `local`; `null` where it skips it. */
function around(local: number, zone: string): { before: number; after: number; shown: Instant | null } {
  const before = offsetAt(local - dayMs, zone);
  const after = offsetAt(local + dayMs, zone);
  if (before === after) return { before, after, shown: local - before };
  const shown = [before, after].map((offset) => local - offset).filter((at) => local - offsetAt(at, zone) === at);
  return { before, after, shown: shown.length === 0 ? null : Math.min(...shown) };
}

/** The first instant of a new offset, which is after `from` and not after `to`. */
function jump(from: Instant, to: Instant, zone: string): Instant {
  const old = offsetAt(from, zone);
  let [early, late] = [from, to];
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (offsetAt(middle, zone) === old) early = middle;
    else late = middle;
  }
  return late;
}

/** In ms, positive to the east. */
function offsetAt(instant: Instant, zone: string): number {
  const writer = writers.get(zone) ?? new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  writers.set(zone, writer);
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(writer.format(instant)) ?? [];
  const away = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === "-" ? -away : away;
}
