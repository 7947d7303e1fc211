/* Keeps what the tests share up as long as the run that started this process lives: a Postgres, and an app if asked for. */
import { once } from "node:events";
import { createServer } from "node:http";
import { startApp, type StartedApp } from "./app.ts";
import { enterTestPostgres } from "./database.ts";
import { Told } from "./shared-app.ts";

// Ctrl-C in a terminal reaches this process too: the run goes first.
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => {});
const gone = once(process, "disconnect");
const { url, leave } = await enterTestPostgres();

/** One, when somebody has asked for it. */
const app: Promise<StartedApp>[] = [];
const server = createServer(async (_request, response) => {
  try {
    if (app.length === 0) app.push(startApp());
    const told = await app[0];
    response.end(JSON.stringify(Told.parse(told)));
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
for (const started of await Promise.allSettled(app)) if (started.status === "fulfilled") await started.value.stop();
await leave();
