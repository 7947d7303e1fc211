import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import type { DepositReceipt } from "#src/contract/accounts/deposits.ts";
import { Cancelled, QueueFull, RenderFailed } from "#src/core/errors.ts";
import type { FinishedRun } from "./text/result-text.ts";

export type RenderTask =
  | { readonly kind: "pdf" | "html" | "md"; readonly finished: FinishedRun }
  | { readonly kind: "receipt"; readonly receipt: DepositReceipt };

/** What a thread answers. */
export type Rendered =
  | { readonly ok: true; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly ok: false; readonly stack: string };

export interface Wanted {
  readonly task: RenderTask;
  /** The same for the same document: all who ask for it while it is made share it. */
  readonly key: string;
  /** Owners take turns. */
  readonly owner: string;
  /** Whoever asks has left. What nobody waits for is not started; what was started is made to its end. */
  readonly signal: AbortSignal;
}

/** Makes documents in threads, so that whoever asks for many of them delays nobody else's answers. */
export interface Renderer {
  /** @throws QueueFull; RenderFailed for what cannot be made; Cancelled */
  render(wanted: Wanted): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

export interface RenderLimits {
  readonly threads: number;
  /** Documents that wait, of all owners and of one. */
  readonly mostWaiting: number;
  readonly mostOfOwner: number;
  /** For one document, from its begin. */
  readonly withinMs: number;
  readonly heapMb: number;
  /** After which a thread without work ends: it holds memory. */
  readonly idleMs: number;
}

const usual: RenderLimits = {
  threads: Math.min(4, Math.max(2, availableParallelism())),
  mostWaiting: 128,
  mostOfOwner: 32,
  withinMs: 30_000,
  heapMb: 256,
  idleMs: 30_000,
};
/** What could not be made is not tried again for so long: it would fail the same way, and hold a thread meanwhile. */
const failureKeptMs = 5 * 60_000;
const mostFailures = 1000;

interface Rendering extends Pick<Wanted, "task" | "key" | "owner"> {
  readonly result: PromiseWithResolvers<Uint8Array<ArrayBuffer>>;
  /** How many wait for it. */
  wanted: number;
}

export function createRenderer(given: Partial<RenderLimits> = {}): Renderer {
  const limits = { ...usual, ...given };
  const known = new Map<string, Rendering>();
  const failures = new LRUCache<string, RenderFailed>({ max: mostFailures, ttl: failureKeptMs });
  const waiting = createLanes(limits);
  const threads = new Set<Thread>();
  let open = true;

  const begin = (): void => {
    const thread = [...threads].find(({ busy }) => !busy) ?? null;
    if (!open || (thread === null && threads.size >= limits.threads)) return;
    const next = waiting.next();
    if (next === undefined) return;
    const chosen = thread ?? openThread(limits, (ended) => threads.delete(ended));
    threads.add(chosen);
    void chosen.run(next.task).then(next.result.resolve, (error: unknown) => {
      if (error instanceof RenderFailed) failures.set(next.key, error);
      next.result.reject(error);
    });
    next.result.promise
      .catch(() => {})
      .finally(() => {
        known.delete(next.key);
        begin();
      });
    begin();
  };

  const enqueue = ({ task, key, owner }: Wanted): Rendering => {
    const rendering = { task, key, owner, result: Promise.withResolvers<Uint8Array<ArrayBuffer>>(), wanted: 0 };
    waiting.add(rendering);
    known.set(key, rendering);
    return rendering;
  };

  return {
    async render(wanted) {
      const failure = failures.get(wanted.key);
      if (failure !== undefined) throw failure;
      wanted.signal.throwIfAborted();
      const rendering = known.get(wanted.key) ?? enqueue(wanted);
      rendering.wanted += 1;
      const leave = (): void => {
        rendering.wanted -= 1;
        if (rendering.wanted > 0 || !waiting.drop(rendering)) return;
        known.delete(rendering.key);
        rendering.result.reject(new Cancelled("the request for the document was cancelled"));
      };
      wanted.signal.addEventListener("abort", leave, { once: true });
      begin();
      return rendering.result.promise.finally(() => wanted.signal.removeEventListener("abort", leave));
    },
    async close() {
      open = false;
      await Promise.all([...threads].map((thread) => thread.end()));
      for (const { result } of known.values()) result.reject(new Cancelled("the server is stopping"));
    },
  };
}

/** Texts take a fiftieth of the time of a PDF, so they go first. */
function createLanes({ mostWaiting, mostOfOwner }: RenderLimits) {
  const [texts, drawings] = [createTurns(), createTurns()];
  const laneOf = ({ task: { kind } }: Rendering) => (kind === "html" || kind === "md" ? texts : drawings);
  return {
    next: () => texts.next() ?? drawings.next(),
    drop: (rendering: Rendering) => laneOf(rendering).drop(rendering),
    /** @throws QueueFull */
    add(rendering: Rendering): void {
      const lane = laneOf(rendering);
      if (texts.size() + drawings.size() >= mostWaiting || lane.of(rendering.owner) >= mostOfOwner)
        throw new QueueFull("too many documents are being generated; try again in a moment");
      lane.add(rendering);
    },
  };
}

/** What waits, owner by owner in turn: whoever asks for sixty does not come before whoever asks for one. */
function createTurns() {
  const waiting = new Map<string, Rendering[]>();
  return {
    size: () => [...waiting.values()].reduce((sum, { length }) => sum + length, 0),
    of: (owner: string) => waiting.get(owner)?.length ?? 0,
    add(rendering: Rendering): void {
      const theirs = waiting.get(rendering.owner);
      if (theirs === undefined) waiting.set(rendering.owner, [rendering]);
      else theirs.push(rendering);
    },
    next(): Rendering | undefined {
      const [first] = waiting;
      if (first === undefined) return undefined;
      const [owner, [next, ...others]] = first;
      waiting.delete(owner);
      if (others.length > 0) waiting.set(owner, others);
      return next;
    },
    /** @returns false when it was started */
    drop(rendering: Rendering): boolean {
      const theirs = waiting.get(rendering.owner) ?? [];
      const others = theirs.filter((each) => each !== rendering);
      if (others.length > 0) waiting.set(rendering.owner, others);
      else waiting.delete(rendering.owner);
      return others.length < theirs.length;
    },
  };
}

interface Thread {
  readonly busy: boolean;
  /** @throws RenderFailed */
  run(task: RenderTask): Promise<Uint8Array<ArrayBuffer>>;
  end(): Promise<unknown>;
}

/** A thread that ends when it is idle for long, or with a document that is too much for it. */
function openThread({ withinMs, heapMb, idleMs }: RenderLimits, ended: (thread: Thread) => void): Thread {
  const worker = new Worker(new URL("./render-thread.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  let task: PromiseWithResolvers<Uint8Array<ArrayBuffer>> | null = null;
  let timer: NodeJS.Timeout | undefined;
  const over = (finish: (waiting: PromiseWithResolvers<Uint8Array<ArrayBuffer>>) => void): void => {
    clearTimeout(timer);
    const waiting = task;
    task = null;
    if (waiting !== null) finish(waiting);
  };
  const fail = (reason: string, cause?: unknown): void => {
    ended(thread);
    over(({ reject }) => reject(new RenderFailed(reason, { cause })));
    void worker.terminate();
  };
  const thread: Thread = {
    get busy() {
      return task !== null;
    },
    run(asked) {
      clearTimeout(timer);
      task = Promise.withResolvers();
      timer = setTimeout(() => fail(`the document could not be generated within ${withinMs / 1000} s`), withinMs);
      // The second argument is the list of what is handed over; a thread has no origin.
      worker.postMessage(asked, []);
      return task.promise;
    },
    end: () => {
      ended(thread);
      over(({ reject }) => reject(new Cancelled("the server is stopping")));
      return worker.terminate();
    },
  };
  worker.on("message", (answer: Rendered) => {
    over(({ resolve, reject }) =>
      answer.ok
        ? resolve(answer.bytes)
        : reject(new RenderFailed("the document could not be generated", { cause: new Error(answer.stack) })),
    );
    timer = setTimeout(() => void thread.end(), idleMs).unref();
  });
  worker.once("error", (error: NodeJS.ErrnoException) =>
    fail(
      error.code === "ERR_WORKER_OUT_OF_MEMORY"
        ? "the document needs too much memory"
        : "the document could not be generated",
      error,
    ),
  );
  worker.once("exit", (code) => fail(`the rendering thread exited with code ${code}`));
  // A process that has nothing else to do may end.
  worker.unref();
  return thread;
}

/** Changes when the same content would give other bytes: with the code of this room, or a library's release. */
export function documentVersion(): string {
  const folder = import.meta.dirname;
  const hash = createHash("sha256");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.[jt]s$/.test(name));
  for (const name of names.toSorted())
    if (!name.endsWith(".test.ts")) hash.update(name).update(readFileSync(join(folder, name)));
  // Names the libraries' releases.
  hash.update(readFileSync(join(folder, "../../package.json")));
  return hash.digest("base64url").slice(0, 16);
}
