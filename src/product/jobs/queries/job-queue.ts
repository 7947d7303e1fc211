import { DBOSClient, type DLogger } from "@dbos-inc/dbos-sdk";
import { z } from "zod";
import type { Happening } from "#src/contract/messages/channels.ts";
import type { WebhookEvent } from "#src/contract/jobs/jobs.ts";
import type { MailJob, AlertedSignal, Posted } from "#src/contract/messages/mails.ts";
import type { Tx } from "#src/core/db/database.ts";
import { connectionUrl } from "#src/core/db/pool.ts";
import { insertQueued, type QueuedMessage } from "#src/product/outbox/queries/outbox.ts";

/** Names shared by the code that enqueues and the worker. */
export const analysisQueue = "analyses";
export const analysisWorkflow = "analysis";
/** One attempt; what waits stands in the outbox. */
export const deliveryWorkflow = "delivery";
export const deliveryQueue = "deliveries";
/** No slow receiver may stand before a sign-in link. */
export const mailQueue = "mails";
export const depositQueue = "settlements";
export const creditDepositWorkflow = "settlement";
export const alertQueue = "signal alerts";
/** An event on a list whose followers are told page by page. */
export const happeningWorkflow = "channel event";

/** Jobs beside analyses: rows of the table `jobs`. A batch feeds analyses and has no workflow. */
export const JobKind = z.enum(["attribution", "memory", "backtest", "validity", "batch"]);
export type JobKind = z.infer<typeof JobKind>;

export const attributionWorkflow = "attribution";
export const memoryWorkflow = "memory measurement";
export const modelBacktestWorkflow = "model backtest";
export const backtestWorkflow = "backtest";
export const validityWorkflow = "validity report";
export const jobWorkflows = [
  attributionWorkflow,
  memoryWorkflow,
  modelBacktestWorkflow,
  backtestWorkflow,
  validityWorkflow,
] as const;
export type JobWorkflow = (typeof jobWorkflows)[number];

/** Queues, limits over all workers, and whether each owner has its own place: jobs that ask models wait for hours. */
export const jobQueues = {
  [attributionWorkflow]: { queue: "attributions", atOnce: 4, perOwner: true },
  [memoryWorkflow]: { queue: "memory measurements", atOnce: 4, perOwner: true },
  [modelBacktestWorkflow]: { queue: "model backtests", atOnce: 20, perOwner: true },
  [backtestWorkflow]: { queue: "backtests", atOnce: 1, perOwner: false },
  [validityWorkflow]: { queue: "validity reports", atOnce: 1, perOwner: false },
} as const satisfies Record<JobWorkflow, object>;

const otherQueues = {
  [analysisWorkflow]: analysisQueue,
  [creditDepositWorkflow]: depositQueue,
  [deliveryWorkflow]: deliveryQueue,
  [happeningWorkflow]: alertQueue,
} as const;
export type QueuedWorkflow = JobWorkflow | keyof typeof otherQueues;

/** The queue of each workflow that is enqueued by name. */
export const queueOf: ReadonlyMap<string, string> = new Map([
  ...Object.entries(otherQueues),
  ...Object.entries(jobQueues).map(([workflow, { queue }]) => [workflow, queue] as const),
]);

export const application = "conclave";

/** Finished steps by key; one step of the workflow, as JSON. */
const JournalPage = z.record(z.string(), z.unknown());
export type JournalPage = z.infer<typeof JournalPage>;

/** @throws when it is not a page, which is a bug */
export function readJournalPage(text: unknown): JournalPage {
  return JournalPage.parse(JSON.parse(z.string().parse(text)));
}

/** The name of a run's page, counted from 1. */
export function journalPageName(number: number): string {
  return `page ${number}`;
}

/** DBOS through its client. Jobs enter it with their rows. */
export interface JobQueue {
  /** On commit; once for a job and event. */
  enqueueWebhook(tx: Tx, analysisId: string, event: WebhookEvent): Promise<void>;
  /** Sent only on commit. @param once a name under which it is sent once */
  enqueueMail(tx: Tx, mail: MailJob, once?: string): Promise<void>;
  /** On commit; once for a signal. */
  enqueueSignalWebhook(tx: Tx, owner: string, signal: AlertedSignal): Promise<void>;
  /** On commit; once for a turn. */
  enqueueDelivery(tx: Tx, message: QueuedMessage): Promise<void>;
  /** On commit; once under a name. */
  enqueueHappening(tx: Tx, list: string, once: string, happening: Happening): Promise<void>;
  /** Reads the deposit's payment and does what follows, if the transaction commits. */
  enqueueDepositCredit(tx: Tx, depositId: string): Promise<void>;
  /** The job is run when its turn comes, if the transaction commits. */
  enqueueJob(tx: Tx, workflow: JobWorkflow, job: { readonly id: string; readonly owner: string }): Promise<void>;
  /** Stops a job in any state. Repeatable; unknown ids are ignored. */
  cancel(id: string): Promise<void>;
  /** Deletes the records of ended workflows. */
  forget(ids: readonly string[]): Promise<void>;
  /** From the pages of its journal. */
  finishedSteps(id: string): Promise<ReadonlyMap<string, unknown>>;
  /** The pages themselves, in their order. */
  pages(id: string): Promise<JournalPage[]>;
  close(): Promise<void>;
}

/** @param url also holds our tables: one transaction spans both */
export async function openJobQueue(url: string, logger: DLogger): Promise<JobQueue> {
  const client = await DBOSClient.create({
    systemDatabaseUrl: connectionUrl(url),
    applicationName: application,
    logger,
    systemDatabasePoolSize: 3,
  });
  return {
    ...deliveries(client),
    async enqueueDepositCredit({ client: connection }, depositId) {
      await client.enqueueInTransaction(
        connection,
        { workflowName: creditDepositWorkflow, queueName: depositQueue },
        depositId,
      );
    },
    async enqueueJob({ client: connection }, workflowName, { id, owner }) {
      const { queue: queueName, perOwner } = jobQueues[workflowName];
      const place = { workflowName, queueName, workflowID: id, ...(perOwner && { queuePartitionKey: owner }) };
      await client.enqueueInTransaction(connection, place, id);
    },
    cancel: (id) => client.cancelWorkflow(id),
    forget: (ids) => client.deleteWorkflows([...ids]),
    async finishedSteps(id) {
      return new Map((await pagesOf(client, id)).flatMap((page) => Object.entries(page)));
    },
    pages: (id) => pagesOf(client, id),
    close: () => client.destroy(),
  };
}

type Deliveries = "enqueueMail" | "enqueueWebhook" | "enqueueSignalWebhook" | "enqueueDelivery" | "enqueueHappening";

/** Everything that is sent is in the outbox first. */
function deliveries(client: DBOSClient): Pick<JobQueue, Deliveries> {
  const enqueueDelivery: JobQueue["enqueueDelivery"] = async ({ client: connection }, { id, turn, destination }) => {
    const queueName = destination === "mail" ? mailQueue : deliveryQueue;
    const place = { workflowName: deliveryWorkflow, queueName, workflowID: `${id} ${turn}` };
    await client.enqueueInTransaction(connection, place, id, turn);
  };
  const post = async (tx: Tx, posted: Posted, once: string | null): Promise<void> => {
    const id = await insertQueued(tx, posted, once);
    if (id !== null) await enqueueDelivery(tx, { id, turn: 1, destination: posted.destination });
  };
  return {
    enqueueDelivery,
    enqueueMail: (tx, mail, once) =>
      post(tx, { destination: "mail", data: mail }, once ?? ("once" in mail ? `mail ${mail.kind} ${mail.once}` : null)),
    enqueueWebhook: (tx, analysis, event) =>
      post(tx, { destination: "job", analysis, data: { event } }, `${analysis} ${event}`),
    enqueueSignalWebhook: (tx, owner, data) =>
      post(tx, { destination: "alert", owner, data }, `${data.signal} ${owner} webhook`),
    async enqueueHappening({ client: connection }, list, once, happening) {
      await client.enqueueInTransaction(
        connection,
        { workflowName: happeningWorkflow, queueName: alertQueue, workflowID: `channels ${list} ${once}` },
        list,
        once,
        happening,
      );
    },
  };
}

async function pagesOf(client: DBOSClient, id: string): Promise<JournalPage[]> {
  const steps = (await client.listWorkflowSteps(id)) ?? [];
  const outputs = new Map(steps.filter(({ error }) => error === null).map(({ name, output }) => [name, output]));
  const pages: JournalPage[] = [];
  for (let number = 1; outputs.has(journalPageName(number)); number += 1)
    pages.push(readJournalPage(outputs.get(journalPageName(number))));
  return pages;
}

/** A failed opening is tried again. */
export function openWhenNeeded(start: () => Promise<JobQueue>): JobQueue {
  let opened: Promise<JobQueue> | null = null;
  const queue = async (): Promise<JobQueue> => {
    opened ??= start();
    try {
      return await opened;
    } catch (error) {
      opened = null;
      throw error;
    }
  };
  return {
    enqueueWebhook: async (tx, id, event) => (await queue()).enqueueWebhook(tx, id, event),
    enqueueMail: async (tx, mail, once) => (await queue()).enqueueMail(tx, mail, once),
    enqueueSignalWebhook: async (tx, owner, signal) => (await queue()).enqueueSignalWebhook(tx, owner, signal),
    enqueueDelivery: async (tx, message) => (await queue()).enqueueDelivery(tx, message),
    enqueueHappening: async (tx, list, once, happening) => (await queue()).enqueueHappening(tx, list, once, happening),
    enqueueDepositCredit: async (tx, id) => (await queue()).enqueueDepositCredit(tx, id),
    enqueueJob: async (tx, workflow, job) => (await queue()).enqueueJob(tx, workflow, job),
    cancel: async (id) => (await queue()).cancel(id),
    forget: async (ids) => (await queue()).forget(ids),
    finishedSteps: async (id) => (await queue()).finishedSteps(id),
    pages: async (id) => (await queue()).pages(id),
    close: async () => (opened === null ? undefined : (await opened).close()),
  };
}
