import type { AssetType } from "#src/contract/analysis.ts";
import type { ListInstrument } from "#src/contract/signals.ts";
import { InvalidField } from "#src/core/errors.ts";
import type { AnalysisEnvironment } from "#src/product/analyses/public/analysis-environment.ts";
import type { Context } from "#src/product/context.ts";
import { unknownSymbols } from "./look-up-symbols.ts";

const notFound = "no data source knows it; check the spelling, for example BMW.DE for a stock listed in Frankfurt";
/** Refused symbols that are named. */
const mostTold = 5;

/** What says which symbols there are. */
export type KnownSymbols = Pick<AnalysisEnvironment, "read" | "coverageOf" | "lookUp">;

/**
 * Held symbols stay, whatever became of their source.
 * @throws InvalidField that names each
 */
export async function canonicalInstruments(
  ctx: Context,
  known: KnownSymbols,
  { instruments, held }: Readonly<Record<"instruments" | "held", readonly ListInstrument[]>>,
): Promise<ListInstrument[]> {
  const readings = instruments.map(({ symbol: text, asset_type: type }) => {
    const found = known.read(text, type);
    const isNew = found.ok && !held.some(({ symbol }) => symbol === found.symbol);
    return { text, type, found, coverage: isNew ? known.coverageOf(found.symbol).status : "held" };
  });
  const symbols = readings.flatMap(({ found, coverage }) =>
    found.ok && coverage === "unchecked" ? [found.symbol] : [],
  );
  // What cannot be read is told at once, before a source is asked.
  const canAsk = readings.every(({ found }) => found.ok);
  const unknown = canAsk ? await unknownSymbols(ctx, known, [...new Set(symbols)]) : new Set();
  const refused = readings.flatMap(({ text, type, found, coverage }): Refused[] => {
    if (!found.ok) return [{ text, type, reason: found.reason }];
    const { symbol, hint = "" } = found;
    if (coverage === "absent") return [{ text, type, reason: `this service has no data on it${hint}` }];
    return unknown.has(symbol)
      ? [{ text, type, reason: hint === "" ? notFound : `no data source knows it${hint}` }]
      : [];
  });
  throwRefused(refused);
  const named = readings.flatMap(({ type, found }) => (found.ok ? [[found.symbol, type] as const] : []));
  return [...new Map(named)].map(([symbol, asset_type]) => ({ symbol, asset_type }));
}

interface Refused {
  readonly type: AssetType;
  readonly text: string;
  readonly reason: string;
}

function throwRefused(refused: readonly Refused[]): void {
  const [first] = refused;
  if (first === undefined) return;
  const field = first.type === "crypto" ? "coins" : "stocks";
  const told = refused.slice(0, mostTold).map(({ text, reason }) => `${text}: ${reason}`);
  const more = refused.length > mostTold ? [`and ${refused.length - mostTold} more`] : [];
  throw new InvalidField(field, first.text, [...told, ...more].join("; "));
}
