import { createServer } from "node:http";
import { setImmediate as turn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { answerPage, hearPageErrors, notePageError } from "./page-errors.ts";

hearPageErrors();

/** Each path is a page that fails in its way; all of them are made at once. */
const failures: Readonly<Record<string, Error | null>> = {
  "/hangs": new Error("timeout exceeded when trying to connect"),
  "/refused": Object.assign(new Error("connect"), { code: "ECONNREFUSED" }),
  "/full": Object.assign(new Error("could not extend file"), { code: "53100" }),
  "/broken": new TypeError("x is not a function"),
  "/well": null,
};

test("a page that fails because the database is away or full answers 503, and no other page with it", async () => {
  const server = createServer((request, response) => {
    const failure = failures[request.url ?? ""] ?? null;
    void answerPage(response, async () => {
      await turn();
      if (failure !== null) notePageError(failure);
      await turn();
      // As Next does it: the status first, and the head with the first piece.
      response.statusCode = failure === null ? 200 : 500;
      response.write("<html>");
      response.end("</html>");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const answers = await Promise.all(
    Object.keys(failures).map(async (path) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      return [path, answer.status, answer.headers.get("retry-after"), await answer.text()];
    }),
  );
  expect(answers).toEqual([
    ["/hangs", 503, "2", "<html></html>"],
    ["/refused", 503, "2", "<html></html>"],
    ["/full", 503, "2", "<html></html>"],
    ["/broken", 500, null, "<html></html>"],
    ["/well", 200, null, "<html></html>"],
  ]);
});
