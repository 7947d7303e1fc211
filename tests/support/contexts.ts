import { Scope } from "#src/contract/accounts/plans.ts";
import { systemClock } from "#src/core/clock.ts";
import type { JobQueue } from "#src/product/jobs/queries/job-queue.ts";
import type { Actor, Context, SystemContext } from "#src/product/context.ts";

type Given = Partial<SystemContext> & Pick<SystemContext, "db">;
type GivenByCustomer = Given &
  Partial<Pick<Context, "actor" | "requestId">> & { readonly settings?: Partial<Context["settings"]> };

function nothing(): Promise<never> {
  return Promise.reject(new Error("the test gave no queue"));
}

/** Of a service that enqueues nothing. */
const noQueue: JobQueue = {
  enqueueWebhook: nothing,
  enqueueMail: nothing,
  enqueueSignalWebhook: nothing,
  enqueueDepositCredit: nothing,
  enqueueDelivery: nothing,
  enqueueHappening: nothing,
  enqueueJob: nothing,
  cancel: nothing,
  forget: nothing,
  finishedSteps: nothing,
  pages: nothing,
  close: nothing,
};

/** What a test does not name: the clock of now, and a queue that nothing may enter. */
export function systemContext({ db, queue = noQueue, clock = systemClock }: Given): SystemContext {
  return { db, queue, clock };
}

const usual: Context["settings"] = {
  rounds: 1,
  riskRounds: 1,
  budgetUsd: null,
  maxConcurrency: 1,
  maxQueued: 100,
  jobTimeoutMs: 60_000,
  webhookAllowPrivate: false,
};

/** Somebody's: what `given` has, else that of an owner on Free who may do everything with their own. */
export function customerContext(given: GivenByCustomer, owner = "nobody"): Context {
  const actor: Actor = { owner, plan: "free", scopes: Scope.options };
  return { requestId: "req_test", actor, ...given, settings: { ...usual, ...given.settings }, ...systemContext(given) };
}
