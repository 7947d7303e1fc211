import { createServer, type Server } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { createLog } from "#src/platform/log.ts";
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
    createLog("silent", "test"),
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
