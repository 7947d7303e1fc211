import { createServer, type Server } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { createLog } from "#src/core/operation/log.ts";
import { createPageProxy } from "./page-proxy.ts";

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
}

test("an answer that breaks on its way to the client is no promise that nobody awaits", async () => {
  const pages = createPageProxy(
    await listening(createServer((_request, response) => void response.end("page"))),
    "secret",
    { databaseIsAway: () => false, log: createLog("silent", "test") },
  );
  const door = createServer((request, response) => {
    pages.web(request, response, null);
    response.emit("error", new Error("write EPIPE"));
  });
  const letGo: unknown[] = [];
  const hear = (reason: unknown): void => void letGo.push(reason);
  process.prependListener("unhandledRejection", hear);
  onTestFinished(() => void process.off("unhandledRejection", hear));
  const answer = await fetch(await listening(door));
  expect(await answer.text()).toBe("page");
  expect(letGo).toEqual([]);
});

test.each([
  ["away", true, 503, "2"],
  ["there", false, 500, null],
] as const)("a page that fails while the database is %s", async (_, away, status, wait) => {
  const broken = createServer((_request, response) => void response.writeHead(500).end("Something went wrong"));
  const log = createLog("silent", "test");
  const pages = createPageProxy(await listening(broken), "secret", { databaseIsAway: () => away, log });
  const answer = await fetch(await listening(createServer((request, response) => pages.web(request, response, null))));
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([status, wait]);
  expect(await answer.text()).toBe("Something went wrong");
});
