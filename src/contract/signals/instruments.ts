import { z } from "zod";
import type { AssetType } from "../jobs/analysis.ts";

export const InstrumentKind = z.enum(["stock", "etf", "adr", "index", "currency", "coin"]);
export type InstrumentKind = z.infer<typeof InstrumentKind>;

/** What is traded, and how that is known. */
export const KnownKind = z.object({ name: InstrumentKind, reason: z.string() });
export type KnownKind = z.infer<typeof KnownKind>;

const names: Readonly<Record<InstrumentKind, string>> = {
  stock: "Stock",
  etf: "Exchange-traded fund",
  adr: "Depositary receipt",
  index: "Index",
  currency: "Currency pair",
  coin: "Coin",
};

/** For readers: `Depositary receipt, by its name`. */
export function kindText(kind: KnownKind | null): string {
  return kind === null ? "known when an analysis asks its sources" : `${names[kind.name]}, ${kind.reason}`;
}

/** What a service has on a symbol. */
export type Coverage =
  /** An archive has it. Sessions are `YYYY-MM-DD`; `null` without prices. */
  | {
      readonly status: "held";
      readonly name: string;
      readonly from: string | null;
      readonly to: string | null;
      readonly synthetic: boolean;
    }
  /** All its sources have lists, and none lists it. */
  | { readonly status: "absent" }
  /** An online source knew it when it was saved in a list. */
  | { readonly status: "found"; readonly name: string }
  /** Online sources are asked when the run starts. */
  | { readonly status: "unchecked" };

export interface ListedInstrument {
  readonly symbol: string;
  readonly name: string;
  readonly assetType: "stock" | "crypto" | "index";
  readonly currency: string;
  readonly exchange: string;
  readonly synthetic: boolean;
  /** The archive's name. */
  readonly archive: string;
  /** First and last session, `YYYY-MM-DD`; `null` without prices. */
  readonly from: string | null;
  readonly to: string | null;
}

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
