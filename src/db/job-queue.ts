import { DBOSClient, type DLogger } from "@dbos-inc/dbos-sdk";
import { z } from "zod";
import type { WebhookEvent } from "#src/contract/jobs.ts";
import type { MailJob } from "#src/contract/mails.ts";
import type { Tx } from "./database.ts";
import { sessionUrl } from "./session-url.ts";

/** Names shared by those who enqueue and the worker that runs. */
export const analysisQueue = "analyses";
export const analysisWorkflow = "analysis";
export const webhookQueue = "webhooks";
export const webhookWorkflow = "webhook";
export const mailQueue = "mails";
export const mailWorkflow = "mail";
export const settlementQueue = "settlements";
export const settlementWorkflow = "settlement";
export const alertQueue = "signal alerts";
export const alertWorkflow = "signal alert";
export const signalWebhookWorkflow = "signal webhook";
export const backtestQueue = "backtests";
export const backtestWorkflow = "backtest";

export const application = "conclave";

/** What a run finished at one time, by key; one step of its workflow, as JSON text. */
const Page = z.record(z.string(), z.unknown());
export type Page = z.infer<typeof Page>;

/** @throws when it is no page, which is a defect */
export function readPage(text: unknown): Page {
  return Page.parse(JSON.parse(z.string().parse(text)));
}

/** The name of a run's page, counted from 1. */
export function pageName(number: number): string {
  return `page ${number}`;
}

/** The durable queue as services see it: DBOS, through its client. Jobs enter it with their rows: `submit_analyses`. */
export interface JobQueue {
  /** Tells the job's webhook of its end, if the transaction commits; once for a job and event. */
  enqueueWebhook(tx: Tx, analysisId: string, event: WebhookEvent): Promise<void>;
  /**
   * The mail is sent if and only if the transaction commits; one about an event once, however often it is asked for.
   * @param once a name under which any other is sent once at most
   */
  enqueueMail(tx: Tx, mail: MailJob, once?: string): Promise<void>;
  /** Those who follow a list are told of a changed rating, if the transaction commits; once for an entry. */
  enqueueAlerts(tx: Tx, list: string, number: number): Promise<void>;
  /** Somebody's webhook is told of a changed rating, if the transaction commits; once under a name. */
  enqueueSignalWebhook(tx: Tx, owner: string, signalId: string, once: string): Promise<void>;
  /** The deposit's payment is read from its processor, and what follows is done, if the transaction commits. */
  enqueueSettlement(tx: Tx, depositId: string): Promise<void>;
  /** The backtest is made when its turn comes, if the transaction commits. */
  enqueueBacktest(tx: Tx, id: string): Promise<void>;
  /** Stops a job wherever it is. Repeatable; unknown ids are ignored. */
  cancel(id: string): Promise<void>;
  /** Deletes what is kept of workflows that have ended. */
  forget(ids: readonly string[]): Promise<void>;
  /** What the finished steps of a run gave, by key: what stands on the pages of its journal. */
  finishedSteps(id: string): Promise<ReadonlyMap<string, unknown>>;
  /** The pages themselves, in their order. */
  pages(id: string): Promise<Page[]>;
  close(): Promise<void>;
}

/** @param url the database that also holds our own tables: one transaction spans both */
export async function openJobQueue(url: string, logger: DLogger): Promise<JobQueue> {
  const client = await DBOSClient.create({
    systemDatabaseUrl: sessionUrl(url),
    applicationName: application,
    logger,
    systemDatabasePoolSize: 3,
  });
  return {
    async enqueueWebhook({ client: connection }, analysisId, event) {
      const workflowID = `${analysisId} ${event}`;
      await client.enqueueInTransaction(
        connection,
        { workflowName: webhookWorkflow, queueName: webhookQueue, workflowID },
        analysisId,
        event,
      );
    },
    async enqueueMail({ client: connection }, mail, once) {
      const name = once ?? ("once" in mail ? `mail ${mail.kind} ${mail.once}` : null);
      await client.enqueueInTransaction(
        connection,
        { workflowName: mailWorkflow, queueName: mailQueue, ...(name === null ? {} : { workflowID: name }) },
        mail,
      );
    },
    async enqueueAlerts({ client: connection }, list, number) {
      const workflowID = `alerts of ${list} ${number}`;
      await client.enqueueInTransaction(
        connection,
        { workflowName: alertWorkflow, queueName: alertQueue, workflowID },
        list,
        number,
      );
    },
    async enqueueSignalWebhook({ client: connection }, owner, signalId, once) {
      await client.enqueueInTransaction(
        connection,
        { workflowName: signalWebhookWorkflow, queueName: webhookQueue, workflowID: once },
        owner,
        signalId,
      );
    },
    async enqueueSettlement({ client: connection }, depositId) {
      await client.enqueueInTransaction(
        connection,
        { workflowName: settlementWorkflow, queueName: settlementQueue },
        depositId,
      );
    },
    async enqueueBacktest({ client: connection }, id) {
      await client.enqueueInTransaction(
        connection,
        { workflowName: backtestWorkflow, queueName: backtestQueue, workflowID: id },
        id,
      );
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

async function pagesOf(client: DBOSClient, id: string): Promise<Page[]> {
  const steps = (await client.listWorkflowSteps(id)) ?? [];
  const outputs = new Map(steps.filter(({ error }) => error === null).map(({ name, output }) => [name, output]));
  const pages: Page[] = [];
  for (let number = 1; outputs.has(pageName(number)); number += 1) pages.push(readPage(outputs.get(pageName(number))));
  return pages;
}
