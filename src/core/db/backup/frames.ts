import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { backupFormat, backupMark, BackupHeader } from "#src/contract/accounts/backup.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { jsonOrNothing } from "#src/core/json-or-nothing.ts";
import { tagBytes, type Seal } from "./seal.ts";

/*
 * A backup: the format's number, a JSON header, the SHA-256 of both, then frames (length, 4 bytes big-endian; kind, 1
 * byte; body; tag). The tag binds a frame to the header and its number, so none can be changed, moved or left out; the
 * last has its own kind.
 */

export const kinds = { contents: 1, table: 2, rows: 3, end: 4 } as const;

/** The most bytes of COPY text in one frame, before compression. */
export const chunkBytes = 2 ** 20;
/** The most bytes of a frame's body; contents and totals are far smaller. */
const mostBytes = 2 ** 23;
const mostHeader = 8192;

export interface Frame {
  readonly kind: number;
  readonly body: Buffer;
}

export interface FrameWriter {
  add(kind: number, body: Buffer): Promise<void>;
  /** How much was written. */
  readonly bytes: () => number;
}

export async function startFrames(file: FileHandle, header: BackupHeader, seal: Seal): Promise<FrameWriter> {
  const head = `${backupMark} ${backupFormat}\n${JSON.stringify(header)}\n`;
  const digest = digestOf(head);
  let bytes = 0;
  const write = async (buffer: Buffer): Promise<void> => {
    await file.appendFile(buffer);
    bytes += buffer.length;
  };
  await write(Buffer.from(`${head}${digest.toString("hex")}\n`));
  let index = 0;
  return {
    async add(kind, text) {
      const { body, tag } = seal.close({ index, kind, digest }, text);
      index += 1;
      const start = Buffer.alloc(5);
      start.writeUInt32BE(body.length);
      start.writeUInt8(kind, 4);
      await write(Buffer.concat([start, body, tag]));
    },
    bytes: () => bytes,
  };
}

export interface OpenedHeader {
  readonly header: BackupHeader;
  readonly digest: Buffer;
  /** Where the frames begin. */
  readonly start: number;
}

/** @throws InvalidInput for what is no backup, newer, or altered */
export async function readHeader(file: FileHandle, path: string): Promise<OpenedHeader> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(mostHeader), 0, mostHeader, 0);
  const [first = "", second = "", sum, rest] = buffer.toString("latin1", 0, bytesRead).split("\n", 4);
  const format = /^CONCLAVE-BACKUP (\d{1,9})$/.exec(first)?.[1];
  if (format === undefined) throw new InvalidInput(`${path} is not a Conclave backup`);
  if (Number(format) > backupFormat)
    throw new InvalidInput(
      `${path} was made by a newer version of Conclave: its format is ${format}, and this version reads ${backupFormat}`,
    );
  if (rest === undefined) throw new InvalidInput(`${path} is incomplete: it ends in its header`);
  const digest = digestOf(`${first}\n${second}\n`);
  const header = BackupHeader.safeParse(jsonOrNothing(second));
  if (sum !== digest.toString("hex") || !header.success) throw altered(path, 0);
  return { header: header.data, digest, start: first.length + second.length + sum.length + 3 };
}

/** @throws InvalidInput where a frame was changed */
export async function* readFrames(
  file: FileHandle,
  path: string,
  { digest, start }: OpenedHeader,
  seal: Seal,
): AsyncGenerator<Frame> {
  const { size } = await file.stat();
  let at = start;
  for (let index = 0; ; index += 1) {
    const head = await readAt(file, path, at, 5);
    const [length, kind] = [head.readUInt32BE(), head.readUInt8(4)];
    if (length > mostBytes) throw altered(path, at);
    const rest = await readAt(file, path, at + head.length, length + tagBytes);
    const body = seal.open({ index, kind, digest }, rest.subarray(0, length), rest.subarray(length));
    if (body === null) throw altered(path, at);
    at += head.length + rest.length;
    yield { kind, body };
    if (kind !== kinds.end) continue;
    if (at !== size) throw altered(path, at);
    return;
  }
}

async function readAt(file: FileHandle, path: string, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  for (let got = 0; got < length;) {
    const { bytesRead } = await file.read(buffer, got, length - got, position + got);
    if (bytesRead === 0)
      throw new InvalidInput(`${path} is incomplete or was altered: it ends in the middle of a part`);
    got += bytesRead;
  }
  return buffer;
}

export function altered(path: string, at: number): InvalidInput {
  return new InvalidInput(`${path} was altered or damaged, at byte ${at} or after it; use another copy`);
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text, "utf8").digest();
}
