import { pagesOf, type Pages } from "../pages.ts";
import type { LoggedRequest, LoggedRequestDetail, operations } from "../schema.ts";
import type { RequestOptions, Transport } from "../transport.ts";

export type RequestFilter = NonNullable<operations["listRequests"]["parameters"]["query"]>;

/** The log of requests that were made with your keys. */
export class Requests {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Newest first, of the last 30 days. */
  list(filter: RequestFilter = {}, options?: RequestOptions): Pages<LoggedRequest> {
    return pagesOf(this.#transport, "/v1/requests", filter, options);
  }

  /** With its body: enough to send it again. */
  get(id: string, options?: RequestOptions): Promise<LoggedRequestDetail> {
    return this.#transport.json({ method: "GET", path: `/v1/requests/${encodeURIComponent(id)}` }, options);
  }
}
