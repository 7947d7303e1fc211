import type { RequestOptions, Transport } from "./transport.ts";

/** A page of a list. To loop over it goes through all items, with those of the pages that follow. */
export class Page<T> implements AsyncIterable<T> {
  readonly data: readonly T[];
  /** The `cursor` of the next page; `null` on the last. */
  readonly nextCursor: string | null;
  readonly #next: (cursor: string) => Promise<Page<T>>;

  constructor(data: readonly T[], nextCursor: string | null, next: (cursor: string) => Promise<Page<T>>) {
    this.data = data;
    this.nextCursor = nextCursor;
    this.#next = next;
  }

  /** `null` behind the last page. */
  async next(): Promise<Page<T> | null> {
    return this.nextCursor === null ? null : this.#next(this.nextCursor);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    yield* this.data;
    for (let page = await this.next(); page !== null; page = await page.next()) yield* page.data;
  }
}

/** The first page, when awaited; all items, when looped over. */
export class Pages<T> extends Promise<Page<T>> implements AsyncIterable<T> {
  /** What `then` makes is a promise like any other. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    yield* await this;
  }
}

interface PageBody<T> {
  readonly data: readonly T[];
  readonly next_cursor: string | null;
}

type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

export function pagesOf<T>(transport: Transport, path: string, query: Query = {}, options?: RequestOptions): Pages<T> {
  const load = async (asked: Query): Promise<Page<T>> => {
    const body = await transport.json<PageBody<T>>({ method: "GET", path, query: asked }, options);
    return new Page(body.data, body.next_cursor, (cursor) => load({ ...query, cursor }));
  };
  return new Pages((resolve) => resolve(load(query)));
}
