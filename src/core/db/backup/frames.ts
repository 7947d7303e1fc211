import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { FileHandle } from "node:fs/promises";
import { z } from "zod";
import { InvalidInput } from "#src/core/errors.ts";
import { jsonOrNothing } from "#src/core/text/lines-file.ts";

/* Content of a backup file; core/db/backup/frames.ts has the layout. */

/** The first word of every file, followed by the format's number. */
export const backupMark = "CONCLAVE-BACKUP";
export const backupFormat = 1;

const base64 = z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/);

/** In the clear, so that a file says what it is. */
export const BackupHeader = z.object({
  created_at: z.iso.datetime(),
  migration: z.string(),
  engine: z.int().nonnegative(),
  /** `null`: not encrypted. `check` tells a wrong passphrase. */
  encryption: z
    .object({ cipher: z.literal("aes-256-gcm"), kdf: z.literal("scrypt"), salt: base64, check: base64 })
    .nullable(),
});
export type BackupHeader = z.infer<typeof BackupHeader>;

const Name = z.string().min(1).max(63);
/** The schema that it is in: the service's own, or the durable engine's. */
const Part = z.enum(["service", "engine"]);
export type BackupPart = z.infer<typeof Part>;

export const BackupTable = z.object({ part: Part, name: Name, columns: z.array(Name).min(1) });
export type BackupTable = z.infer<typeof BackupTable>;

export const BackupContents = z.object({
  /** In the order in which they were applied. */
  migrations: z.array(z.object({ name: z.string().regex(/^\d{4}_\w+\.sql$/), applied_at: z.iso.datetime() })).min(1),
  tables: z.array(BackupTable),
});
export type BackupContents = z.infer<typeof BackupContents>;

/** The last part of a file, written once all rows were read. */
export const BackupTotals = z.object({
  /** In the order of the tables. */
  rows: z.array(z.int().nonnegative()),
  sequences: z.array(z.object({ part: Part, name: Name, last: z.string().regex(/^-?\d+$/), called: z.boolean() })),
});
export type BackupTotals = z.infer<typeof BackupTotals>;

/** Encrypts and decrypts the parts of one file, each bound to its place. */
export interface Seal {
  close(place: Place, body: Buffer): { readonly body: Buffer; readonly tag: Buffer };
  /** `null` when the part was changed, or was encrypted for another place. */
  open(place: Place, body: Buffer, tag: Buffer): Buffer | null;
}

export interface Place {
  /** From 0, over all parts of the file. */
  readonly index: number;
  readonly kind: number;
  /** Of the file's header. */
  readonly digest: Buffer;
}

const tagBytes = 16;
const cipher = "aes-256-gcm";

/** Each guess takes 128 MB and about half a second of processor time. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };
const keyBytes = 32;
const checkBytes = 16;

type Derive = (passphrase: string, salt: Buffer, bytes: number, options: typeof cost) => Promise<Buffer>;
const derive: Derive = promisify(scrypt);

interface Key {
  readonly seal: Seal;
  readonly encryption: NonNullable<BackupHeader["encryption"]>;
}

/** Its own salt, so that parts can be counted as nonces. */
export async function newKey(passphrase: string): Promise<Key> {
  const salt = randomBytes(32);
  const { key, check } = await keyOf(passphrase, salt);
  const encryption = { cipher, kdf: "scrypt", salt: salt.toString("base64"), check: check.toString("base64") } as const;
  return { seal: sealWith(key), encryption };
}

/** `null` for another passphrase than the file's. */
export async function knownKey(
  passphrase: string,
  { salt, check }: NonNullable<BackupHeader["encryption"]>,
): Promise<Seal | null> {
  const found = await keyOf(passphrase, Buffer.from(salt, "base64"));
  const wanted = Buffer.from(check, "base64");
  return wanted.length === checkBytes && timingSafeEqual(found.check, wanted) ? sealWith(found.key) : null;
}

async function keyOf(passphrase: string, salt: Buffer): Promise<{ readonly key: Buffer; readonly check: Buffer }> {
  const bytes = await derive(passphrase.normalize("NFC"), salt, keyBytes + checkBytes, cost);
  return { key: bytes.subarray(0, keyBytes), check: bytes.subarray(keyBytes) };
}

function sealWith(key: Buffer): Seal {
  return {
    close(place, text) {
      const box = createCipheriv(cipher, key, nonceOf(place)).setAAD(boundTo(place));
      const body = Buffer.concat([box.update(text), box.final()]);
      return { body, tag: box.getAuthTag() };
    },
    open(place, body, tag) {
      const box = createDecipheriv(cipher, key, nonceOf(place), { authTagLength: tagBytes });
      box.setAAD(boundTo(place)).setAuthTag(tag);
      try {
        return Buffer.concat([box.update(body), box.final()]);
      } catch {
        return null;
      }
    },
  };
}

/** Without encryption: damage shows, tampering does not. */
export const openSeal: Seal = {
  close: (place, body) => ({ body, tag: sumOf(place, body) }),
  open: (place, body, tag) => (sumOf(place, body).equals(tag) ? body : null),
};

function sumOf(place: Place, body: Buffer): Buffer {
  return createHash("sha256").update(boundTo(place)).update(body).digest().subarray(0, tagBytes);
}

function nonceOf({ index }: Place): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(index), 4);
  return nonce;
}

function boundTo(place: Place): Buffer {
  return Buffer.concat([place.digest, nonceOf(place), Buffer.of(place.kind)]);
}

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
