import type { AssetType, Config } from "#src/contract/analysis.ts";
import type { Coverage, ListedInstrument } from "#src/contract/instruments.ts";
import type { ListInstrument } from "#src/contract/signals.ts";
import type { SymbolImport } from "#src/contract/symbol-import.ts";
import type { Usd } from "#src/contract/usage.ts";
import type { Instant, LocalDate } from "#src/platform/clock.ts";

/** US dollars per million tokens. */
export interface TokenPrice {
  readonly input: Usd;
  readonly cachedInput: Usd;
  readonly output: Usd;
}

/** What a symbol is read as, and the last session that has closed where it trades. */
export type ReadSymbol =
  | {
      readonly ok: true;
      readonly symbol: string;
      readonly lastSession: LocalDate;
      /** What to add where no source knows it: the symbol that another site writes so. */
      readonly hint?: string;
    }
  | { readonly ok: false; readonly reason: string };

/** What online sources say of a symbol; `unanswered`: they failed, so that it is not known. */
export type OnlineListing =
  | { readonly status: "found"; readonly name: string }
  | { readonly status: "unknown" }
  | { readonly status: "unanswered" };

/** What a new analysis is made with in this service: who argues, at what price, and over which data. */
export interface AnalysisEnvironment {
  readonly config: Config;
  /** Look-ups that an analyst may make. */
  readonly toolSteps: number;
  /** `null`: the model's price is not known. */
  readonly prices: { readonly deep: TokenPrice | null; readonly quick: TokenPrice | null };
  /** Knowledge cut-offs that are set here, by model. */
  readonly cutoffs: Readonly<Record<string, string>>;
  /** What the archives hold; more can be asked for where the online chain answers. */
  readonly instruments: readonly ListedInstrument[];
  read(text: string, assetType: "stock" | "crypto"): ReadSymbol;
  /** The instruments of a list as it was typed or pasted; what cannot be read stands there as it was written. */
  typedInstruments(text: string, usual: AssetType): ListInstrument[];
  /**
   * What a file of symbols holds, to be looked at.
   * @param column has the symbols; `null`: the one that says so
   * @throws InvalidInput for what is no text of rows
   */
  readSymbolFile(bytes: Uint8Array, column: number | null): SymbolImport;
  /** @param symbol canonical */
  coverageOf(symbol: string): Coverage;
  /**
   * Asks online sources, for one whose coverage is not checked.
   * @param symbol canonical
   * @throws Cancelled when `signal` fired
   */
  lookUp(symbol: string, signal: AbortSignal): Promise<OnlineListing>;
  /** The next closes where a symbol trades, after an instant; none for a symbol that cannot be read. */
  closes(symbol: string, assetType: "stock" | "crypto", after: Instant, count: number): Instant[];
  /** How long after a close a list runs for what trades on an exchange. */
  readonly runDelayMs: number;
}
