import type { AssetType, Config } from "#src/contract/jobs/analysis.ts";
import type { Holdings } from "#src/contract/holdings/holdings.ts";
import type { PortfolioBody, PortfolioValuation } from "#src/contract/portfolios/portfolios.ts";
import type { EvidenceCoverage } from "#src/contract/run/evidence.ts";
import type { KnownKind, Coverage, ListedInstrument, SymbolImport } from "#src/contract/signals/instruments.ts";
import type { ListInstrument } from "#src/contract/signals/signals.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import type { Instant, LocalDate } from "#src/core/clock.ts";

/** US dollars per million tokens. */
export interface TokenPrice {
  readonly input: Usd;
  readonly cachedInput: Usd;
  readonly output: Usd;
}

/** With the last closed session. */
export type ReadSymbol =
  | {
      readonly ok: true;
      readonly symbol: string;
      readonly lastSession: LocalDate;
      /** Another site's symbol that may be meant. */
      readonly hint?: string;
    }
  | { readonly ok: false; readonly reason: string };

/** `unanswered`: the sources failed. */
export type OnlineListing =
  | { readonly status: "found"; readonly name: string }
  | { readonly status: "unknown" }
  | { readonly status: "unanswered" };

/** Who argues, at what price, over which data. */
export interface AnalysisEnvironment {
  readonly config: Config;
  /** Look-ups that an analyst may make. */
  readonly toolSteps: number;
  /** `null`: the model's price is not known. */
  readonly prices: { readonly deep: TokenPrice | null; readonly quick: TokenPrice | null };
  /** Knowledge cut-offs that are set here, by model. */
  readonly cutoffs: Readonly<Record<string, string>>;
  /** The online chain may know more. */
  readonly instruments: readonly ListedInstrument[];
  read(text: string, assetType: "stock" | "crypto"): ReadSymbol;
  /** What cannot be read stays as written. */
  typedInstruments(text: string, usual: AssetType): ListInstrument[];
  /**
   * @param column of the symbols; `null`: find it
   * @throws InvalidInput for what is no text of rows
   */
  readSymbolFile(bytes: Uint8Array, column: number | null): SymbolImport;
  /** @param symbol canonical */
  coverageOf(symbol: string): Coverage;
  /**
   * @param instrument canonical
   * @throws Cancelled
   */
  evidenceOf(
    instrument: { readonly symbol: string; readonly assetType: "stock" | "crypto" },
    signal: AbortSignal,
  ): Promise<{ readonly kind: KnownKind | null; readonly coverage: EvidenceCoverage[] }>;
  /**
   * @param symbol canonical
   * @throws Cancelled
   */
  lookUp(symbol: string, signal: AbortSignal): Promise<OnlineListing>;
  /** None for an unreadable symbol. */
  closes(symbol: string, assetType: "stock" | "crypto", after: Instant, count: number): Instant[];
  /**
   * As known at the close of `asOf`.
   * @param span `from`: the first day of its series
   * @throws Cancelled
   */
  valuePortfolio(
    portfolio: PortfolioBody,
    span: { readonly from: LocalDate; readonly asOf: LocalDate },
    signal: AbortSignal,
  ): Promise<Omit<PortfolioValuation, "portfolio_id">>;
  /**
   * What an analysis as of a day is told of it.
   * @throws Cancelled; InvalidInput for quantities that are too large
   */
  holdingsOn(portfolio: PortfolioBody, day: LocalDate, signal: AbortSignal): Promise<Holdings>;
  readonly runDelayMs: number;
}
