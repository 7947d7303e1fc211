import type { IncomingMessage, ServerResponse } from "node:http";
import { soleHost, type Exposure } from "#src/core/exposure.ts";
import { internalHeader, secretHolds } from "#src/core/internal-secret.ts";
import type { Log } from "#src/core/log.ts";

export interface PageGate {
  /** False for a request that it has answered itself. */
  readonly admits: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** From now on it tells that the process works. */
  readonly open: () => void;
}

const direct = "the pages can only be reached through the front door";
const disagreeing =
  "the pages and the front door are set up differently; start both with the same AUTH_SECRET, PUBLIC_URL " +
  "and TRUSTED_PROXIES";

/** Lets in what the front door passes on, and tells everybody whom a name of ours brought here that the process works. */
export function createPageGate(secret: string, admits: Exposure["admits"], log: Log): PageGate {
  let warned = false;
  let isOpen = false;
  const check: PageGate["admits"] = (request, response) => {
    const answer = (status: number, type: string, body: string): false => {
      response.writeHead(status, { "content-type": type, "cache-control": "no-store" }).end(body);
      return false;
    };
    const { [internalHeader]: given } = request.headers;
    if (takeSecret(request, secret)) return true;
    if (request.url === "/healthz" && given === undefined && admits(soleHost(request.rawHeaders) ?? ""))
      return isOpen ? answer(200, "text/plain", "ok\n") : answer(503, "text/plain", "starting\n");
    if (given !== undefined && !warned) log.warn(disagreeing);
    warned ||= given !== undefined;
    return answer(403, "application/json", JSON.stringify({ detail: given === undefined ? direct : disagreeing }));
  };
  return { admits: check, open: () => void (isOpen = true) };
}

/** Whether the front door sent it. No page and no log sees by what that was told. */
export function takeSecret(request: IncomingMessage, secret: string): boolean {
  const holds = secretHolds(secret, request.headers[internalHeader]);
  delete request.headers[internalHeader];
  const raw = request.rawHeaders;
  for (let at = raw.length - 2; at >= 0; at -= 2) if (raw[at]?.toLowerCase() === internalHeader) raw.splice(at, 2);
  return holds;
}
