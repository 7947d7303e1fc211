import { CronExpressionParser } from "cron-parser";
import type { ChannelManner } from "#src/contract/messages/channels.ts";
import type { Instant } from "#src/core/clock.ts";
import { plainLine } from "#src/contract/plain-text.ts";

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

/** Invisible, and breaks links, mentions and commands. */
const joiner = "\u2060";

/**
 * Apps make links of bare addresses in any text.
 * @param most characters
 */
export function inert(text: string, most: number): string {
  const line = shorten(plainLine(text), most);
  return line
    .replaceAll("://", `:${joiner}//`)
    .replaceAll("@", `@${joiner}`)
    .replace(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu, `.${joiner}`)
    .replace(/(?<=^|\s)([/#$])(?=[\p{L}])/gu, `$1${joiner}`);
}

/** In UTF-16 units, without half a character. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text
    .slice(0, most - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, "")
    .trimEnd()}…`;
}

/** At most so many bytes of UTF-8. */
export function shortenBytes(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  const mark = "…";
  const cut = Buffer.from(text)
    .subarray(0, most - Buffer.byteLength(mark))
    .toString("utf8");
  return `${cut.replace(/\uFFFD+$/, "").trimEnd()}${mark}`;
}

/** As many pieces, from the first, as fit with what follows them. */
export function fitting<T>(pieces: readonly T[], fits: (some: readonly T[], left: number) => boolean): readonly T[] {
  for (let count = pieces.length; count > 1; count -= 1) {
    const some = pieces.slice(0, count);
    if (fits(some, pieces.length - count)) return some;
  }
  return pieces.slice(0, 1);
}
