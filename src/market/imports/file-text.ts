import { isUtf8 } from "node:buffer";
import { gunzipSync } from "node:zlib";

/** Why a file is refused stands behind its name. */
export type FileText =
  | { readonly ok: true; readonly text: string; readonly encoding: string; readonly gzip: boolean }
  | { readonly ok: false; readonly reason: string };

type Decoded = Omit<Extract<FileText, { ok: true }>, "gzip"> | Extract<FileText, { ok: false }>;

/** First bytes of what is often saved under the name of a CSV file, and what to do about it. */
const otherKinds: readonly (readonly [readonly number[], string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], "is a ZIP archive or an Excel workbook; save or unpack it as CSV first"],
  [[0xd0, 0xcf, 0x11, 0xe0], "is an Excel workbook; save it as CSV first"],
  [[0x25, 0x50, 0x44, 0x46], "is a PDF; export the data as CSV instead"],
];

/**
 * The text of a file that somebody brings, unpacked where it is gzip, without a byte order mark.
 * @param most bytes, packed and unpacked
 */
export function fileText(bytes: Uint8Array, most: number): FileText {
  if (bytes.length > most) return { ok: false, reason: tooLarge(most) };
  const gzip = startsWith(bytes, [0x1f, 0x8b]);
  const unpacked = gzip ? unpack(bytes, most) : bytes;
  if (typeof unpacked === "string") return { ok: false, reason: unpacked };
  const [, other] = otherKinds.find(([start]) => startsWith(unpacked, start)) ?? [];
  if (other !== undefined) return { ok: false, reason: other };
  const decoded = decode(unpacked);
  return decoded.ok ? { ...decoded, gzip } : decoded;
}

export function tooLarge(most: number): string {
  return `is larger than ${Math.round(most / 1_000_000)} MB`;
}

/** @returns why not, where it cannot be unpacked */
function unpack(bytes: Uint8Array, most: number): Uint8Array | string {
  try {
    return gunzipSync(bytes, { maxOutputLength: most });
  } catch (error) {
    const isBomb = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    return isBomb ? `${tooLarge(most)} when it is unpacked` : "is a broken gzip file";
  }
}

function decode(bytes: Uint8Array): Decoded {
  const encoding = encodingOf(bytes);
  const text = encoding === null ? null : new TextDecoder(encoding.label).decode(bytes);
  if (encoding === null || text === null || text.includes("\0"))
    return { ok: false, reason: "contains NUL bytes, so it is not a text file" };
  return { ok: true, text, encoding: encoding.name };
}

interface Encoding {
  /** As `TextDecoder` knows it, and as people do. */
  readonly label: string;
  readonly name: string;
}

const utf16le: Encoding = { label: "utf-16le", name: "UTF-16" };
const utf16be: Encoding = { label: "utf-16be", name: "UTF-16" };

/** `null` for what has NUL bytes and is no UTF-16. */
function encodingOf(bytes: Uint8Array): Encoding | null {
  if (startsWith(bytes, [0xff, 0xfe])) return utf16le;
  if (startsWith(bytes, [0xfe, 0xff])) return utf16be;
  if (bytes.includes(0)) return withoutMark(bytes);
  if (isUtf8(bytes)) return { label: "utf-8", name: "UTF-8" };
  return isPaired(bytes) ? { label: "gb18030", name: "GB 18030" } : { label: "windows-1252", name: "Windows-1252" };
}

/** UTF-16 of mostly ASCII text has a NUL beside nearly every letter, always on the same side. */
function withoutMark(bytes: Uint8Array): Encoding | null {
  const zeros = [0, 0];
  for (const [index, byte] of bytes.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const most = bytes.length / 4;
  return odd > most && even === 0 ? utf16le : even > most && odd === 0 ? utf16be : null;
}

/** In Chinese text bytes above ASCII come in pairs; accents of Western text stand mostly alone. */
function isPaired(bytes: Uint8Array): boolean {
  let pairs = 0;
  let others = 0;
  for (let start = 0; start < bytes.length; start += 1) {
    let end = start;
    while ((bytes[end] ?? 0) >= 0x80) end += 1;
    if (end > start) {
      if ((end - start) % 2 === 0) pairs += 1;
      else others += 1;
      start = end;
    }
  }
  return pairs > others;
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}
