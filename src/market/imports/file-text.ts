import { isUtf8 } from "node:buffer";
import { gunzipSync } from "node:zlib";
import { InvalidInput } from "#src/core/errors.ts";

/** First bytes of files that are often saved as CSV, and what to do. */
const otherKinds = [
  ["504b0304", "is a ZIP archive or an Excel workbook; save or unpack it as CSV first"],
  ["d0cf11e0", "is an Excel workbook; save it as CSV first"],
  ["25504446", "is a PDF; export the data as CSV instead"],
] as const;

/**
 * A file's text, unpacked, without a byte order mark.
 * @param most bytes, packed and unpacked
 * @throws InvalidInput for what is no text
 */
export function fileText(bytes: Uint8Array, most: number): { readonly text: string; readonly encoding: string } {
  if (bytes.length > most) throw tooLarge(most);
  const isPacked = startOf(bytes).startsWith("1f8b");
  const unpacked = isPacked ? unpack(bytes, most) : bytes;
  const [, other] = otherKinds.find(([start]) => startOf(unpacked) === start) ?? [];
  if (other !== undefined) throw new InvalidInput(`the file ${other}`);
  const [label, name] = encodingOf(unpacked);
  const text = new TextDecoder(label).decode(unpacked);
  if (text.includes("\0")) throw new InvalidInput("the file contains NUL bytes, so it is not a text file");
  return { text, encoding: isPacked ? `${name}, gzip` : name };
}

export function tooLarge(most: number, when = ""): InvalidInput {
  return new InvalidInput(`the file is larger than ${Math.round(most / 1_000_000)} MB${when}`);
}

function unpack(bytes: Uint8Array, most: number): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: most });
  } catch (error) {
    const isBomb = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    throw isBomb ? tooLarge(most, " when it is unpacked") : new InvalidInput("the file is a broken gzip file");
  }
}

/** The name for `TextDecoder`, and the usual name. */
function encodingOf(bytes: Uint8Array): readonly [string, string] {
  const start = startOf(bytes);
  if (start.startsWith("fffe")) return ["utf-16le", "UTF-16"];
  if (start.startsWith("feff")) return ["utf-16be", "UTF-16"];
  if (isUtf8(bytes)) return ["utf-8", "UTF-8"];
  return isPaired(bytes) ? ["gb18030", "GB 18030"] : ["windows-1252", "Windows-1252"];
}

/** Chinese bytes above ASCII come in pairs, Western accents alone. */
function isPaired(bytes: Uint8Array): boolean {
  const stretches =
    Buffer.from(bytes)
      .toString("latin1")
      .match(/[\u0080-\u00ff]+/g) ?? [];
  return stretches.filter(({ length }) => length % 2 === 0).length > stretches.length / 2;
}

function startOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, 4)).toString("hex");
}
