import { dayMs, type Instant, type LocalDate } from "#src/core/clock.ts";

/** By far the quickest way to a zone's offset. */
const writers = new Map<string, Intl.DateTimeFormat>();

/**
 * As Temporal's "compatible" at a hundredth of its time: of two instants the earlier; a skipped one as far behind the
 * jump.
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

/** Offsets a day before and after, and the first instant that shows `local`; `null` where skipped. */
function around(local: number, zone: string): { before: number; after: number; shown: Instant | null } {
  const before = offsetAt(local - dayMs, zone);
  const after = offsetAt(local + dayMs, zone);
  if (before === after) return { before, after, shown: local - before };
  const shown = [before, after].map((offset) => local - offset).filter((at) => local - offsetAt(at, zone) === at);
  return { before, after, shown: shown.length === 0 ? null : Math.min(...shown) };
}

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
