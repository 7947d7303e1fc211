import { z } from "zod";

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
