import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { Job } from "#src/contract/jobs/analysis.ts";
import { JobList } from "#src/contract/jobs/jobs.ts";
import { loadAnalysis } from "#src/product/analyses/queries/analyses.ts";
import { appendEvents } from "#src/product/analyses/queries/events.ts";
import { systemClock } from "#src/core/clock.ts";
import { apple, submit } from "#tests/support/api-client.ts";
import { conclaveHome, type Ended } from "#tests/support/conclave.ts";
import { fail, start, succeed } from "#tests/support/finished-job.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";

const script = "/usr/bin/script";
let testApp: TestApp;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open();
});
afterAll(() => testApp.drop());

function jobs(...args: string[]): Promise<Ended> {
  return conclaveHome({ PORT: String(door.port) }).call("jobs", ...args);
}

describe("conclave jobs", () => {
  test("starts a job with all that a request can have, and the same one again for the same key", async () => {
    const flags = ["--date", "2025-06-02", "--asset-type", "crypto", "--analysts", "market,news", "--rounds", "3"];
    const hook = ["--webhook-url", "https://example.com/hook", "--webhook-secret", `whsec_${"A".repeat(32)}`];
    const args = ["start", "BTC-USD", ...flags, ...hook, "--idempotency-key", "once", "--json"];
    const first = await jobs(...args);
    expect(first).toMatchObject({ code: 0, err: "" });
    const job = Job.parse(JSON.parse(first.out));
    expect(job).toMatchObject({
      status: "queued",
      request: {
        ticker: "BTC-USD",
        trade_date: "2025-06-02",
        asset_type: "crypto",
        analysts: ["market", "news"],
        max_debate_rounds: 3,
      },
    });
    const kept = await loadAnalysis(testApp.db.sql, job.id);
    const opened = [kept?.webhookUrl, kept?.webhookSecret].map((sealed) =>
      sealed ? testApp.db.vault.open(sealed) : null,
    );
    expect(opened).toEqual(["https://example.com/hook", `whsec_${"A".repeat(32)}`]);
    expect((await jobs(...args)).out).toBe(first.out);
    expect(await jobs(...args.with(3, "2025-06-03"))).toMatchObject({
      code: 2,
      err: expect.stringContaining("Idempotency-Key"),
    });
  });

  test("gets, cancels and lists", async () => {
    const { id } = await submit(door.url);
    expect(await jobs("get", id)).toMatchObject({ code: 0, out: `${id}  queued     AAPL        2025-06-02\n` });
    expect(await jobs("cancel", id)).toMatchObject({ code: 0, out: `${id}  cancelled  AAPL        2025-06-02\n` });
    const other = await submit(door.url, { ...apple, ticker: "MSFT" });
    expect((await jobs("list", "--limit", "2")).out.split("\n").map((line) => line.split("  ")[0])).toEqual([
      other.id,
      id,
      "",
    ]);
    expect((await jobs("list", "--status", "cancelled", "--ticker", "AAPL")).out).toMatch(
      new RegExp(`^${id}  cancelled`),
    );
    const page = await jobs("list", "--limit", "1");
    const cursor = /--cursor (\S+)/.exec(page.err)?.[1] ?? "";
    const rest = JobList.parse(JSON.parse((await jobs("list", "--cursor", cursor, "--limit", "1", "--json")).out));
    expect(rest.data).toMatchObject([{ id }]);
  });

  test("lists results without their reports, and with them when they are asked for", async () => {
    const { id } = await submit(door.url, { ...apple, ticker: "REPORTS" });
    await succeed(testApp, id);
    const list = async (...flags: string[]) =>
      JobList.parse(JSON.parse((await jobs("list", "--ticker", "REPORTS", "--json", ...flags)).out)).data;
    expect((await list()).map(({ result }) => result)).toEqual([
      expect.not.objectContaining({ reports: expect.anything() }),
    ]);
    expect((await list("--reports")).map(({ result }) => result)).toMatchObject([{ reports: { trader: {} } }]);
  });

  test("watches a job to its end and shows its rating", async () => {
    const { id } = await submit(door.url);
    const watching = jobs("watch", id);
    await succeed(testApp, id);
    const { code, out } = await watching;
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(new RegExp(`^${id}  succeeded  AAPL +2025-06-02  \\w+\n$`)),
    });
  });

  test("watching a job that fails is a failure, with its reason", async () => {
    const { id } = await submit(door.url);
    await fail(testApp, id, "the model\u001b[31m does not answer");
    expect(await jobs("watch", id)).toMatchObject({
      code: 1,
      out: `${id}  failed     AAPL        2025-06-02  the model does not answer\n`,
    });
  });

  test.skipIf(!existsSync(script))("in a terminal, words that are void are not counted any more", async () => {
    const { id } = await submit(door.url);
    await start(testApp, id);
    const main = join(import.meta.dirname, "../main.js");
    const { home } = conclaveHome();
    const command = `stty cols 80 rows 20; exec ${process.execPath} ${main} jobs watch ${id} --url ${door.url}`;
    const child = spawn(script, ["--quiet", "--return", "--command", command, "/dev/null"], {
      env: { TERM: "xterm-256color", HOME: home, CONCLAVE_HOME: home },
      stdio: ["ignore", "pipe", "ignore"],
    });
    let screen = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (screen += stripVTControlCharacters(text)));
    const shown = async (text: string): Promise<void> => {
      await expect.poll(() => screen).toContain(text);
    };
    const bull = { agent: "bull", round: 1 };
    const tell = (type: string, data: object) =>
      testApp.db.transaction((tx) =>
        appendEvents(tx, id, [{ type, data: { ...bull, ...data }, once: null }], systemClock.now()),
      );
    await tell("agent.delta", { text: "one two three four five" });
    await shown("writing, 5 words");
    await tell("agent.restarted", {});
    await shown("starting over");
    await tell("agent.delta", { text: "one two" });
    await shown("writing, 2 words");
    await fail(testApp, id, "no answer");
    await once(child, "close");
  });

  test("Ctrl-C ends the watching and not the job", async () => {
    const { id } = await submit(door.url);
    await start(testApp, id);
    const { child, ended } = conclaveHome({ PORT: String(door.port) }).start("jobs", "watch", id);
    await expect.poll(async () => (await door.meters.streams.get()).values[0]?.value).toBe(1);
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 130, out: "", err: "conclave: stopped watching; the job continues\n" });
    expect((await jobs("get", id)).out).toContain("running");
  });

  test("a key comes from the flag, or from CONCLAVE_API_KEY", async () => {
    const locked = await testApp.open({ access: { open: false, loopback: false } });
    const key = await testApp.newKey("ann");
    const { id } = await submit(locked.url, apple, { "x-api-key": key });
    const get = ["jobs", "get", id, "--url", locked.url];
    expect(await conclaveHome().call(...get, "--key", key)).toMatchObject({
      code: 0,
      out: expect.stringContaining("queued"),
    });
    expect(await conclaveHome({ CONCLAVE_API_KEY: key }).call(...get)).toMatchObject({ code: 0 });
    const refused = await conclaveHome({ CONCLAVE_API_KEY: "cnc_wrong" }).call(...get);
    expect(refused).toMatchObject({ code: 1, out: "", err: expect.stringContaining("(401)") });
    expect(refused.err).not.toContain("cnc_wrong");
  });

  test.each([
    [["start", "AAPL"], 2, "--date: is required"],
    [["start", "AAPL", "--date", "2025-02-30"], 2, "--date: is not a valid date"],
    [["start", "AAPL", "--date", "2025-06-02", "--analysts", "market,tea"], 2, "--analysts: "],
    [["start", "AAPL", "--date", "2025-06-02", "--rounds", "many"], 2, "--rounds: "],
    [["list", "--status", "done"], 2, "--status: must be one of queued"],
    [["list", "--limit", "0"], 2, "limit: "],
    [["get", "ana_nobody"], 1, "there is no analysis ana_nobody"],
    [["watch", "ana_nobody"], 1, "there is no analysis ana_nobody"],
    [["get", "ana_1", "--url", "localhost:3000"], 2, "--url: must be an address such as http://127.0.0.1:3000"],
    [["get", "ana_1", "--url", "http://127.0.0.1:1"], 1, "http://127.0.0.1:1: no response"],
    [["watch", "ana_1", "--url", "http://127.0.0.1:1"], 1, "http://127.0.0.1:1: no response"],
    [["get", "ana_1", "--key", "cnc_…"], 2, "--key: is not an API key"],
  ])("%j ends with %d", async (args, code, message) => {
    expect(await jobs(...args)).toMatchObject({ code, out: "", err: expect.stringContaining(message) });
  });

  test.each([
    ["<p>hello", ["get", "ana_1"]],
    ["<p>hello", ["watch", "ana_1"]],
    ["null", ["get", "ana_1"]],
    ["null", ["list"]],
    ["[]", ["list"]],
    ["", ["cancel", "ana_1"]],
  ])("a server that is none of ours and says %j to %j is a line", async (said, args) => {
    const server = createServer(
      (_request, response) => void response.writeHead(200, { "content-type": "text/html" }).end(said),
    );
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = address !== null && typeof address === "object" ? address.port : 0;
    const { code, err } = await conclaveHome().call("jobs", ...args, "--url", `http://127.0.0.1:${port}`);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("is not Conclave") });
  });
});
