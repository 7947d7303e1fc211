/* Keeps what the tests share up as long as the run that started this process lives: a Postgres, and an app if asked for. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { startApp, type StartedApp } from "./app.ts";
import { enterTestPostgres } from "./database.ts";
import { Told } from "./shared-app.ts";

// Ctrl-C in a terminal reaches this process too: the run goes first.
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => {});
const gone = once(process, "disconnect");
const { url, leave } = await enterTestPostgres();

/** How long the app is kept for whoever comes next: its roles take up a twentieth of a core while nobody asks. */
const patienceMs = 20_000;

/** When somebody has asked for it. */
let app: Promise<StartedApp> | null = null;
/** Of its users: an answer ends when whoever asked is gone. */
const held = new Set<ServerResponse>();
let waiting: NodeJS.Timeout | undefined;

async function stopApp(): Promise<void> {
  const started = app;
  app = null;
  await started?.then(
    (one) => one.stop(),
    () => {},
  );
}

const server = createServer(async (_request, response) => {
  clearTimeout(waiting);
  held.add(response);
  response.once("close", () => {
    held.delete(response);
    clearTimeout(waiting);
    if (held.size === 0) waiting = setTimeout(() => void stopApp(), patienceMs);
  });
  try {
    app ??= startApp();
    response.write(`${JSON.stringify(Told.parse(await app))}\n`);
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});
await once(server.listen(0, "127.0.0.1"), "listening");
const address = server.address();
const port = typeof address === "object" ? address?.port : null;
if (process.connected) process.send?.({ postgres: url, keeper: `http://127.0.0.1:${port}` });

await gone;
server.close();
server.closeAllConnections();
clearTimeout(waiting);
await stopApp();
await leave();
