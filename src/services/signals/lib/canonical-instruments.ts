import type { AssetType } from "#src/contract/analysis.ts";
import type { ListInstrument } from "#src/contract/signals.ts";
import { InvalidField } from "#src/platform/errors.ts";
import type { AnalysisEnvironment } from "../../analyses/lib/analysis-environment.ts";

/** Refused symbols that are named. */
const mostTold = 5;

/** What says which symbols there are. */
export type KnownSymbols = Pick<AnalysisEnvironment, "read" | "coverageOf">;

/** By their canonical names, each once. @throws InvalidField that names each symbol which cannot be used, and why */
export function canonicalInstruments(
  { read, coverageOf }: KnownSymbols,
  instruments: readonly ListInstrument[],
  held: readonly ListInstrument[],
): ListInstrument[] {
  const isHeld = (name: string): boolean => held.some(({ symbol }) => symbol === name);
  const named = new Map<string, ListInstrument>();
  const refused: { readonly type: AssetType; readonly text: string; readonly reason: string }[] = [];
  for (const { symbol: text, asset_type: type } of instruments) {
    const found = read(text, type);
    if (!found.ok) refused.push({ type, text, reason: found.reason });
    else if (!isHeld(found.symbol) && coverageOf(found.symbol).status === "absent")
      refused.push({ type, text, reason: "this service has no data on it" });
    else named.set(found.symbol, { symbol: found.symbol, asset_type: type });
  }
  const [first] = refused;
  if (first === undefined) return [...named.values()];
  const field = first.type === "crypto" ? "coins" : "stocks";
  const told = refused.slice(0, mostTold).map(({ text, reason }) => `${text}: ${reason}`);
  const more = refused.length > mostTold ? [`and ${refused.length - mostTold} more`] : [];
  throw new InvalidField(field, first.text, [...told, ...more].join("; "));
}
