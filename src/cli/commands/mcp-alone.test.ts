import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { conclaveHome } from "#tests/support/conclave.ts";
import { dataOf, refusalOf } from "#tests/support/mcp-client.ts";

const main = join(import.meta.dirname, "../main.js");

/** `conclave mcp` where no service is: nothing listens at its port. */
async function alone() {
  const { home, call } = conclaveHome();
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  const env = { CONCLAVE_HOME: home, HOME: home, PORT: "9", SERVICE_LLM_BASE_URL: "ollama=http://127.0.0.1:9" };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [main, "mcp"], env }));
  onTestFinished(() => client.close());
  return { client, home, call };
}

const Analysis = z.object({ analysis: z.object({ id: z.string(), status: z.string(), rating: z.string() }) });

test("without a service, assistants make and read analyses that the command line keeps", async () => {
  const { client, home, call } = await alone();
  const steps: unknown[] = [];
  const answer = await client.callTool(
    { name: "analyze", arguments: { ticker: "DEMO", trade_date: "2019-06-03" } },
    { onprogress: (step) => void steps.push(step) },
  );
  const { analysis } = Analysis.parse(answer.structuredContent);
  expect(analysis.status).toBe("succeeded");
  expect(steps.length).toBeGreaterThan(20);
  expect(readdirSync(join(home, "runs"))).toEqual([analysis.id]);
  expect((await call("replay", analysis.id)).code).toBe(0);

  const holdings = { currency: "USD", positions: [{ symbol: "DEMO", quantity: "7" }], cash: "100" };
  const held = Analysis.parse(await dataOf(client, "analyze", { ticker: "DEMO", trade_date: "2019-03-01", holdings }));
  const section = { id: held.analysis.id, section: "For your holdings" };
  expect(await dataOf(client, "read_report", section)).toMatchObject({ text: expect.stringContaining("Only you see") });
  expect(await dataOf(client, "list_analyses")).toMatchObject({
    analyses: [
      { trade_date: "2019-03-01", status: "succeeded" },
      { id: analysis.id, rating: analysis.rating },
    ],
    next_cursor: null,
  });
  expect(await dataOf(client, "list_analyses", { limit: 1 })).toMatchObject({ next_cursor: "1" });
  const { id } = analysis;
  expect(await dataOf(client, "get_analysis", { id })).toMatchObject({ analysis });
  expect(await dataOf(client, "read_report", { id })).toMatchObject({ title: expect.stringContaining("DEMO") });
  expect(await dataOf(client, "get_evidence", { id, evidence_ids: ["M1"] })).toMatchObject({ unknown_ids: [] });
  const other = readdirSync(join(home, "runs")).find((name) => name !== id);
  expect(await dataOf(client, "compare_analyses", { before: id, after: other })).toHaveProperty("differences");
  expect(await dataOf(client, "get_config")).toMatchObject({ llm_provider: "rules" });
  expect(await dataOf(client, "list_instruments")).toMatchObject({
    instruments: [{ symbol: "DEMO", from: "2016-01-04" }, { symbol: "^GSPC" }],
  });

  expect(await refusalOf(client, "cancel_analysis", { id })).toMatch(/has ended: .*Ask the user/);
  expect(await refusalOf(client, "cancel_analysis", { id, discard_result: true })).toContain("delete that folder");
  expect(await refusalOf(client, "get_analysis", { id: "ana_none" })).toMatch(/no analysis ana_none.*list_analyses/);
  expect(await refusalOf(client, "list_watchlists")).toMatch(/^This needs a running Conclave service.*conclave up/);
  expect(await refusalOf(client, "analyze", { ticker: "DEMO", trade_date: "1850-01-01" })).toMatch(/1850|date/);
});

test("a call that is taken back stops its analysis, which can be resumed", async () => {
  const { client, home, call } = await alone();
  const gone = new AbortController();
  const asked = client
    .callTool(
      { name: "analyze", arguments: { ticker: "DEMO", trade_date: "2019-06-03", max_debate_rounds: 10 } },
      { signal: gone.signal, onprogress: () => gone.abort() },
    )
    .catch(() => null);
  await asked;
  const statuses = async () =>
    z
      .object({ analyses: z.array(z.object({ status: z.string() })) })
      .parse(await dataOf(client, "list_analyses"))
      .analyses.map(({ status }) => status);
  await expect.poll(statuses).toEqual(["cancelled"]);
  const [id = ""] = readdirSync(join(home, "runs"));
  expect((await call("resume", id)).code).toBe(0);
});
