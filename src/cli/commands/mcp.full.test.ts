import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { ask, submit } from "#tests/support/api-client.ts";
import { conclaveHome } from "#tests/support/conclave.ts";
import { succeed } from "#tests/support/finished-job.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { eras, textOfAnswer, type Era } from "#tests/support/mcp-client.ts";

const main = join(import.meta.dirname, "../main.js");
let testApp: TestApp;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open();
});
afterAll(() => testApp.drop());

/** The library's own client over the standard streams of `conclave mcp`. Whatever else stands there is an error of it. */
async function stdioClient(env: Readonly<Record<string, string>>, era: Era = "modern") {
  const { home } = conclaveHome();
  const mode = era === "modern" ? { pin: "2026-07-28" } : "legacy";
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const errors: Error[] = [];
  // The client is no event target: it tells one listener.
  Object.assign(client, { onerror: (error: Error) => void errors.push(error) });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [main, "mcp"],
    env: { CONCLAVE_HOME: home, HOME: home, ...env },
    stderr: "pipe",
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, errors };
}

test.each(eras)("serves an assistant on this machine, whose client speaks the %s revision", async (era) => {
  const { client, errors } = await stdioClient({ CONCLAVE_URL: door.url }, era);
  const { id } = await submit(door.url);
  await succeed(testApp, id);
  const answer = await client.callTool({ name: "read_report", arguments: { id } });
  expect(answer.structuredContent).toMatchObject({ title: "DEMO: Hold as of 2019-06-03" });
  expect((await client.listPrompts()).prompts).toHaveLength(3);
  expect(errors).toEqual([]);
});

test("cancels the analysis with the call, and not with the connection", async () => {
  const List = z.object({ data: z.array(z.object({ status: z.string() })) });
  const statusOf = async (ticker: string) =>
    List.parse((await ask(door.url, "GET", `/v1/analyses?ticker=${ticker}`)).body).data.map(({ status }) => status);
  const { client } = await stdioClient({ CONCLAVE_URL: door.url });
  const gone = new AbortController();
  const analyze = (ticker: string) =>
    client
      .callTool({ name: "analyze", arguments: { ticker, trade_date: "2019-06-03" } }, { signal: gone.signal })
      .catch(() => null);
  const stopped = analyze("STDIO-STOP");
  await expect.poll(() => statusOf("STDIO-STOP")).toEqual(["queued"]);
  gone.abort();
  await stopped;
  await expect.poll(() => statusOf("STDIO-STOP")).toEqual(["cancelled"]);
  const other = await stdioClient({ CONCLAVE_URL: door.url });
  const left = other.client
    .callTool({ name: "analyze", arguments: { ticker: "STDIO-LEFT", trade_date: "2019-06-03" } })
    .catch(() => null);
  await expect.poll(() => statusOf("STDIO-LEFT")).toEqual(["queued"]);
  await other.client.close();
  await left;
  expect(await statusOf("STDIO-LEFT")).toEqual(["queued"]);
});

test("says how to start a service where there is none, and how to set a key where one is missing", async () => {
  const words = async (env: Readonly<Record<string, string>>) =>
    textOfAnswer(await (await stdioClient(env)).client.callTool({ name: "get_config", arguments: {} }));
  expect(await words({ CONCLAVE_URL: "http://127.0.0.1:9" })).toMatch(
    /No Conclave service answers at http:\/\/127.0.0.1:9. Start one with "conclave up"/,
  );
  const locked = await testApp.open({ access: { open: false, loopback: true } });
  expect(await words({ CONCLAVE_URL: locked.url })).toContain(`${locked.url}/keys and set it as CONCLAVE_API_KEY`);
  const key = await testApp.newKey("ann");
  expect(await words({ CONCLAVE_URL: locked.url, CONCLAVE_API_KEY: key })).toContain('"llm_provider":"rules"');
});

test("ends when its client closes the other end, and refuses an address that is none", async () => {
  expect(await conclaveHome({ CONCLAVE_URL: door.url }).run("mcp")).toMatchObject({ code: 0, out: "" });
  expect(await conclaveHome().run("mcp", "--url", "localhost")).toMatchObject({
    code: 2,
    out: "",
    err: expect.stringContaining("--url: must be an address"),
  });
});
