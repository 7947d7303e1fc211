import { plainLine } from "#src/contract/text.ts";
import type { Instant, LocalDate } from "#src/core/clock.ts";

export interface CalendarEntry {
  /** Stable, so that programs recognise it. */
  readonly uid: string;
  /** An instant, or a whole day. */
  readonly at: Instant | LocalDate;
  readonly title: string;
  readonly text: string;
  readonly url: string;
}

/**
 * RFC 5545: CRLF, lines of 75 octets, UTC.
 * @param at when it is written
 */
export function writeCalendar(name: string, entries: readonly CalendarEntry[], at: Instant): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Conclave//Calendar//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `X-WR-CALNAME:${escaped(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
    "X-PUBLISHED-TTL:PT6H",
    ...entries.flatMap((entry) => eventOf(entry, at)),
    "END:VCALENDAR",
  ];
  return `${lines.flatMap(folded).join("\r\n")}\r\n`;
}

function eventOf({ uid, at, title, text, url }: CalendarEntry, stamp: Instant): string[] {
  return [
    "BEGIN:VEVENT",
    `UID:${escaped(uid)}`,
    `DTSTAMP:${utc(stamp)}`,
    typeof at === "string" ? `DTSTART;VALUE=DATE:${at.replaceAll("-", "")}` : `DTSTART:${utc(at)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(text)}`,
    `URL:${url}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}

function utc(at: Instant): string {
  return new Date(at)
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(/[-:]/g, "");
}

/** @see RFC 5545, 3.3.11 */
function escaped(text: string): string {
  return plainLine(text).replace(/[\\;,]/g, "\\$&");
}

const mostOctets = 75;

/** None cut within a character. @see RFC 5545, 3.1 */
function folded(line: string): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const character of line) {
    if (Buffer.byteLength(piece + character) > mostOctets) {
      pieces.push(piece);
      piece = " ";
    }
    piece += character;
  }
  return [...pieces, piece];
}
