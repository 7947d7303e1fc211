import { pagesOf, type Pages } from "../pages.ts";
import type {
  CreatedEndpoint,
  Endpoint,
  EndpointDelivery,
  operations,
  RotatedSecret,
  SaveEndpoint,
} from "../schema.ts";
import { jsonBody, type RequestOptions, type Transport } from "../transport.ts";

export type DeliveryFilter = NonNullable<operations["listDeliveries"]["parameters"]["query"]>;

/** Where events of your account are sent. */
export class Webhooks {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** All of your account, oldest first, without their secrets. */
  async list(options?: RequestOptions): Promise<readonly Endpoint[]> {
    const path = "/v1/webhooks";
    return (await this.#transport.json<{ readonly data: readonly Endpoint[] }>({ method: "GET", path }, options)).data;
  }

  /** The answer alone has its secret. */
  create(endpoint: SaveEndpoint, options?: RequestOptions): Promise<CreatedEndpoint> {
    const call = { method: "POST", path: "/v1/webhooks", body: jsonBody(endpoint), once: true } as const;
    return this.#transport.json(call, options);
  }

  get(id: string, options?: RequestOptions): Promise<Endpoint> {
    return this.#transport.json({ method: "GET", path: pathOf(id) }, options);
  }

  /** Replaces address, name and events; the secret stays. */
  replace(id: string, endpoint: SaveEndpoint, options?: RequestOptions): Promise<Endpoint> {
    return this.#transport.json({ method: "PUT", path: pathOf(id), body: jsonBody(endpoint) }, options);
  }

  async delete(id: string, options?: RequestOptions): Promise<void> {
    await this.#transport.send({ method: "DELETE", path: pathOf(id) }, options, () => null);
  }

  /** Messages that wait are dropped. Can be repeated. */
  pause(id: string, options?: RequestOptions): Promise<Endpoint> {
    return this.#transport.json({ method: "POST", path: `${pathOf(id)}/pause` }, options);
  }

  resume(id: string, options?: RequestOptions): Promise<Endpoint> {
    return this.#transport.json({ method: "POST", path: `${pathOf(id)}/resume` }, options);
  }

  /** A new secret, which is told once. The one before it signs beside it for a day. */
  rotateSecret(id: string, options?: RequestOptions): Promise<RotatedSecret> {
    return this.#transport.json({ method: "POST", path: `${pathOf(id)}/rotate-secret`, once: true }, options);
  }

  /** Sends a `webhook.test`. */
  test(id: string, options?: RequestOptions): Promise<EndpointDelivery> {
    return this.#transport.json({ method: "POST", path: `${pathOf(id)}/test`, once: true }, options);
  }

  /** Every message with its attempts, newest first. */
  deliveries(id: string, filter: DeliveryFilter = {}, options?: RequestOptions): Pages<EndpointDelivery> {
    return pagesOf(this.#transport, `${pathOf(id)}/deliveries`, filter, options);
  }

  /** Sends a message that has ended again, under its own id. */
  redeliver(id: string, delivery: string, options?: RequestOptions): Promise<EndpointDelivery> {
    const path = `${pathOf(id)}/deliveries/${encodeURIComponent(delivery)}/redeliver`;
    return this.#transport.json({ method: "POST", path, once: true }, options);
  }
}

function pathOf(id: string): string {
  return `/v1/webhooks/${encodeURIComponent(id)}`;
}
