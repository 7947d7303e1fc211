import { CronExpressionParser } from "cron-parser";
import type { ChannelManner } from "#src/contract/messages/channels.ts";
import type { Instant } from "#src/core/clock.ts";

/** Over summer time and back. */
function nextAt(zone: string, hour: number, minute: number, weekday: number | null, now: Instant): Instant {
  const line = `${minute} ${hour} * * ${weekday === null ? "*" : weekday % 7}`;
  return CronExpressionParser.parse(line, { tz: zone, currentDate: new Date(now) })
    .next()
    .getTime();
}

/** When the next digest is due; `null` where there is none. */
export function nextDigest({ zone, digest }: ChannelManner, now: Instant): Instant | null {
  return digest === null ? null : nextAt(zone, digest.hour, 0, digest.every === "week" ? digest.weekday : null, now);
}

/** `null` when none are in force. */
export function quietUntil({ zone, quiet }: ChannelManner, now: Instant): Instant | null {
  if (quiet === null || quiet.from === quiet.to) return null;
  const time = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(new Date(now));
  const { from, to } = quiet;
  const inside = from < to ? time >= from && time < to : time >= from || time < to;
  if (!inside) return null;
  const [hour = "0", minute = "0"] = to.split(":");
  return nextAt(zone, Number(hour), Number(minute), null, now);
}
