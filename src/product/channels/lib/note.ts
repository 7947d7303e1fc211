import type { ChannelEvent } from "#src/contract/messages/channels.ts";
import { plainLine } from "#src/contract/text.ts";

/** In words, before a service's markup. Texts may be strangers'. */
export interface Note {
  readonly event: ChannelEvent | "test";
  readonly title: string;
  readonly lines: readonly string[];
  /** What a model wrote about it; `null`: nothing. */
  readonly quote: string | null;
  readonly link: { readonly label: string; readonly url: string };
  readonly tone: "up" | "down" | "neutral";
}

export interface Composed {
  readonly heading: string | null;
  readonly notes: readonly Note[];
  /** Says how many a digest leaves out. */
  readonly more: (left: number) => string;
  readonly manage: { readonly label: string; readonly url: string };
  readonly stop: { readonly label: string; readonly url: string };
}

/** How a message goes out. */
export interface Outgoing {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
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
