import type { AnswerCount } from "#src/contract/jobs/model-answers.ts";
import type { Tx } from "#src/core/db/database.ts";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import { finishAnalysis, type Ended } from "./queries/analyses.ts";
import { keepAdvice } from "./queries/holdings.ts";
import { addAnswers } from "./queries/model-answers.ts";
import { giveBackToMonth, wasHeard } from "#src/product/plans/queries/quota.ts";
import { noteHappening } from "../channels/public/note-happening.ts";
import { startWatch } from "../conditions/public/start-watch.ts";
import type { SystemContext } from "../context.ts";
import { isWanted } from "../mail/public/notify-owner.ts";

/** False when it was cancelled or ended: then nothing is written. For the worker. */
export async function finishJob(
  ctx: SystemContext,
  { id, end, answers = [] }: { readonly id: string; readonly end: Ended; readonly answers?: readonly AnswerCount[] },
): Promise<boolean> {
  const { db, clock, queue } = ctx;
  return db.transaction(async (tx) => {
    const at = clock.now();
    if (end.status === "succeeded" && end.forHoldings !== undefined) {
      const advice = db.vault.seal(JSON.stringify(end.forHoldings), placeOf("analysis_holdings.sealed_advice", id));
      await keepAdvice(tx, id, advice);
    }
    const finished = await finishAnalysis(tx, id, at, end);
    if (finished === null) return false;
    if (await isFree(tx, id, end)) await giveBackToMonth(tx, id);
    if (finished.webhook) await queue.enqueueWebhook(tx, id, `analysis.${end.status}`);
    if (isWanted("analysis_ended", finished.notifications))
      await queue.enqueueMail(tx, { kind: "analysis_ended", userId: finished.owner, once: id });
    // Lists tell of their runs themselves.
    if (!finished.isListRun) {
      if (end.status === "succeeded")
        await startWatch(tx, end, { analysisId: id, owner: finished.owner, published: null }, at);
      await noteHappening(tx, queue, {
        where: { owner: finished.owner, list: null },
        once: `analysis ${id}`,
        happening: { event: "analysis_ended", analysis: id, ok: end.status === "succeeded" },
        at,
      });
    }
    // Last: runs with the same models wait for each other from here.
    await addAnswers(tx, answers, at);
    return true;
  });
}

/** What failed before anybody spoke, and what the rules engine made of synthetic data, costs nobody anything. */
async function isFree(tx: Tx, id: string, end: Ended): Promise<boolean> {
  if (end.status === "failed") return !(await wasHeard(tx, id));
  const { config, data } = end.manifest;
  return config.llm_provider === "rules" && data.synthetic;
}
