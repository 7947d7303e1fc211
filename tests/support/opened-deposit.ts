import { expect } from "vitest";
import type { Deposit } from "#src/contract/accounts/deposits.ts";
import type { Actor } from "#src/product/context.ts";
import { getDeposit } from "#src/product/deposits/reading.ts";
import { readBalance } from "#src/product/ledger/ledger.ts";
import { systemContext } from "./contexts.ts";
import { callbackBody, sendCallback, type DepositTestApp } from "./deposit-test-app.ts";
import { pay, type NowPayment } from "./processor-server.ts";

export interface Opened {
  readonly actor: Actor;
  readonly id: string;
  readonly payment: NowPayment;
}

/** What a deposit of a new user goes through. @param testApp asked for when it is there */
export function openedDeposits(testApp: () => DepositTestApp) {
  async function opened(options: { readonly actor?: Actor; readonly amountMinor?: number } = {}): Promise<Opened> {
    const actor = options.actor ?? (await testApp().newUser());
    const { deposit: made, payment } = await testApp().newDeposit(actor, options.amountMinor);
    return { actor, id: made.id, payment };
  }
  const deposit = ({ actor, id }: Opened): Promise<Deposit> => getDeposit(testApp().contextOf(actor), id);
  const balance = ({ actor }: Opened): Promise<number> => readBalance(systemContext(testApp()), actor.owner);
  /** The payment is in a state at the processor, which tells of it; then what a worker does. @returns the verdict */
  async function told(one: Opened, status: string, changes: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    pay(one.payment, status, status === "waiting" || status === "expired" ? 0 : 1);
    return said(one, changes);
  }
  /** A callback alone: the record stays as it is. */
  async function said(one: Opened, changes: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    const body = callbackBody(one.payment, changes);
    expect((await sendCallback(testApp().door, body)).status).toBe(200);
    await testApp().creditQueued();
    const { rows } = await testApp().db.pool.query("select verdict from deposit_callbacks where body = $1", [
      Buffer.from(body),
    ]);
    return rows[0]?.verdict;
  }
  return { opened, deposit, balance, told, said };
}
