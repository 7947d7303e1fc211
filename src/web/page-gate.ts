import type { IncomingMessage, ServerResponse } from "node:http";
import { soleHost, type Exposure } from "#src/platform/exposure.ts";
import { internalHeader, secretHolds } from "#src/platform/internal-secret.ts";
import type { Log } from "#src/platform/log.ts";

/** False for a request that it has answered itself. */
export type PageGate = (request: IncomingMessage, response: ServerResponse) => boolean;

const direct = "the pages are reached through the front door alone";
const disagreeing =
  "the pages and the front door are set up differently; start both with the same AUTH_SECRET, PUBLIC_URL, " +
  "ALLOWED_HOSTS and TRUSTED_PROXIES";

/** Lets in what the front door passes on, and tells everybody whom a name of ours brought here that the process works. */
export function createPageGate(secret: string, admits: Exposure["admits"], log: Log): PageGate {
  let warned = false;
  return (request, response) => {
    const answer = (status: number, type: string, body: string): false => {
      response.writeHead(status, { "content-type": type, "cache-control": "no-store" }).end(body);
      return false;
    };
    const { [internalHeader]: given } = request.headers;
    if (takeSecret(request, secret)) return true;
    if (request.url === "/healthz" && given === undefined && admits(soleHost(request.rawHeaders) ?? ""))
      return answer(200, "text/plain", "ok\n");
    if (given !== undefined && !warned) log.warn(disagreeing);
    warned ||= given !== undefined;
    return answer(403, "application/json", JSON.stringify({ detail: given === undefined ? direct : disagreeing }));
  };
}

/** Whether the front door sent it. No page and no log sees by what that was told. */
export function takeSecret(request: IncomingMessage, secret: string): boolean {
  const holds = secretHolds(secret, request.headers[internalHeader]);
  delete request.headers[internalHeader];
  const raw = request.rawHeaders;
  for (let at = raw.length - 2; at >= 0; at -= 2) if (raw[at]?.toLowerCase() === internalHeader) raw.splice(at, 2);
  return holds;
}
