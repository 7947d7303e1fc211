import { analystRole } from "#src/debate/agents/analysts.ts";
import { takeSnapshot } from "#src/debate/snapshot.ts";
import type { AnalystAnswer } from "#src/contract/answers.ts";
import { openMarket } from "#src/market/as-of.ts";
import { parseSymbol } from "#src/market/symbols.ts";
import type { Clock } from "#src/core/clock.ts";
import type { Brief } from "#src/debate/reasoners/reasoner.ts";
import { openArchives, sameForAll } from "./open-archives.ts";

const ticker = "DEMO";
const tradeDate = "2019-06-03";

/** A real turn, the same on every machine. */
export async function demoTurn(demoArchive: string, clock: Clock, signal: AbortSignal): Promise<Brief<AnalystAnswer>> {
  const parsed = parseSymbol(ticker);
  if (!parsed.ok) throw new RangeError(`${ticker} is not a symbol`);
  const vendors = sameForAll(await openArchives([demoArchive]));
  const opening = await openMarket({ vendors, symbol: parsed.symbol, tradeDate, now: clock.now(), signal });
  const memory = { of: () => Promise.resolve([]), keep: () => Promise.resolve() };
  const { data, evidence } = await takeSnapshot(opening, parsed.symbol, ["market"], memory);
  const { agent, depth, answer, ask } = analystRole("market");
  return {
    agent,
    depth,
    answer,
    ask: ask(1),
    round: 1,
    instrument: { symbol: data.symbol, name: data.name, assetType: data.asset_type, currency: data.currency },
    asOf: data.as_of ?? "",
    tradeDate,
    evidence: evidence.filter(({ id }) => id.startsWith("M")),
    transcript: [],
    tools: [],
    steps: [],
    seed: 1,
  };
}
