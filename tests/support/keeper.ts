/*
 * Keeps what the tests share up as long as the run that started this process lives: a Postgres, and an app and a
 * browser if asked for.
 */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { startApp } from "./app.ts";
import { enterTestPostgres } from "./database.ts";
import { Told } from "./shared-app.ts";

// Ctrl-C in a terminal reaches this process too: the run goes first.
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => {});
const gone = once(process, "disconnect");
const { url, leave } = await enterTestPostgres();

/** How long it is kept for whoever comes next: an app's roles take up a twentieth of a core while nobody asks. */
const patienceMs = 20_000;

/** What somebody has asked for. */
interface Kept {
  /** What is told to its users. */
  readonly told: unknown;
  stop(): Promise<unknown>;
}

/** Starts when the first user comes, and stops some time after the last one is gone: an answer ends with who asked. */
function keep(start: () => Promise<Kept>) {
  let kept: Promise<Kept> | null = null;
  const held = new Set<ServerResponse>();
  let waiting: NodeJS.Timeout | undefined;
  const stop = async (): Promise<void> => {
    clearTimeout(waiting);
    const started = kept;
    kept = null;
    await started?.then(
      (one) => one.stop(),
      () => {},
    );
  };
  return {
    stop,
    async tell(response: ServerResponse): Promise<void> {
      clearTimeout(waiting);
      held.add(response);
      response.once("close", () => {
        held.delete(response);
        clearTimeout(waiting);
        if (held.size === 0) waiting = setTimeout(() => void stop(), patienceMs);
      });
      try {
        kept ??= start();
        response.write(`${JSON.stringify((await kept).told)}\n`);
      } catch (error) {
        response.writeHead(500).end(String(error));
      }
    },
  };
}

const app = keep(async () => {
  const started = await startApp();
  return { told: Told.parse(started), stop: () => started.stop() };
});
const browser = keep(async () => {
  const { launchServer } = await import("./launch-chromium.ts");
  const started = await launchServer();
  return { told: started.wsEndpoint(), stop: () => started.close() };
});

const server = createServer((request, response) => void (request.url === "/app" ? app : browser).tell(response));
await once(server.listen(0, "127.0.0.1"), "listening");
const address = server.address();
const port = typeof address === "object" ? address?.port : null;
if (process.connected) process.send?.({ postgres: url, keeper: `http://127.0.0.1:${port}` });

await gone;
server.close();
server.closeAllConnections();
await Promise.all([app.stop(), browser.stop()]);
await leave();
