import {
  type Deposit,
  type DepositEvent,
  type DepositReceipt,
  type ProcessorOffer,
  depositLimits,
} from "#src/contract/accounts/deposits.ts";
import { findView, listViews, noteDifference } from "./queries/deposit-views.ts";
import { Conflict, NotFound, VendorFailed } from "#src/core/errors.ts";
import type { Context, SystemContext } from "../context.ts";
import type { PaymentGateway, PaymentProcessor } from "./processors/processor.ts";
import { findUserById } from "../accounts/queries/users.ts";
import { newId } from "#src/core/ids.ts";
import { depositChannel, depositEventsAfter, depositPageSize, lastDepositEvent } from "./queries/deposit-events.ts";

/** A deposit of whoever asks. @throws NotFound for an unknown or foreign id */
export async function getDeposit(ctx: Context, id: string): Promise<Deposit> {
  const { db, actor } = ctx;
  const deposit = await findView(db.sql, id, actor.owner);
  if (deposit === null) throw new NotFound(`there is no deposit ${id}`);
  return deposit;
}

export interface DepositPage {
  readonly deposits: readonly Deposit[];
  /** The `cursor` of the page of older ones; `null` on the last one. */
  readonly nextCursor: number | null;
}

/** Deposits of whoever asks, newest first. */
export async function listDeposits(
  ctx: Context,
  { cursor, limit }: { readonly cursor: number | null; readonly limit: number },
): Promise<DepositPage> {
  const { db, actor } = ctx;
  const found = await listViews(db.sql, actor.owner, { before: cursor, limit: limit + 1 });
  const page = found.slice(0, limit);
  return {
    deposits: page.map(({ deposit }) => deposit),
    nextCursor: found.length > limit ? (page.at(-1)?.number ?? null) : null,
  };
}

/** Silent processors are left out. */
export async function listProcessors(
  _ctx: SystemContext,
  paymentGateway: PaymentGateway,
): Promise<readonly ProcessorOffer[]> {
  const offers = await Promise.all([...paymentGateway.processors.values()].map(offerOf));
  return offers.filter((offer) => offer !== null);
}

async function offerOf(processor: PaymentProcessor): Promise<ProcessorOffer | null> {
  const { name, title } = processor;
  const { minMinor, maxMinor } = depositLimits;
  try {
    const currencies = await processor.currencies();
    return { name, title, sandbox: name === "sandbox", minMinor, maxMinor, currencies };
  } catch (error) {
    if (error instanceof VendorFailed) return null;
    throw error;
  }
}

/** @throws NotFound; Conflict while nothing was credited */
export async function readReceipt(ctx: Context, id: string): Promise<DepositReceipt> {
  const deposit = await getDeposit(ctx, id);
  const { creditedMinor, refundedMinor, finishedAt } = deposit;
  if (finishedAt === null) throw new Conflict("the receipt is available once the deposit is credited");
  const user = await findUserById(ctx.db.sql, ctx.actor.owner);
  if (user === null) throw new NotFound("this account is for API keys only and cannot sign in");
  const number = `R-${deposit.id.replace(/^dep_/, "").slice(0, 12).toUpperCase()}`;
  const owner = { name: user.name, email: user.email };
  return { number, deposit, owner, creditedMinor, refundedMinor, creditedAt: finishedAt };
}

/** The operator is told. For the worker. */
export async function reportStuckDeposit(ctx: SystemContext, depositId: string): Promise<void> {
  const { db, clock } = ctx;
  await noteDifference(db.sql, {
    id: newId("dif"),
    depositId,
    kind: "set_aside",
    detail: "several workers stopped while crediting it; it is retried once a day",
    at: clock.now(),
  });
}

/** What happens to one's deposits, as it comes. */
export interface FollowedDeposits {
  readonly channel: string;
  /** The newest event's number. */
  readonly last: number;
  /** Ascending, committed only; there may be more behind these. */
  readonly read: (after: number) => Promise<{ readonly events: readonly DepositEvent[]; readonly more: boolean }>;
}

export async function followDeposits(ctx: Context): Promise<FollowedDeposits> {
  const { db, actor } = ctx;
  const { owner } = actor;
  return {
    channel: depositChannel(owner),
    last: await lastDepositEvent(db.sql, owner),
    read: async (after) => {
      const events = await depositEventsAfter(db.sql, owner, after);
      return { events, more: events.length === depositPageSize };
    },
  };
}
