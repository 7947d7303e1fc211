import { createHmac, randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Decimal } from "decimal.js";
import type { SandboxAct } from "#src/contract/api/sandbox.ts";
import { canonicalJson } from "#src/core/hash.ts";
import { Conflict, NotFound, VendorFailed } from "#src/core/errors.ts";
import { signatureHeader } from "../nowpayments/wire.ts";
import type { SandboxPayer } from "../processor.ts";
import { paymentJson, type HeldPayment, type SandboxOptions } from "./sandbox.ts";

/** What an act leads to, and what is then paid. */
interface Rule {
  readonly from: readonly string[];
  readonly steps: readonly string[];
  readonly paid: string | null;
}

const unpaid = ["waiting", "confirming", "expired", "failed"];
const paying = ["confirming", "confirmed", "finished"];
const rules = {
  exact: { from: unpaid, steps: paying, paid: "1" },
  partial: { from: unpaid, steps: ["confirming", "partially_paid"], paid: "0.5" },
  rest: { from: ["partially_paid"], steps: paying, paid: "1" },
  too_much: { from: unpaid, steps: paying, paid: "1.5" },
  wrong_asset: { from: unpaid, steps: paying, paid: "1" },
  again: { from: ["finished", "refunded"], steps: ["finished"], paid: "1" },
  expire: { from: ["waiting"], steps: ["expired"], paid: null },
  fail: { from: ["waiting", "confirming"], steps: ["failed"], paid: null },
  refund: { from: ["partially_paid", "finished"], steps: ["refunded"], paid: null },
} as const satisfies Record<SandboxAct, Rule>;

/** Long enough to be seen. */
const pauseMs = 400;
const timeoutMs = 10_000;

/** Signed, over HTTP, like a real processor. */
export function createSandboxPayer({
  secrets,
  store,
  clock,
  callbackUrl,
}: SandboxOptions & { readonly callbackUrl: string }): SandboxPayer {
  const tell = async (payment: HeldPayment): Promise<void> => {
    const body = paymentJson(payment);
    const signature = createHmac("sha512", secrets.current)
      .update(canonicalJson(JSON.parse(body)))
      .digest("hex");
    let status: number;
    try {
      const answer = await fetch(callbackUrl, {
        method: "POST",
        headers: { "content-type": "application/json", [signatureHeader]: signature },
        body,
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      await answer.body?.cancel();
      status = answer.status;
    } catch (cause) {
      throw new VendorFailed("sandbox", "unavailable", "the callback could not be delivered", { cause });
    }
    if (status !== 200) throw new VendorFailed("sandbox", "refused", `the callback was answered with ${status}`);
  };

  /** A payment to a used address has its own payment. */
  const another = async (payment: HeldPayment): Promise<HeldPayment> => {
    const id = String(randomInt(1_000_000_000, 10_000_000_000));
    const child = { ...payment, id, parentId: payment.id, status: "waiting", paidAmount: "0", createdAt: clock.now() };
    await store.insert(child);
    return child;
  };

  return {
    list: (owner) => store.list(owner),
    async play(paymentId, act) {
      const found = await store.find(paymentId);
      if (found === null) throw new NotFound(`the sandbox has no payment ${paymentId}`);
      const rule: Rule = rules[act];
      if (!rule.from.includes(found.status)) throw new Conflict(`a payment in the state ${found.status} cannot ${act}`);
      let payment = act === "again" ? await another(found) : found;
      const paidCurrency = act === "wrong_asset" ? otherThan(payment.payCurrency) : payment.paidCurrency;
      for (const [index, status] of rule.steps.entries()) {
        if (index > 0) await pause(pauseMs);
        const paidAmount =
          rule.paid === null ? payment.paidAmount : new Decimal(payment.payAmount).times(rule.paid).toFixed();
        const next = { ...payment, status, paidAmount, paidCurrency };
        if (!(await store.update(payment, next))) throw new Conflict("the payment changed in the meantime; try again");
        payment = next;
        await tell(payment);
      }
      return payment;
    },
  };
}

function otherThan(currency: string): string {
  return currency === "eth" ? "btc" : "eth";
}
