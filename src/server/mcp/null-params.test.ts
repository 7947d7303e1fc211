import { PassThrough } from "node:stream";
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { expect, onTestFinished, test } from "vitest";
import { lenientStdio } from "#src/cli/commands/mcp.ts";
import { withoutNullParams } from "#src/contract/api/mcp-routes.ts";

const call = (params: object) => ({ jsonrpc: "2.0", id: 1, method: "tools/call", params });

test("parameters that are null are none, and every other message stays as it is", () => {
  expect(withoutNullParams(call({ name: "list", arguments: null }))).toEqual(call({ name: "list" }));
  expect(withoutNullParams([call({ name: "list", arguments: null })])).toEqual([call({ name: "list" })]);
  expect(withoutNullParams(call({ cursor: null, _meta: null }))).toEqual(call({}));
  expect(withoutNullParams({ id: 1, method: "tools/list", params: null })).toEqual({ id: 1, method: "tools/list" });
  const inner = { a: null, b: { c: null, d: 1 } };
  expect(withoutNullParams(call({ name: "list", arguments: inner }))).toEqual(
    call({ name: "list", arguments: { b: { d: 1 } } }),
  );
  const others = [call({ name: "list", arguments: { a: [null] } }), { id: 1, result: { a: null } }, null, "text"];
  for (const message of others) expect(withoutNullParams(structuredClone(message))).toEqual(message);
});

test.each(["2025-11-25", "2024-11-05"])(
  "so they are over standard input and output, to a client of %s",
  async (version) => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const server = serveStdio(
      () => {
        const made = new McpServer({ name: "test", version: "1" });
        made.registerTool("list", {}, () => ({ content: [{ type: "text", text: "all of them" }] }));
        return made;
      },
      { transport: lenientStdio(input, output) },
    );
    onTestFinished(() => server.close());
    const said: string[] = [];
    output.setEncoding("utf8").on("data", (piece: string) => said.push(piece));
    const hello = { protocolVersion: version, capabilities: {}, clientInfo: { name: "test", version: "1" } };
    for (const message of [
      { jsonrpc: "2.0", id: 0, method: "initialize", params: hello },
      { jsonrpc: "2.0", method: "notifications/initialized" },
      call({ name: "list", arguments: null }),
    ])
      input.write(`${JSON.stringify(message)}\n`);
    await expect.poll(() => said.join("")).toContain('"id":1');
    expect(said.join("")).toContain("all of them");
  },
);
