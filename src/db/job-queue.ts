import { DBOSClient, type DLogger } from "@dbos-inc/dbos-sdk";
import type { WebhookEvent } from "#src/contract/jobs.ts";
import type { MailJob } from "#src/contract/mails.ts";
import type { Tx } from "./database.ts";

/** Names shared by those who enqueue and the worker that runs. */
export const analysisQueue = "analyses";
export const analysisWorkflow = "analysis";
export const webhookQueue = "webhooks";
export const webhookWorkflow = "webhook";
export const mailQueue = "mails";
export const mailWorkflow = "mail";

export interface QueuedJob {
  readonly id: string;
  /** Jobs of one partition run one after another; an owner has as many partitions as slots. */
  readonly partition: string;
  readonly priority: number;
  readonly timeoutMs: number;
}

/** The durable queue as services see it: DBOS, through its client. */
export interface JobQueue {
  /** The job exists if and only if the transaction commits. */
  enqueue(tx: Tx, job: QueuedJob): Promise<void>;
  /** Tells the job's webhook of its end, if the transaction commits; once for a job and event. */
  enqueueWebhook(tx: Tx, analysisId: string, event: WebhookEvent): Promise<void>;
  /** The mail is sent if and only if the transaction commits. */
  enqueueMail(tx: Tx, mail: MailJob): Promise<void>;
  /** Stops a job wherever it is. Repeatable; unknown ids are ignored. */
  cancel(id: string): Promise<void>;
  /** What the finished steps of a run gave, by name. */
  finishedSteps(id: string): Promise<ReadonlyMap<string, unknown>>;
  close(): Promise<void>;
}

/** @param url the database that also holds our own tables: one transaction spans both */
export async function openJobQueue(url: string, logger: DLogger): Promise<JobQueue> {
  const client = await DBOSClient.create({
    systemDatabaseUrl: url,
    applicationName: "conclave",
    logger,
    systemDatabasePoolSize: 3,
  });
  return {
    async enqueue({ client: connection }, { id, partition, priority, timeoutMs }) {
      await client.enqueueInTransaction(
        connection,
        {
          workflowName: analysisWorkflow,
          queueName: analysisQueue,
          workflowID: id,
          queuePartitionKey: partition,
          priority,
          workflowTimeoutMS: timeoutMs,
        },
        id,
      );
    },
    async enqueueWebhook({ client: connection }, analysisId, event) {
      const workflowID = `${analysisId} ${event}`;
      await client.enqueueInTransaction(
        connection,
        { workflowName: webhookWorkflow, queueName: webhookQueue, workflowID },
        analysisId,
        event,
      );
    },
    async enqueueMail({ client: connection }, mail) {
      await client.enqueueInTransaction(connection, { workflowName: mailWorkflow, queueName: mailQueue }, mail);
    },
    cancel: (id) => client.cancelWorkflow(id),
    async finishedSteps(id) {
      const steps = (await client.listWorkflowSteps(id)) ?? [];
      return new Map(steps.filter(({ error }) => error === null).map(({ name, output }) => [name, output]));
    },
    close: () => client.destroy(),
  };
}
