import type { IncomingMessage } from "node:http";
import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { batchLimits, type BatchLine, type BatchResult, type Refusal } from "#src/contract/jobs/batches.ts";
import { routes } from "#src/contract/api/routes.ts";
import { cancelBatch, getBatch, listBatches, readBatchResults, submitBatch } from "#src/product/batches/batches.ts";
import { requireScope } from "#src/product/context.ts";
import { created, page } from "../answers.ts";
import type { Handlers } from "../mount.ts";
import { BadRequest, ValidationFailed } from "../problems.ts";
import { readBody, noteBody } from "../bodies/read-body.ts";
import { validate, validateLine } from "../bodies/validation.ts";

const askAgain = "5";
/** Of one read: with their reports some 30 KB each. */
const resultsAtOnce = 100;
const toldErrors = 5;
const itemsAtOnce = 100;
const utf8 = new TextDecoder("utf-8", { fatal: true });

export const batchHandlers = () =>
  ({
    submitBatch: async ({ c, ctx, headers, query: { budget_usd: budgetUsd = null } }) => {
      // Before ten megabytes are read of somebody who may not.
      requireScope(ctx, "analyses:write");
      const lines = await readBatch(c.env.incoming);
      const asked = { lines, budgetUsd, idempotencyKey: headers["idempotency-key"] ?? null };
      const { batch, replayed } = await submitBatch(ctx, asked);
      return created(batch, `/v1/batches/${batch.id}`, { replayed, askAgain });
    },
    listBatches: async ({ ctx, query: { cursor = null, limit } }) => {
      const { batches, older } = await listBatches(ctx, { before: cursor, limit });
      return page(batches, older);
    },
    getBatch: ({ ctx, path }) => getBatch(ctx, path.batch_id),
    cancelBatch: ({ ctx, path }) => cancelBatch(ctx, path.batch_id),
    getBatchResults: async ({ ctx, path: { batch_id: id }, query: { after: from, include } }) => {
      const read = (after: number): Promise<readonly BatchResult[]> =>
        readBatchResults(ctx, { id, after, limit: resultsAtOnce, reports: include === "reports" });
      // So that a foreign one has its own status.
      const first = await read(from);
      return new Response(streamOf(first, read), {
        headers: { "content-type": "application/jsonl; charset=utf-8", "cache-control": "private, no-cache" },
      });
    },
  }) satisfies Partial<Handlers>;

/** A page at a time, as fast as the client takes them. */
function streamOf(
  first: readonly BatchResult[],
  read: (after: number) => Promise<readonly BatchResult[]>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next: readonly BatchResult[] | null = first;
  return new ReadableStream({
    async pull(controller) {
      const results = next ?? [];
      if (results.length > 0)
        controller.enqueue(encoder.encode(results.map((result) => `${JSON.stringify(result)}\n`).join("")));
      const last = results.at(-1);
      if (last === undefined || results.length < resultsAtOnce) return controller.close();
      next = await read(last.line);
      if (next.length === 0) controller.close();
    },
  });
}

/** @throws as readLines and readBody do */
async function readBatch(incoming: IncomingMessage): Promise<BatchLine[]> {
  const lines: BatchLine[] = [];
  const places = new Map<string, number>();
  const isArray = /^application\/json\b/i.test(incoming.headers["content-type"] ?? "");
  for await (const read of isArray ? readItems(incoming) : readTexts(incoming)) {
    const before = read.customId === null ? undefined : places.get(read.customId);
    if (before !== undefined) {
      const detail = `custom_id was already used in line ${before}`;
      lines.push({ line: read.line, customId: read.customId, refusal: { detail } });
      continue;
    }
    if (read.customId !== null) places.set(read.customId, read.line);
    lines.push(read);
  }
  return lines;
}

/** JSON Lines. */
async function* readTexts(incoming: IncomingMessage): AsyncGenerator<BatchLine> {
  for await (const { line, bytes } of readLines(incoming, batchLimits))
    yield bytes === null ? tooLong(line) : readLine(incoming, line, bytes);
}

/** An array of JSON. */
async function* readItems(incoming: IncomingMessage): AsyncGenerator<BatchLine> {
  const { value } = await readBody(incoming, batchLimits.bytes);
  if (Array.isArray(value) && value.length > batchLimits.lines)
    throw new BadRequest(413, `a batch can have at most ${batchLimits.lines} lines`);
  const items = validate(z.array(z.unknown()).min(1), value, "body");
  for (const [index, item] of items.entries()) {
    // Others have their turn meanwhile, as between two pieces of a text.
    if (index % itemsAtOnce === itemsAtOnce - 1) await setImmediate();
    yield readItem(incoming, index + 1, item);
  }
}

function tooLong(line: number): BatchLine {
  return { line, customId: null, refusal: { detail: `the line is longer than ${batchLimits.lineBytes} bytes` } };
}

/** A line's fault is told with the results. */
function readLine(incoming: IncomingMessage, line: number, bytes: Buffer): BatchLine {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    return { line, customId: null, refusal: { detail: "the line is not JSON in UTF-8" } };
  }
  return readItem(incoming, line, value);
}

function readItem(incoming: IncomingMessage, line: number, value: unknown): BatchLine {
  try {
    const { custom_id: customId, request } = validateLine(routes.submitBatch.lines, value, incoming);
    const { own_model: own, holdings: _refused, portfolio: _refusedToo, ...asked } = request;
    return { line, customId, asked: { ...asked, ...(own != null && { own_model: own }) } };
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    return { line, customId: namedIn(value), refusal: refusalOf(error) };
  }
}

function refusalOf({ errors }: ValidationFailed): Refusal {
  return {
    detail: errors.slice(0, toldErrors).map(({ type, loc, msg }) => ({ type, loc: loc.slice(1).map(String), msg })),
  };
}

function namedIn(value: unknown): string | null {
  const named = routes.submitBatch.lines.pick({ custom_id: true }).safeParse(value);
  return named.success ? named.data.custom_id : null;
}

interface LineLimits {
  /** Of the whole body. */
  readonly bytes: number;
  readonly lines: number;
  /** Of one line, without its end. */
  readonly lineBytes: number;
}

const newline = 10;

/**
 * The lines of a body as they come, without those that are empty; of one that is too long only its beginning is held.
 * @returns each with its number in the body, from 1; `null` in place of a text that is too long
 * @throws BadRequest 413 for a body that is too large or has too many lines, 415 for another kind, 400 when it ends too early
 */
async function* readLines(
  incoming: IncomingMessage,
  { bytes: mostBytes, lines: mostLines, lineBytes }: LineLimits,
): AsyncGenerator<{ readonly line: number; readonly bytes: Buffer | null }> {
  const {
    "content-type": type = "",
    "content-encoding": encoding = "identity",
    "content-length": length,
  } = incoming.headers;
  const [essence = ""] = type.split(";");
  // None of these is one that a page of another site may send unasked.
  if (!/^application\/(?:jsonl|x-ndjson|x-jsonlines)$/i.test(essence.trim()))
    throw new BadRequest(415, "the body must be application/json or application/jsonl");
  if (encoding.toLowerCase() !== "identity") throw new BadRequest(415, "the body must not be compressed");
  const tooLarge = (): BadRequest => new BadRequest(413, `the body is larger than ${mostBytes} bytes`);
  if (Number(length ?? 0) > mostBytes) throw tooLarge();
  let size = 0;
  let number = 0;
  let told = 0;
  let held: Buffer[] = [];
  let heldBytes = 0;
  const hold = (piece: Buffer): void => {
    heldBytes += piece.length;
    if (heldBytes <= lineBytes) held.push(piece);
    else held = [];
  };
  const take = (): { readonly line: number; readonly bytes: Buffer | null } | null => {
    number += 1;
    const bytes = heldBytes > lineBytes ? null : Buffer.concat(held);
    held = [];
    heldBytes = 0;
    if (bytes?.every((byte) => byte === 32 || byte === 9 || byte === 13) === true) return null;
    told += 1;
    if (told > mostLines) throw new BadRequest(413, `a batch can have at most ${mostLines} lines`);
    return { line: number, bytes };
  };
  try {
    // One that is refused is left as it is, so that the answer reaches a client that still sends.
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError("a body is read as bytes");
      noteBody(incoming, chunk);
      size += chunk.length;
      if (size > mostBytes) throw tooLarge();
      let start = 0;
      for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
        hold(chunk.subarray(start, end));
        start = end + 1;
        const line = take();
        if (line !== null) yield line;
      }
      hold(chunk.subarray(start));
    }
  } catch (error) {
    incoming.pause();
    if (error instanceof BadRequest || error instanceof TypeError) throw error;
    throw new BadRequest(400, "the body ended too early");
  }
  const last = heldBytes === 0 ? null : take();
  if (last !== null) yield last;
}
