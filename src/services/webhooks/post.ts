import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import {
  AddressRefused,
  guardedLookup,
  isPublicAddress,
  refuseAddress,
  systemResolve,
  type Resolve,
} from "./address.ts";

/** How the outside is reached. */
export interface Network {
  readonly resolve: Resolve;
  /** Which addresses may be asked. */
  readonly allowed: (address: string) => boolean;
  /** For one attempt with all its redirects. */
  readonly timeoutMs: number;
}

/** The internet, or with `allowPrivate` also this machine and the networks around it. */
export function outside(allowPrivate: boolean): Network {
  return { resolve: systemResolve, allowed: allowPrivate ? () => true : isPublicAddress, timeoutMs: 10_000 };
}

/** A receiver's status, or in a few words why there is none: without an address, a query or anything it said. */
export type Answered =
  | { readonly status: number; readonly error: null }
  | { readonly status: null; readonly error: string };

const mostRedirects = 3;
const redirects = [301, 302, 303, 307, 308];
/** Of an answer's body; it is not looked at. */
const mostBodyBytes = 64 * 1024;

/** Says why a message was not brought. */
class NotPosted extends Error {}

/** POST, over redirects too, which it never turns into a GET. Never rejects. */
export async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  network: Network,
): Promise<Answered> {
  const signal = AbortSignal.timeout(network.timeoutMs);
  try {
    let target = new URL(url);
    for (let hop = 0; hop <= mostRedirects; hop += 1) {
      const { status, location } = await postOnce(target, headers, body, network, signal);
      if (!redirects.includes(status) || location === null) return { status, error: null };
      target = next(target, location);
    }
    throw new NotPosted(`more than ${mostRedirects} redirects`);
  } catch (error) {
    return { status: null, error: signal.aborted ? `no answer within ${network.timeoutMs / 1000} s` : reason(error) };
  }
}

/** @throws NotPosted for what is no address, or would send in the clear what was to be encrypted */
function next(from: URL, location: string): URL {
  const to = URL.canParse(location, from) ? new URL(location, from) : null;
  if (to === null) throw new NotPosted("a redirect to no address");
  if (from.protocol === "https:" && to.protocol !== "https:") throw new NotPosted("a redirect away from https");
  return to;
}

async function postOnce(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  { resolve, allowed }: Network,
  signal: AbortSignal,
): Promise<{ status: number; location: string | null }> {
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new NotPosted("not an http or https address");
  refuseAddress(url, allowed);
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((done, failed) => {
    const sent = request(url, {
      method: "POST",
      // A connection of its own, so that each is looked up and checked anew.
      agent: false,
      lookup: guardedLookup(resolve, allowed),
      headers: {
        ...headers,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "user-agent": "Conclave",
      },
      signal,
    });
    sent.once("error", failed);
    sent.once("response", (response: IncomingMessage) => {
      discard(response);
      done({ status: response.statusCode ?? 0, location: response.headers.location ?? null });
    });
    sent.end(body);
  });
}

/** Lets the receiver end what it says, within bounds: cutting it off would look to it like a failure of ours. */
function discard(response: IncomingMessage): void {
  let bytes = 0;
  response.on("error", () => {});
  response.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostBodyBytes) response.destroy();
  });
}

function reason(error: unknown): string {
  if (error instanceof NotPosted || error instanceof AddressRefused) return error.message;
  const [first] = error instanceof AggregateError ? error.errors : [error];
  // A code such as ECONNREFUSED or CERT_HAS_EXPIRED: messages name addresses.
  return first instanceof Error && "code" in first && typeof first.code === "string"
    ? `the connection failed: ${first.code}`
    : "the connection failed";
}
