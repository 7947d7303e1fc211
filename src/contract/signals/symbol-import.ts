import type { AssetType } from "../jobs/analysis.ts";

/** The most bytes that the page accepts. */
export const symbolFileBytes = 1_000_000;

/** `null`: not used. */
export interface ImportColumn {
  readonly index: number;
  readonly title: string;
  readonly use: "symbol" | "identifier" | "name" | "quantity" | "cost" | "currency" | "exchange" | null;
  readonly examples: readonly string[];
}

/** The instruments of a list or portfolio, each once. */
export interface ImportedInstrument {
  /** Whether a source knows it is checked elsewhere. */
  readonly symbol: string;
  readonly asset_type: AssetType;
  /** As the file has it. */
  readonly written: string;
  readonly name: string | null;
  /** Over all rows; `null` where a row gives none. */
  readonly quantity: number | null;
  /** What was paid for all of it. */
  readonly cost: number | null;
  /** Of the cost. */
  readonly currency: string | null;
  /** Why it may be another instrument. */
  readonly doubt: string | null;
}

/** To be looked at before anything is added. */
export interface SymbolImport {
  /** How the file is written, in words. */
  readonly format: string;
  /** None for a mere list of symbols. */
  readonly columns: readonly ImportColumn[];
  readonly symbolColumn: number | null;
  readonly notice: string | null;
  readonly instruments: readonly ImportedInstrument[];
  readonly leftOut: readonly { readonly text: string; readonly reason: string }[];
}
