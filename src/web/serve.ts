import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { format, stripVTControlCharacters } from "node:util";
import { internalSecrets } from "#src/server/compose/auth-settings.ts";
import { loadSettings, setEnvironment } from "#src/core/config/config.ts";
import { Cancelled } from "#src/core/errors.ts";
import { addressOf, type Inner, exposureOf, soleHost, type Exposure } from "#src/core/network/exposure.ts";
import { internalHeader, secretHolds, listen, portOf } from "#src/core/network/internal-server.ts";
import { createLog, type Log, handleUncaught } from "#src/core/operation/log.ts";
import { redacted } from "#src/core/text/redact.ts";
import { buildPages } from "./build.ts";
import { answerPage, hearPageErrors } from "./page-errors.ts";

const root = join(import.meta.dirname, "../..");
const dir = import.meta.dirname;
/** Of the 10 s that stopping may take, what pages that are being sent get to end. */
const graceMs = 5000;
/** What the first page may take before the others are let in without it. */
const warmWithinMs = 5000;
/** Longer than the front door keeps an idle connection to us, so that it never uses one that we are closing. */
const idleMs = 120_000;

declare global {
  /** Address of the worker's health, for pages, which Next loads apart from this file. */
  var conclaveWorker: string | undefined;
}

/** Written down here: with Next's own types every environment in the project would have to name NODE_ENV. */
type StartNext = (options: {
  readonly dev: boolean;
  readonly dir: string;
  readonly hostname: string;
  readonly port: number;
  readonly httpServer: Server;
}) => {
  prepare(): Promise<void>;
  getRequestHandler(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
};

/**
 * Renders pages until it is told to stop; builds them first when their sources have changed.
 * @param development pages are built as they are asked for, and again when their sources change
 * @throws InvalidInput when the pages cannot be built or the port cannot be had
 */
export async function runWeb({
  development,
  internal: { host, port: webPort },
  worker,
}: {
  readonly development: boolean;
  readonly internal: Inner;
  readonly worker: string | null;
}): Promise<void> {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP", "disconnect"]) process.once(name, stop);
  // A channel that is listened to would hold a process that cannot go on.
  process.channel?.unref();
  const settings = loadSettings(root, { worker });
  if (worker !== null) globalThis.conclaveWorker = worker;
  const { logLevel } = settings.service;
  const log = createLog(logLevel, "web");
  // A page that fails is answered below, and by Next; what one left behind must not end the others.
  handleUncaught((error, kind) => log.error({ err: error, kind }, "uncaught error"));
  const secret = internalSecrets(settings).pages;
  const { admits } = exposureOf({ ...settings.service, host });
  const server = createServer({
    keepAliveTimeout: idleMs,
    // What is refused here comes as a request, and is refused as one.
    shouldUpgradeCallback: (request) => development && takeSecret(request, secret),
  });
  try {
    const say = (line: string): void => void process.stderr.write(`conclave: ${line}\n`);
    const folder = development ? ".next/live" : await buildPages({ root, dir, say, signal: stopping.signal });
    if (development) redactOutput();
    else redirectConsole(log);
    signOwnRequests(addressOf(host, webPort), secret);
    const gate = createPageGate(secret, admits, log);
    await serveNext(server, { development, folder, host, webPort, gate, log });
    // Not before there is somebody to answer: a request that comes earlier is heard by nobody, and waits for ever.
    await listen(server, webPort, host);
    if (!development) await warmUp(addressOf(host, webPort), stopping.signal);
    gate.open();
    log.info({ host, port: portOf(server) }, "pages ready");
    if (!stopping.signal.aborted) await once(stopping.signal, "abort");
    log.info("stopping");
    await close(server, development ? 0 : graceMs);
    process.exit(0);
  } catch (error) {
    if (error instanceof Cancelled) process.exit(0);
    server.close();
    throw error;
  }
}

/** Next, and pages that fail, speak on the console alone; here they speak in our log. */
function redirectConsole(log: Log): void {
  const into =
    (level: "debug" | "warn" | "error") =>
    (...parts: unknown[]): void =>
      log[level]({ from: "next" }, stripVTControlCharacters(format(...parts)));
  Object.assign(console, { log: into("debug"), info: into("debug"), warn: into("warn"), error: into("error") });
}

/** While somebody works on the pages Next writes what it likes, addresses with tokens in them too. */
function redactOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const { write } = stream;
    stream.write = (...[text, ...rest]: readonly unknown[]): boolean =>
      Reflect.apply(write, stream, [typeof text === "string" ? redacted(text) : text, ...rest]);
  }
}

/** Next asks itself over the network for an action of another page than the one that called it. */
function signOwnRequests(origin: string, secret: string): void {
  const ask = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const ours = input instanceof URL && input.origin === origin;
    if (!ours) return ask(input, init);
    const headers = new Headers(init?.headers);
    headers.set(internalHeader, secret);
    return ask(input, { ...init, headers });
  };
}

/** What every page shares is loaded by the first that is asked for: that is this one, before anybody waits for it. */
async function warmUp(origin: string, stopping: AbortSignal): Promise<void> {
  try {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(warmWithinMs)]);
    const answer = await fetch(new URL("/", origin), { signal });
    await answer.body?.cancel();
  } catch {
    // The database may be away. Then the first reader waits instead.
  }
}

async function serveNext(
  server: Server,
  how: {
    readonly development: boolean;
    readonly folder: string;
    readonly host: string;
    readonly webPort: number;
    readonly gate: PageGate;
    readonly log: Log;
  },
): Promise<void> {
  const { development, folder, host, webPort, gate, log } = how;
  // React and Next read these while they are loaded, and next.config.ts after that.
  setEnvironment({
    NODE_ENV: development ? "development" : "production",
    NEXT_DIST: folder,
    NEXT_TELEMETRY_DISABLED: "1",
  });
  const next: StartNext = createRequire(import.meta.url)("next");
  const app = next({ dev: development, dir, hostname: host, port: webPort, httpServer: server });
  await app.prepare();
  const render = app.getRequestHandler();
  hearPageErrors();
  server.on("request", (request, response) => {
    if (!gate.admits(request, response)) return;
    answerPage(response, () => render(request, response)).catch((error: unknown) => {
      log.error({ err: error }, "a page failed");
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
}

/** Pages that are being sent may end; what is left then goes with the process. */
async function close(server: Server, withinMs: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  await Promise.race([closed, pause(withinMs)]);
  clearInterval(idle);
}

interface PageGate {
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
function createPageGate(secret: string, admits: Exposure["admits"], log: Log): PageGate {
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
function takeSecret(request: IncomingMessage, secret: string): boolean {
  const holds = secretHolds(secret, request.headers[internalHeader]);
  delete request.headers[internalHeader];
  const raw = request.rawHeaders;
  for (let at = raw.length - 2; at >= 0; at -= 2) if (raw[at]?.toLowerCase() === internalHeader) raw.splice(at, 2);
  return holds;
}
