import { setTimeout as pause } from "node:timers/promises";
import { type Deposit, type PayCurrency, type ProcessorName, depositLimits } from "#src/contract/accounts/deposits.ts";
import { formatUsd } from "#src/contract/accounts/money.ts";
import { findView } from "./queries/deposit-views.ts";
import {
  type DepositRow,
  countOpen,
  dropUnopened,
  findByKey,
  insertDeposit,
  lockOpening,
  setPayment,
  takeOpening,
} from "./queries/deposits.ts";
import type { Instant } from "#src/core/clock.ts";
import { Conflict, InvalidInput, NotFound, RateLimited } from "#src/core/errors.ts";
import { newId } from "#src/core/ids.ts";
import type { Context } from "../context.ts";
import { type PaymentGateway, payerOf, processorOf } from "./processors/processor.ts";
import type { SandboxAct, SandboxPayment } from "#src/contract/api/sandbox.ts";

export interface DepositOrder {
  readonly paymentGateway: PaymentGateway;
  /** US cents, within `depositLimits` and the coin's own least amount. */
  readonly amountMinor: number;
  readonly processor: ProcessorName;
  /** A `PayCurrency.code` of the processor's offer. */
  readonly currency: string;
  /** One press of the button, 1 to 255 printable characters without spaces. */
  readonly idempotencyKey: string;
}

/** Longer than a processor may take: whoever opens it after that is gone. */
const openingMs = 30_000;
const pollMs = 100;
const mostPolls = 150;
const retryAfterMs = 5 * 60_000;

/**
 * One key opens one.
 * @throws InvalidInput; Conflict for a reused key; RateLimited; VendorFailed
 */
export async function openDeposit(ctx: Context, order: DepositOrder): Promise<Deposit> {
  checkOrder(order);
  const known = await findByKey(ctx.db.sql, ctx.actor.owner, order.idempotencyKey);
  if (known !== null) return joinOpening(ctx, order);
  const currency = await currencyOf(order);
  const openingAt = ctx.clock.now();
  const id = await insert(ctx, order, currency, openingAt);
  return id === null ? joinOpening(ctx, order) : openPayment(ctx, order, currency, { id, openingAt });
}

function checkOrder({ amountMinor, idempotencyKey }: DepositOrder): void {
  if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey))
    throw new InvalidInput("the idempotency key must be 1 to 255 printable characters without spaces");
  const { minMinor, maxMinor } = depositLimits;
  if (!Number.isSafeInteger(amountMinor) || amountMinor < minMinor || amountMinor > maxMinor)
    throw new InvalidInput(`the amount must be from ${formatUsd(minMinor)} to ${formatUsd(maxMinor)}`);
}

/** @throws InvalidInput for a coin not offered, or too little */
async function currencyOf(order: DepositOrder): Promise<PayCurrency> {
  const offered = await processorOf(order.paymentGateway, order.processor).currencies();
  const currency = offered.find(({ code }) => code === order.currency);
  if (currency === undefined) throw new InvalidInput("this coin is not offered");
  if (currency.minMinor !== null && order.amountMinor < currency.minMinor)
    throw new InvalidInput(`the minimum for ${currency.name} is ${formatUsd(currency.minMinor)}`);
  return currency;
}

/** @returns `null` when the key has a deposit already. @throws RateLimited */
async function insert(
  ctx: Context,
  { processor, amountMinor, idempotencyKey }: DepositOrder,
  currency: PayCurrency,
  at: Instant,
): Promise<string | null> {
  const {
    db,
    actor: { owner },
  } = ctx;
  const id = newId("dep");
  return db.transaction(async (tx) => {
    await lockOpening(tx, owner);
    if ((await findByKey(tx.sql, owner, idempotencyKey)) !== null) return null;
    if ((await countOpen(tx.sql, owner, at)) >= depositLimits.openAtOnce)
      throw new RateLimited(
        `you have ${depositLimits.openAtOnce} unpaid deposits; pay one or wait for it to expire`,
        retryAfterMs,
      );
    const deposit = { id, owner, processor, priceMinor: amountMinor, currency, idempotencyKey, parentId: null, at };
    return (await insertDeposit(tx.sql, deposit)) ? id : null;
  });
}

/** Without a payment the deposit goes, and the key is free. */
async function openPayment(
  ctx: Context,
  { paymentGateway, processor, amountMinor }: DepositOrder,
  currency: PayCurrency,
  { id, openingAt }: { readonly id: string; readonly openingAt: Instant },
): Promise<Deposit> {
  const { db, clock } = ctx;
  try {
    const { paymentId, ...payment } = await processorOf(paymentGateway, processor).open({
      orderId: id,
      priceMinor: amountMinor,
      currency,
      description: `Conclave balance ${formatUsd(amountMinor)}`,
    });
    await db.transaction((tx) => setPayment(tx, id, { id: paymentId, ...payment }, clock.now()));
  } catch (error) {
    await dropUnopened(db.sql, id, openingAt);
    throw error;
  }
  return viewOf(db, id);
}

async function viewOf(db: Context["db"], id: string): Promise<Deposit> {
  const view = await findView(db.sql, id, null);
  if (view === null) throw new Error(`deposit ${id} is gone`);
  return view;
}

/** Takes over from somebody who died. */
async function joinOpening(ctx: Context, order: DepositOrder): Promise<Deposit> {
  const { db, clock, actor } = ctx;
  for (let poll = 0; poll < mostPolls; poll += 1) {
    const deposit = await findByKey(db.sql, actor.owner, order.idempotencyKey);
    if (deposit === null) throw new Conflict("the deposit could not be opened; try again");
    checkSame(deposit, order);
    if (deposit.payment !== null) return viewOf(db, deposit.id);
    const now = clock.now();
    if (await takeOpening(db.sql, deposit.id, now - openingMs, now))
      return openPayment(ctx, order, await currencyOf(order), { id: deposit.id, openingAt: now });
    await pause(pollMs);
  }
  throw new Conflict("the deposit is being opened; try again in a moment");
}

function checkSame({ priceMinor, processor, currency }: DepositRow, order: DepositOrder): void {
  if (priceMinor === order.amountMinor && processor === order.processor && currency.code === order.currency) return;
  throw new Conflict("this idempotency key was already used for another deposit");
}

/** Newest first. @throws NotFound without the sandbox */
export async function listSandboxPayments(
  ctx: Context,
  paymentGateway: PaymentGateway,
): Promise<readonly SandboxPayment[]> {
  return payerOf(paymentGateway).list(ctx.actor.owner);
}

/** The callback comes over HTTP. @throws NotFound; Conflict */
export async function playSandbox(
  ctx: Context,
  {
    paymentGateway,
    paymentId,
    act,
  }: { readonly paymentGateway: PaymentGateway; readonly paymentId: string; readonly act: SandboxAct },
): Promise<SandboxPayment> {
  const payer = payerOf(paymentGateway);
  if (!(await payer.list(ctx.actor.owner)).some(({ id }) => id === paymentId))
    throw new NotFound(`the sandbox has no payment ${paymentId}`);
  return payer.play(paymentId, act);
}
