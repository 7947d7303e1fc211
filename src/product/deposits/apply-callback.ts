import { createHash } from "node:crypto";
import type { CallbackVerdict, DepositState, ProcessorName } from "#src/contract/accounts/deposits.ts";
import type { Tx } from "#src/core/db/database.ts";
import { insertCallback, setVerdict, type NewCallback } from "./queries/deposit-events.ts";
import { openReview } from "./queries/deposit-reviews.ts";
import {
  findDeposit,
  insertDeposit,
  lockByPayment,
  moveDeposit,
  setPayment,
  type DepositPayment,
  type DepositRow,
} from "./queries/deposits.ts";
import type { Instant } from "#src/core/clock.ts";
import { newId } from "#src/core/ids.ts";
import { type CheckedCallback, type PaymentFacts, processorOf, type PaymentGateway } from "./processors/processor.ts";
import type { SystemContext } from "../context.ts";
import { bindingFault } from "./lib/payment.ts";

export interface IncomingCallback {
  readonly paymentGateway: PaymentGateway;
  /** By the header of its signature; `null`: it has none. */
  readonly processor: ProcessorName | null;
  readonly signatures: readonly string[];
  readonly body: Uint8Array;
  /** Kept, but not looked at. */
  readonly refused: "wrong_content_type" | "compressed" | null;
  readonly requestId: string;
  /** False: what nobody signed is not kept. */
  readonly keepUnsigned: boolean;
}

/** What became of a callback, for the answer and the log. */
export interface CallbackOutcome {
  readonly verdict: CallbackVerdict;
  readonly signed: boolean;
  readonly matched: string | null;
  readonly status: string | null;
  readonly depositId: string | null;
  /** Exactly this came before: nothing was done. */
  readonly repeated: boolean;
}

/**
 * Checks, keeps and applies a callback in one transaction. Money follows only from the processor's report
 * (credit-deposit.ts).
 */
export async function applyCallback(ctx: SystemContext, incoming: IncomingCallback): Promise<CallbackOutcome> {
  const { db, clock } = ctx;
  const checked = check(incoming);
  const at = clock.now();
  const kept: NewCallback = {
    id: newId("cbk"),
    processor: incoming.processor ?? "",
    digest: createHash("sha256").update(incoming.body).digest("hex"),
    signed: checked.ok || checked.signed,
    body: incoming.body,
    matched: checked.matched,
    verdict: checked.ok ? "applied" : checked.verdict,
    paymentId: checked.ok ? checked.claim.paymentId : null,
    status: checked.ok ? checked.claim.status.slice(0, 100) : null,
    requestId: incoming.requestId,
    at,
  };
  const outcome = { signed: kept.signed, matched: kept.matched, status: kept.status };
  if (!checked.ok) {
    const fresh = kept.signed || incoming.keepUnsigned ? await insertCallback(db.sql, kept) : true;
    return { ...outcome, verdict: checked.verdict, depositId: null, repeated: !fresh };
  }
  const { processor } = incoming;
  if (processor === null) throw new Error("a callback has no processor's signature");
  return db.transaction(async (tx) => {
    if (!(await insertCallback(tx.sql, kept)))
      return { ...outcome, verdict: "no_change", depositId: null, repeated: true };
    const { verdict, depositId } = await apply(tx, ctx.queue, processor, checked.claim, at);
    if (verdict !== kept.verdict) await setVerdict(tx, kept.id, verdict, depositId);
    return { ...outcome, verdict, depositId, repeated: false };
  });
}

type Checked = CheckedCallback | { ok: false; signed: false; matched: null; verdict: CallbackVerdict };

function check({ paymentGateway, processor, refused, signatures, body }: IncomingCallback): Checked {
  if (refused !== null) return { ok: false, signed: false, matched: null, verdict: refused };
  if (processor === null) return { ok: false, signed: false, matched: null, verdict: "unsigned" };
  return processorOf(paymentGateway, processor).check({ signatures, body });
}

interface Applied {
  readonly verdict: CallbackVerdict;
  readonly depositId: string | null;
}

async function apply(
  tx: Tx,
  queue: SystemContext["queue"],
  processor: ProcessorName,
  claim: PaymentFacts,
  at: Instant,
): Promise<Applied> {
  const deposit = await lockByPayment(tx, processor, claim.paymentId);
  if (deposit === null || deposit.payment === null) return ofUnknownPayment(tx, queue, processor, claim, at);
  const { id: depositId, payment } = deposit;
  if (claim.state === null) return { verdict: "unknown_status", depositId };
  const fault = bindingFault({ ...deposit, payment }, claim, { whole: false });
  if (fault !== null) {
    await openReview(tx, {
      id: newId("rev"),
      depositId,
      kind: fault.of === "asset" ? "wrong_asset" : "mismatch",
      detail: `in a callback, ${fault.detail}`,
      seen: `callback ${fault.detail}`,
      receivedMinor: null,
      at,
    });
    // Another coin can be a mistake, so the report decides; another deal is nobody's.
    if (fault.of === "asset" && followsMoney(claim.state)) await queue.enqueueDepositCredit(tx, depositId);
    return { verdict: "mismatch", depositId };
  }
  if (deposit.state === "refunded") return { verdict: "no_change", depositId };
  const moved = await moveDeposit(tx, deposit, displayedState(claim.state), at);
  if (!followsMoney(claim.state)) return { verdict: moved ? "applied" : "no_change", depositId };
  await queue.enqueueDepositCredit(tx, depositId);
  return { verdict: "applied", depositId };
}

function followsMoney(state: DepositState): boolean {
  return state === "finished" || state === "partially_paid" || state === "refunded";
}

/** Never to a state that means money. */
function displayedState(state: DepositState): DepositState {
  return state === "finished" ? "confirmed" : state === "refunded" ? "waiting" : state;
}

/** Sent again to a known address, or not ours at all. */
async function ofUnknownPayment(
  tx: Tx,
  queue: SystemContext["queue"],
  processor: ProcessorName,
  claim: PaymentFacts,
  at: Instant,
): Promise<Applied> {
  const parent = claim.parentId === null ? null : await lockByPayment(tx, processor, claim.parentId);
  if (parent !== null && parent.payment !== null) {
    const depositId = await openChild(tx, { ...parent, payment: parent.payment }, claim, at);
    if (claim.state !== null && followsMoney(claim.state)) await queue.enqueueDepositCredit(tx, depositId);
    return { verdict: "re_deposit", depositId };
  }
  const order = claim.orderId === null ? null : await findDeposit(tx.sql, claim.orderId);
  if (order === null) return { verdict: "unknown_order", depositId: null };
  return { verdict: "unknown_payment", depositId: order.id };
}

/** A deposit of its own, which a person looks at. */
async function openChild(
  tx: Tx,
  parent: DepositRow & { readonly payment: DepositPayment },
  claim: PaymentFacts,
  at: Instant,
): Promise<string> {
  const { id: parentId, owner, processor, priceMinor, currency, payment } = parent;
  const id = newId("dep");
  await insertDeposit(tx.sql, { id, owner, processor, priceMinor, currency, idempotencyKey: null, parentId, at });
  await setPayment(tx, id, { ...payment, id: claim.paymentId, checkoutUrl: null, expiresAt: null }, at);
  await openReview(tx, {
    id: newId("rev"),
    depositId: id,
    kind: "re_deposit",
    detail: `it was sent to the address of ${parentId} again`,
    seen: "callback",
    receivedMinor: null,
    at,
  });
  return id;
}
