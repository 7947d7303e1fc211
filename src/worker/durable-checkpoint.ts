import { DBOS } from "@dbos-inc/dbos-sdk";
import { journalPageName, readJournalPage, type JournalPage } from "#src/db/job-queue.ts";
import type { Checkpoint } from "#src/debate/checkpoint.ts";
import { isCallKey } from "#src/debate/model-call.ts";
import { CorruptRun } from "#src/platform/errors.ts";

/** What costs nothing to do again is written with the next call, or alone when none ends soon. */
const flushDelayMs = 50;

interface Line {
  readonly key: string;
  readonly value: unknown;
  readonly written: PromiseWithResolvers<unknown>;
}

/** What a run has finished, as pages of the durable engine's: each page is one step of the workflow. */
export interface Journal extends Checkpoint {
  /** Nothing more is written. */
  close(): void;
}

/**
 * Keeps a run's finished steps under their keys. Those that end at the same time, or while a page is being written,
 * stand on one page, so that the engine's cost is by page and not by step. A call goes on only when its page is
 * written. Pages are numbered, which is how the engine finds them again; steps are found by their keys, so it does
 * not matter which of two that stand side by side was quicker (docs/adr/0007).
 * @param earlier what earlier attempts at this run wrote
 */
export async function openJournal(earlier: readonly JournalPage[]): Promise<Journal> {
  const kept = new Map(earlier.flatMap((page) => Object.entries(page)));
  await takePlaces(earlier.length);
  let pages = earlier.length;
  let open: Line[] = [];
  let writing = false;
  let soon: NodeJS.Immediate | undefined;
  let later: NodeJS.Timeout | undefined;

  const write = async (): Promise<void> => {
    clearTimeout(later);
    later = undefined;
    soon = undefined;
    if (writing) return;
    writing = true;
    while (open.length > 0) {
      const lines = open;
      open = [];
      pages += 1;
      try {
        // As a text: the engine's own way to write values costs many times as much.
        const text = JSON.stringify(Object.fromEntries(lines.map(({ key, value }) => [key, value])));
        const page = readJournalPage(await DBOS.runStep(() => Promise.resolve(text), { name: journalPageName(pages) }));
        for (const { key, written } of lines) written.resolve(page[key]);
      } catch (error) {
        // Among them that the run was cancelled. Who waits is told; what nobody waits for was of use only to a later attempt.
        for (const { written } of lines) written.reject(error);
      }
    }
    writing = false;
  };

  return {
    kept,
    async step(key, schema, run) {
      const parse = (value: unknown) => {
        const read = schema.safeParse(value);
        if (!read.success) throw new CorruptRun(`step "${key}" has been altered`);
        return read.data;
      };
      if (kept.has(key)) return parse(kept.get(key));
      const value = await run();
      const written = Promise.withResolvers<unknown>();
      written.promise.catch(() => {});
      open.push({ key, value, written });
      if (!isCallKey(key)) {
        later ??= setTimeout(() => void write(), flushDelayMs);
        return parse(value);
      }
      // Once all that end now have ended.
      soon ??= setImmediate(() => void write());
      return parse(await written.promise);
    },
    close() {
      clearImmediate(soon);
      clearTimeout(later);
      open = [];
    },
  };
}

/** Of the pages that earlier attempts wrote, in the workflow: each is there, so nothing is run. */
async function takePlaces(pages: number): Promise<void> {
  for (let page = 1; page <= pages; page += 1)
    await DBOS.runStep(() => Promise.reject(new CorruptRun(`page ${page} of the run is gone`)), {
      name: journalPageName(page),
    });
}
