import type { BacktestResult } from "#src/contract/backtests/backtest.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import { parseSymbol } from "#src/market/symbols/symbols.ts";
import { InvalidInput } from "#src/core/errors.ts";
import type { Subject } from "../orders.ts";
import { loadPricePath } from "../price-path.ts";

/** @throws InvalidInput; VendorFailed; Cancelled */
export async function loadSubjects(
  vendors: VendorChain,
  { settings, decisions }: BacktestResult,
  signal: AbortSignal,
): Promise<Subject[]> {
  const subjects: Subject[] = [];
  for (const symbol of settings.symbols) {
    const read = parseSymbol(symbol);
    if (!read.ok) throw new InvalidInput(`${symbol}: ${read.reason}`);
    const path = await loadPricePath(vendors, read.symbol, settings.to, signal);
    subjects.push({ symbol, path, decisions: decisions.filter((decision) => decision.symbol === symbol) });
  }
  return subjects;
}
