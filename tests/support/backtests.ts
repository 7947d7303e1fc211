import { join } from "node:path";
import { assemble } from "#src/backtest/assemble.ts";
import { datesToDecide, loadPricePath } from "#src/backtest/price-path.ts";
import { decide } from "#src/backtest/decide.ts";
import type { BacktestResult, BacktestSettings } from "#src/contract/backtests/backtest.ts";
import type { BacktestAsked } from "#src/contract/backtests/backtests.ts";
import { Scope, type Plan } from "#src/contract/accounts/plans.ts";
import type { Database } from "#src/core/db/database.ts";
import { parseSymbol } from "#src/market/symbols/symbols.ts";
import { newId } from "#src/core/ids.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import type { Actor } from "#src/product/context.ts";
import { archiveChain } from "./run-analysis.ts";

/** Somebody with an account of that plan. */
export async function somebody(db: Database, plan: Plan = "free"): Promise<Actor> {
  const owner = newId("u");
  await db.pool.query(
    `insert into users (id, name, email, email_verified, created_at, updated_at)
     values ($1, 'Ada', $1 || '@example.com', true, now(), now())`,
    [owner],
  );
  await db.pool.query("update accounts set plan = $2 where id = $1", [owner, plan]);
  return { owner, plan, scopes: Scope.options };
}

/** Of the company in the archive that ships. */
export function demoOrder(from: string, to: string, every = 5): BacktestAsked {
  return {
    symbols: ["DEMO"],
    asset_type: "stock",
    from,
    to,
    every,
    commission_bps: 1,
    slippage_bps: 5,
    short: false,
  };
}

/** A few decisions on the archive that ships, as the command line makes them. */
export async function smallResult(): Promise<BacktestResult> {
  const { signal } = new AbortController();
  const reasoner = createRulesReasoner();
  const vendors = await archiveChain(join(import.meta.dirname, "../../demo"));
  const parsed = parseSymbol("DEMO");
  if (vendors === null || !parsed.ok) throw new Error("the included archive is not there");
  const settings: BacktestSettings = {
    ...demoOrder("2018-03-01", "2018-06-28", 10),
    archives: [{ name: "demo", sha256: "0".repeat(64) }],
    reasoner: { provider: "rules", deep: "rules", quick: "rules", base_url: null },
    analysts: ["market", "social", "news", "fundamentals"],
    rounds: 1,
    risk_rounds: 1,
    tool_steps: 0,
    seed: 1,
    mask_ticker: false,
    cutoff: null,
    code_version: "test",
  };
  const path = await loadPricePath(vendors, parsed.symbol, settings.to, signal);
  const decisions = [];
  for (const session of datesToDecide(path, settings))
    decisions.push(await decide({ vendors, reasoner, signal }, settings, "DEMO", path.calendar, session));
  return assemble(settings, [{ symbol: "DEMO", path, decisions }]).result;
}
