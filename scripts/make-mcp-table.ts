/*
 * Twenty calls of the MCP server of a running service, by the protocol's own client, and how large their answers are;
 * docs/mcp.md quotes some. It starts one analysis of DEMO and one backtest.
 *
 * Usage: node scripts/make-mcp-table.ts http://127.0.0.1:3000
 */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { z } from "zod";

const [url = "http://127.0.0.1:3000"] = process.argv.slice(2);
const client = new Client(
  { name: "conclave-table", version: "1" },
  { versionNegotiation: { mode: { pin: "2026-07-28" } } },
);
await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));

const rows: string[] = [];
const row = (what: string, characters: number): void => {
  rows.push(
    `| ${rows.length + 1} | ${what} | ${characters.toLocaleString("en")} | ${Math.ceil(characters / 4).toLocaleString("en")} |`,
  );
};

async function call(name: string, args: Record<string, unknown>, shown = args): Promise<unknown> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
  const text = content.map((block) => (block.type === "text" ? block.text : "")).join("");
  if (isError === true) throw new Error(`${name}: ${text}`);
  row(`\`${name}\` \`${JSON.stringify(shown)}\``, text.length);
  return structuredContent;
}

const Started = z.object({ analysis: z.object({ id: z.string() }) });
const demo = { ticker: "DEMO", trade_date: "2019-06-03", wait_seconds: 60 };
const { analysis } = Started.parse(await call("analyze", demo));
const { id } = analysis;
const other = Started.parse(await call("analyze", { ...demo, trade_date: "2019-03-01" })).analysis.id;
const of = (rest: Record<string, unknown>) =>
  [
    { id, ...rest },
    { id: "ana_…", ...rest },
  ] as const;
await call("get_analysis", ...of({}));
await call("list_analyses", { limit: 10 });
for (const section of [undefined, "Who stood where", "For and against", "Bull", "Portfolio manager", "Evidence"])
  await call("read_report", ...of({ ...(section !== undefined && { section }) }));
await call("list_evidence", ...of({}));
await call("get_evidence", ...of({ evidence_ids: ["M1", "N1", "F1"] }));
await call("ask_report", ...of({ question: "What did the bear say?" }));
await call("compare_analyses", { before: other, after: id }, { before: "ana_…", after: "ana_…" });
await call("list_instruments", {});
const order = { symbols: ["DEMO"], from: "2018-01-02", to: "2018-12-28" };
await call("start_backtest", order);
await call("list_signals", {});
await call("get_usage", {});
await call("get_config", {});
const { contents } = await client.readResource({ uri: `conclave://analyses/${id}/report` });
row("resource `conclave://analyses/ana_…/report`", JSON.stringify(contents).length);

const listed = JSON.stringify(await client.listTools()).length;
console.log(["| | Call | Characters | About tokens |", "| --- | --- | --- | --- |", ...rows].join("\n"));
console.log(`\nThe list of tools itself: ${listed.toLocaleString("en")} characters.`);
await client.close();
