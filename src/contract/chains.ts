import { z } from "zod";
import { Place, Sha256 } from "./signals.ts";

/** The newest entry of a chain, and what was newest at the end of each day, UTC, newest first. */
const HeadWithDays = Place.extend({ days: z.array(Place.extend({ day: z.iso.date() })) });

/**
 * The heads of the house list's signals, of the prices that settle signals, and of the ledger's transfers. How many
 * transfers there are is nobody's business, so of these there is the hash alone.
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
  /** So many entries before it were put under the chain then, and kept without one until then. */
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

/** Whether a chain is as it was published. */
export type ChainVerdict = { readonly ok: true; readonly entries: number; readonly hash: string } | ChainFault;

export interface SettlementHolds {
  readonly ok: true;
  readonly entries: number;
  readonly hash: string;
  /** So many of them are older than the chain, and proven from that instant on; `null`: none. */
  readonly sealed: { readonly entries: number; readonly at: string } | null;
}

/** Whether the ledger's transfers are as they were booked. */
export type LedgerVerdict =
  | {
      readonly ok: true;
      readonly entries: number;
      readonly hash: string;
      /** Transfers of the last minute, which are no entries yet. */
      readonly waiting: number;
      /** Whose balances are the sums of the lines. */
      readonly accounts: number;
      /** So many heads that were kept outside the database were found in it. */
      readonly kept: number;
    }
  | ChainFault;

/** Whether a list's signals, and the prices that settle signals, are as they were published and kept. */
export type SignalChainVerdict =
  | {
      readonly ok: true;
      readonly entries: number;
      readonly hash: string;
      readonly settlement: SettlementHolds;
      /** The days of which heads were kept outside the database and found in it. */
      readonly outside: { readonly days: number; readonly first: string; readonly last: string } | null;
    }
  /** `heads`: a line of what was kept outside cannot be read. */
  | (ChainFault & { readonly chain: "signals" | "settlement" | "heads" });
