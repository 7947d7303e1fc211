import { z } from "zod";
import { Place, Sha256 } from "./signals.ts";

/** The newest entry, and the newest of each UTC day. */
const HeadWithDays = Place.extend({ days: z.array(Place.extend({ day: z.iso.date() })) });

/**
 * Heads of the house signals, settlement prices and the ledger; of the ledger the hash alone, as its length is private.
 */
export const ChainHeads = z.object({
  list: z.string(),
  ...HeadWithDays.shape,
  settlement: HeadWithDays,
  ledger: z.object({ hash: Sha256, days: z.array(z.object({ day: z.iso.date(), hash: Sha256 })) }),
});
export type ChainHeads = z.infer<typeof ChainHeads>;

const settlementPlace = {
  version: z.literal(1),
  number: z.int().positive(),
  previous: Sha256,
};

/** What the database writes of a row that settles signals; docs/adr/0015. */
export const SettlementBody = z.discriminatedUnion("kind", [
  /** A session as it was known at its own close. */
  z.strictObject({
    kind: z.literal("session"),
    ...settlementPlace,
    symbol: z.string(),
    session: z.iso.date(),
    opens_at: z.iso.datetime(),
    open: z.number().nullable(),
    close: z.number().nullable(),
    split: z.number(),
    dividend: z.number(),
    source: z.string().nullable(),
    noted_at: z.iso.datetime(),
  }),
  /** What an instrument is held against; `null`: cash. */
  z.strictObject({
    kind: z.literal("benchmark"),
    ...settlementPlace,
    symbol: z.string(),
    benchmark: z.string().nullable(),
    chosen_at: z.iso.datetime(),
  }),
  /** Entries from before the chain. */
  z.strictObject({
    kind: z.literal("sealed"),
    ...settlementPlace,
    entries: z.int().positive(),
    at: z.iso.datetime(),
  }),
]);
export type SettlementBody = z.infer<typeof SettlementBody>;

export interface ChainFault {
  readonly ok: false;
  /** The place at which it breaks. */
  readonly number: number;
  readonly reason: string;
}

/** Whether a chain is unchanged since it was published. */
export type ChainVerdict = { readonly ok: true; readonly entries: number; readonly hash: string } | ChainFault;

export interface SettlementHolds {
  readonly ok: true;
  readonly entries: number;
  readonly hash: string;
  /** Entries older than the chain, proven from that instant on; `null`: none. */
  readonly sealed: { readonly entries: number; readonly at: string } | null;
}

/** Whether the ledger's transfers are unchanged since they were booked. */
export type LedgerVerdict =
  | {
      readonly ok: true;
      readonly entries: number;
      readonly hash: string;
      /** Transfers of the last minute, which have no entry yet. */
      readonly waiting: number;
      /** Accounts whose balance is the sum of their lines. */
      readonly accounts: number;
      /** The number of heads kept outside the database that match it. */
      readonly kept: number;
    }
  | ChainFault;

/** Whether signals and settlement prices are as they were kept. */
export type SignalChainVerdict =
  | {
      readonly ok: true;
      readonly entries: number;
      readonly hash: string;
      readonly settlement: SettlementHolds;
      /** Days whose heads were kept outside and found here. */
      readonly outside: { readonly days: number; readonly first: string; readonly last: string } | null;
    }
  /** `heads`: a line of the heads kept outside cannot be read. */
  | (ChainFault & { readonly chain: "signals" | "settlement" | "heads" });
