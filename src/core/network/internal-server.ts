import { hkdfSync, timingSafeEqual } from "node:crypto";
import { type IncomingMessage, type Server, createServer } from "node:http";
import { InvalidInput } from "../errors.ts";
import { type Exposure, isLoopbackName, isOldHealthCheck, soleHost } from "./exposure.ts";

/** Proves the front door to the pages; clients' are dropped. */
export const internalHeader = "x-conclave-internal";

/** Bound to how the service is reached, so that disagreeing processes refuse each other. */
export function pagesSecret(
  secret: string,
  { local, publicUrl }: { readonly local: boolean; readonly publicUrl: string | null },
): string {
  return derived(secret, `pages ${local ? "local" : "reached"} ${publicUrl ?? ""}`);
}

/** For health, under any name. */
export function healthSecret(secret: string): string {
  return derived(secret, "health");
}

/** From the secret that all processes have, so that nobody sets another (docs/adr/0023). */
function derived(secret: string, purpose: string): string {
  return Buffer.from(hkdfSync("sha256", secret, "", `conclave internal 1 ${purpose}`, 32)).toString("base64url");
}

/** Compares in constant time. */
export function secretHolds(expected: string, given: string | readonly string[] | undefined): boolean {
  if (typeof given !== "string") return false;
  const [own, sent] = [Buffer.from(expected), Buffer.from(given)];
  return own.length === sent.length && timingSafeEqual(own, sent);
}

/** @throws InvalidInput when the port is taken or not allowed */
export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error): void =>
      reject(new InvalidInput(`cannot listen on port ${port} of ${host}: ${error.message}`));
    server.once("error", refuse).listen(port, host, () => {
      server.off("error", refuse);
      resolve();
    });
  });
}

/** Where it listens; `null` while it does not. */
export function portOf(server: Server): number | null {
  const address = server.address();
  return typeof address === "object" ? (address?.port ?? null) : null;
}

/** What a process reports about itself to its operator. */
export interface ProcessStatus {
  /** Why the process does not work; `null`: it does. */
  trouble(): string | null;
  /** It can serve. */
  ready(): Promise<boolean>;
  readonly figures: { metrics(): Promise<string>; readonly contentType: string };
}

export interface InternalAccess {
  /** What the server will listen on. */
  readonly host: string;
  readonly admits: Exposure["admits"];
  /** The front door asks with it, under any host name. */
  readonly health: string;
  /** `null`: only where nobody else can reach the server. */
  readonly metricsToken: string | null;
}

interface Said {
  readonly status: number;
  readonly body: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `/healthz` (the process works), `/readyz` (it can serve) and `/metrics`. */
export function createInternalServer(vitals: ProcessStatus, access: InternalAccess): Server {
  return createServer((request, response) => {
    const answer = ({ status, body, type = "text/plain", headers = {} }: Said): void =>
      void response
        .writeHead(status, { "content-type": type, "cache-control": "no-store", ...headers })
        .end(request.method === "HEAD" ? undefined : body);
    const refusal = refusalOf(request, access);
    if (refusal !== null) return answer(refusal);
    void tell(request, vitals).then(answer, () => answer({ status: 500, body: "internal error\n" }));
  });
}

async function tell({ url }: IncomingMessage, { trouble, ready, figures }: ProcessStatus): Promise<Said> {
  const ok = { status: 200, body: "ok\n" };
  switch (url) {
    case "/healthz": {
      const reason = trouble();
      return reason === null ? ok : { status: 503, body: `${reason}\n` };
    }
    case "/readyz":
      return (await ready()) ? ok : { status: 503, body: "not ready\n" };
    case "/metrics":
      return { status: 200, body: await figures.metrics(), type: figures.contentType };
    default:
      return { status: 404, body: "not found\n" };
  }
}

/** Foreign names learn nothing; figures need a token or this machine. */
function refusalOf(request: IncomingMessage, { host, admits, health, metricsToken }: InternalAccess): Said | null {
  if (request.method !== "GET" && request.method !== "HEAD")
    return { status: 405, body: "method not allowed\n", headers: { allow: "GET, HEAD" } };
  if (request.headers.host === undefined && isOldHealthCheck(request, ["/healthz", "/readyz"])) return null;
  const asked = soleHost(request.rawHeaders);
  if (asked === null) return { status: 400, body: "the request must name one host\n" };
  const [, bearer] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? "") ?? [];
  if (metricsToken !== null && secretHolds(metricsToken, bearer)) return null;
  const figures = request.url === "/metrics";
  if (!figures && secretHolds(health, bearer)) return null;
  if (!admits(asked)) return { status: 403, body: "this server does not accept this host name; see PUBLIC_URL\n" };
  if (!figures || (metricsToken === null && isLoopbackName(host))) return null;
  return {
    status: 401,
    body: "send the METRICS_TOKEN: Authorization: Bearer TOKEN\n",
    headers: { "www-authenticate": 'Bearer realm="conclave"' },
  };
}
