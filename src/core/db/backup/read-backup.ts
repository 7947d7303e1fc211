import { open } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { z } from "zod";
import { BackupContents, BackupTotals, type BackupHeader } from "#src/contract/accounts/backup.ts";
import { Cancelled, InvalidInput } from "#src/core/errors.ts";
import { altered, chunkBytes, kinds, readFrames, readHeader, type Frame } from "./frames.ts";
import { knownKey, openSeal, type Seal } from "./seal.ts";

const unpack = promisify(gunzip);

export type BackupPiece =
  | { readonly kind: "contents"; readonly contents: BackupContents }
  /** Its rows follow. */
  | { readonly kind: "table"; readonly table: number }
  /** Text of COPY, cut anywhere. */
  | { readonly kind: "rows"; readonly text: Buffer }
  | { readonly kind: "end"; readonly totals: BackupTotals };

export interface BackupFile {
  readonly path: string;
  readonly header: BackupHeader;
  /** @throws InvalidInput where it was changed */
  pieces(signal: AbortSignal): AsyncGenerator<BackupPiece>;
  close(): Promise<void>;
}

/**
 * @param key a passphrase; `null`: not encrypted
 * @throws InvalidInput for another passphrase, or an unexpected open file
 */
export async function openBackup(path: string, key: string | null): Promise<BackupFile> {
  const file = await open(path).catch((cause: unknown) => {
    throw new InvalidInput(`${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  });
  try {
    const opened = await readHeader(file, path);
    const { header } = opened;
    const seal = await sealOf(path, header, key);
    return {
      path,
      header,
      pieces: (signal) => piecesOf(path, readFrames(file, path, opened, seal), signal),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function sealOf(path: string, { encryption }: BackupHeader, key: string | null): Promise<Seal> {
  if (encryption === null) {
    if (key === null) return openSeal;
    throw new InvalidInput(
      `${path} is not encrypted, so anyone could have created or changed it; if you trust it, pass --unencrypted`,
    );
  }
  if (key === null) throw new InvalidInput(`${path} is encrypted: leave out --unencrypted`);
  const seal = await knownKey(key, encryption);
  if (seal === null) throw new InvalidInput(`${path} was encrypted with another passphrase`);
  return seal;
}

async function* piecesOf(
  path: string,
  frames: AsyncGenerator<Frame>,
  signal: AbortSignal,
): AsyncGenerator<BackupPiece> {
  for await (const { kind, body } of frames) {
    if (signal.aborted) throw new Cancelled();
    switch (kind) {
      case kinds.contents:
        yield { kind: "contents", contents: read(path, BackupContents, body) };
        break;
      case kinds.table:
        yield { kind: "table", table: body.readUInt32BE() };
        break;
      case kinds.rows:
        yield { kind: "rows", text: await unpack(body, { maxOutputLength: 2 * chunkBytes }) };
        break;
      case kinds.end:
        yield { kind: "end", totals: read(path, BackupTotals, body) };
        break;
      default:
        throw altered(path, 0);
    }
  }
}

function read<T>(path: string, schema: z.ZodType<T>, body: Buffer): T {
  const value = schema.safeParse(JSON.parse(body.toString("utf8")));
  if (!value.success) throw altered(path, 0);
  return value.data;
}

export interface Verified {
  readonly contents: BackupContents;
  readonly totals: BackupTotals;
}

/** Reads everything, writes nothing. @throws InvalidInput */
export async function verifyBackup(file: BackupFile, signal: AbortSignal): Promise<Verified> {
  let contents: BackupContents | null = null;
  let totals: BackupTotals | null = null;
  const rows: number[] = [];
  for await (const piece of file.pieces(signal)) {
    if (piece.kind === "contents") contents = piece.contents;
    else if (piece.kind === "end") totals = piece.totals;
    else if (piece.kind === "table" && piece.table === rows.length) rows.push(0);
    else if (piece.kind === "rows" && rows.length > 0) rows.push((rows.pop() ?? 0) + linesIn(piece.text));
    else throw altered(file.path, 0);
  }
  const isWhole = contents?.tables.length === rows.length && totals?.rows.join() === rows.join();
  if (contents === null || totals === null || !isWhole) throw altered(file.path, 0);
  return { contents, totals };
}

/** COPY's text escapes line breaks, so lines are rows. */
export function linesIn(text: Buffer): number {
  let lines = 0;
  for (let at = text.indexOf(10); at !== -1; at = text.indexOf(10, at + 1)) lines += 1;
  return lines;
}
