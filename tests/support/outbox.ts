import type { WebhookEvent } from "#src/contract/jobs/jobs.ts";
import type { Database } from "#src/core/db/database.ts";
import { insertQueued } from "#src/product/outbox/queries/outbox.ts";
import { systemClock, type Clock } from "#src/core/clock.ts";
import { createLog } from "#src/core/operation/log.ts";
import { deliverMessage, type DeliveryTools } from "#src/product/outbox/outbox.ts";
import { outside, type Network } from "#src/product/webhooks/public/post.ts";
import { systemContext } from "./contexts.ts";
import { testSecret } from "./database.ts";

/** What a test sends through; mail is not set up. */
export function deliveryTools(given: Partial<DeliveryTools> = {}): DeliveryTools {
  const network = outside(true);
  const origin = "https://conclave.example";
  const settings = { secret: testSecret };
  return {
    network,
    channels: () => ({ network, trusted: network, telegram: null, origin, secret: testSecret }),
    mail: () => ({ mailer: null, origin, log: createLog("silent", "worker"), settings: Object(settings) }),
    ...given,
  };
}

interface Telling {
  readonly analysis: string;
  readonly event: WebhookEvent;
  readonly network: Network;
  readonly clock?: Clock;
}

/** The next attempt to tell a job's webhook, now. `done`: there is no other to come. */
export async function tellNow(
  db: Database,
  { analysis, event, network, clock = systemClock }: Telling,
): Promise<{ done: boolean }> {
  const once = `${analysis} ${event}`;
  await db.transaction((tx) => insertQueued(tx, { destination: "job", analysis, data: { event } }, once));
  const { rows } = await db.pool.query<{ id: string; turn: number }>(
    "update outbox set state = 'queued', due_at = now(), turn = turn + 1 where once = $1 returning id, turn",
    [once],
  );
  for (const { id, turn } of rows)
    await deliverMessage(systemContext({ db, clock }), { tools: deliveryTools({ network }), id, turn });
  const waiting = await db.pool.query("select from outbox where once = $1 and due_at is not null", [once]);
  return { done: waiting.rowCount === 0 };
}
