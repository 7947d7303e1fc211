import { DBOS } from "@dbos-inc/dbos-sdk";
import { type CreditAttempt, creditDeposit } from "#src/product/deposits/credit-deposit.ts";
import { runStep } from "../outages.ts";
import type { WorkerTools } from "./analysis.ts";
import { reconcileDeposits } from "#src/product/deposits/reconciliation.ts";
import { type Schedule, runScheduled } from "./maintenance.ts";
import { chainTransfers } from "#src/product/ledger/ledger.ts";
import { announceEnds, endDuePeriods } from "#src/product/plans/ending.ts";

type Tools = Pick<WorkerTools, "db" | "queue" | "clock" | "paymentGateway" | "log">;

const second = 1000;
const minute = 60 * second;

/** About a day; then reconciliation takes over. */
const creditDelaysMs: readonly number[] = [
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
  for (const [index, delay] of creditDelaysMs.entries()) {
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

export const reconcileSchedule: Schedule = { name: "reconcile deposits", cron: "*/2 * * * *" };

export async function runReconcile(
  tools: Pick<WorkerTools, "db" | "queue" | "clock" | "paymentGateway" | "log">,
): Promise<void> {
  await runScheduled(tools, reconcileSchedule, "deposits could not be reconciled", async () => {
    const { checked, repaired, differences } = await runStep(() => reconcileDeposits(tools, tools.paymentGateway), {
      name: "reconcile",
    });
    if (repaired.length > 0) tools.log.warn({ repaired }, "deposits whose callback was lost");
    if (differences > 0) tools.log.warn({ differences }, "deposits differ from their processor's report");
    tools.log.debug({ checked }, "deposits reconciled");
  });
}

export const chainTransfersSchedule: Schedule = { name: "chain transfers", cron: "* * * * *" };

export async function runChainTransfers(tools: Pick<WorkerTools, "db" | "queue" | "clock" | "log">): Promise<void> {
  await runScheduled(tools, chainTransfersSchedule, "transfers could not be added to the ledger's chain", async () => {
    await runStep(() => chainTransfers(tools), { name: "chain transfers" });
  });
}

export const planSchedule: Schedule = { name: "plans", cron: "* * * * *" };

/** An account's failure is logged, retried in a minute, and holds up nothing. */
export async function runPlans(tools: Pick<WorkerTools, "db" | "queue" | "clock" | "log">): Promise<void> {
  await runScheduled(tools, planSchedule, "not all plans could be renewed or ended", async () => {
    const { renewed, ended } = await runStep(() => endDuePeriods(tools), { name: "end due periods" });
    if (renewed.length > 0 || ended.length > 0) tools.log.info({ renewed, ended }, "plans renewed and ended");
  });
  try {
    const announced = await runStep(() => announceEnds(tools), { name: "announce ends" });
    if (announced.length > 0) tools.log.info({ announced }, "ends of plans announced");
  } catch (error) {
    tools.log.error({ err: error }, "not all plan endings could be announced");
  }
}
