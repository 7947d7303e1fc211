import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Holdings } from "#src/contract/holdings/holdings.ts";
import type { Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { openArchive } from "#src/market/vendors/archive/archive.ts";
import { temporaryFolder } from "#tests/support/archive-folder.ts";
import { conclaveHome } from "#tests/support/conclave.ts";
import { vendorChainOf } from "#tests/support/memory-vendor.ts";
import { finishedRun } from "#tests/support/run-analysis.ts";
import { adviseInFolder, keepHoldings } from "./holdings-files.ts";
import type { RunHeader } from "./steps-file.ts";

const header: RunHeader = {
  version: 1,
  run_id: "DEMO-2018-02-22-000000",
  code_version: "0.1.0+0",
  seed: 1,
  request: {
    ticker: "DEMO",
    trade_date: "2018-02-22",
    asset_type: "stock",
    analysts: ["market"],
    max_debate_rounds: null,
  },
  rounds: 1,
  risk_rounds: 1,
  tool_steps: 2,
  budget_usd: null,
  online_tools: false,
  reasoner: { provider: "rules", deep: "rules", quick: "rules", base_url: null, uses_tools: false },
  data: { archives: [], online: false },
};

test("what is interrupted among those who argue about holdings asks only what is missing, and nothing once it has ended", async () => {
  const vendors = vendorChainOf(await openArchive(join(import.meta.dirname, "../../../demo")));
  const rules = createRulesReasoner();
  const { outcome } = await finishedRun({ vendors, reasoner: rules, ticker: "DEMO", tradeDate: "2018-02-22" });
  const folder = temporaryFolder();
  const holdings = Holdings.parse({ currency: "USD", positions: [{ symbol: "DEMO", quantity: "7319" }] });
  await keepHoldings(folder, holdings, null);
  const spoke: string[] = [];
  let breaksAt: string | null = "neutral";
  const reasoner: Reasoner = {
    ...rules,
    speak: (brief, options) => {
      if (brief.agent === breaksAt) throw new Error("the machine went down");
      spoke.push(brief.agent);
      return rules.speak(brief, options);
    },
  };
  const advise = () =>
    adviseInFolder(folder, header, { vendors, reasoner, signal: new AbortController().signal }, outcome.run);
  await expect(advise()).rejects.toThrow("went down");
  const before = spoke.splice(0);
  expect(before).toContain("trader");
  breaksAt = null;
  const advice = await advise();
  expect(advice?.voices).toHaveLength(5);
  expect([...before, ...spoke].toSorted()).toEqual([...new Set([...before, ...spoke])].toSorted());
  expect(spoke).toContain("neutral");
  spoke.length = 0;
  expect(await advise()).toEqual(advice);
  expect(spoke).toEqual([]);
  expect(statSync(join(folder, "holdings.steps.jsonl")).mode & 0o077).toBe(0);
});

const asked = ["DEMO", "--date", "2018-02-22"] as const;

test("a run with holdings says what to do with them, and its other files are those that can be shown to anybody", async () => {
  const { home, call } = conclaveHome();
  const file = join(home, "mine.json");
  const positions = [{ symbol: "DEMO", quantity: "7319.6428", cost_basis: "1000" }];
  writeFileSync(file, JSON.stringify({ currency: "USD", cash: "4455.66", positions }));
  const { code, out } = await call("analyze", ...asked, "--holdings", file);
  expect([code, out]).toEqual([0, expect.stringMatching(/Rating +Buy[\s\S]*Holdings +Keep what you hold\./)]);
  const [id = ""] = readdirSync(join(home, "runs"));
  const folder = join(home, "runs", id);
  for (const name of readdirSync(folder)) {
    const isOwn = name.startsWith("holdings.");
    expect(readFileSync(join(folder, name), "utf8").includes("7319.6428"), name).toBe(isOwn);
    if (isOwn) expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0);
  }
  expect(readFileSync(join(folder, "holdings.md"), "utf8")).toContain("## For your holdings");
  expect((await call("replay", id)).code).toBe(0);

  writeFileSync(file, JSON.stringify({ currency: "USD", positions: [{ symbol: "DEMO", quantity: 12 }] }));
  const wrong = await call("analyze", ...asked, "--holdings", file);
  expect(wrong).toMatchObject({ code: 2, err: expect.stringMatching(/--holdings: positions\.0\.quantity/) });
  expect((await call("analyze", ...asked, "--holdings", join(home, "none.json"))).err).toContain("cannot be read");
});
