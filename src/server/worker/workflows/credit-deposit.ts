import { DBOS } from "@dbos-inc/dbos-sdk";
import { creditDeposit, type CreditAttempt } from "#src/product/deposits/credit-deposit.ts";
import { runStep } from "../outages.ts";
import type { WorkerTools } from "./analysis.ts";

type Tools = Pick<WorkerTools, "db" | "queue" | "clock" | "paymentGateway" | "log">;

const second = 1000;
const minute = 60 * second;

/** About a day; then reconciliation takes over. */
const retryDelaysMs: readonly number[] = [
  0,
  second,
  3 * second,
  10 * second,
  30 * second,
  minute,
  5 * minute,
  15 * minute,
  60 * minute,
  6 * 60 * minute,
  16 * 60 * minute,
];

/** Durable, begun with the callback. A late report is read again. */
export async function runCreditDeposit(tools: Tools, depositId: string): Promise<void> {
  for (const [index, delay] of retryDelaysMs.entries()) {
    if (delay > 0) await DBOS.sleep(delay);
    const settled = await runStep(() => creditOnce(tools, depositId), { name: `attempt ${index + 1}` });
    if (settled !== null && settled.outcome === "settled") return;
  }
  tools.log.error({ deposit: depositId }, "a deposit could not be settled; reconciliation will handle it");
}

async function creditOnce(tools: Tools, depositId: string): Promise<CreditAttempt | null> {
  try {
    const settled = await creditDeposit(tools, { paymentGateway: tools.paymentGateway, depositId });
    tools.log.info({ deposit: depositId, ...settled }, "deposit looked at");
    return settled;
  } catch (error) {
    tools.log.warn({ err: error, deposit: depositId }, "a deposit could not be settled; trying again");
    return null;
  }
}
