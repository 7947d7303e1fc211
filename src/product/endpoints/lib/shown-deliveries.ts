import { deliveryStatusOf, eventFor, EndpointEvent, type EndpointDelivery } from "#src/contract/messages/webhooks.ts";
import type { Sql } from "#src/core/db/database.ts";
import { attemptsOf, messagesOf, type StoredAttempt } from "#src/product/outbox/queries/outbox-log.ts";
import type { ChannelMessage } from "#src/product/outbox/queries/outbox.ts";
import { toIso } from "#src/core/clock.ts";
import { NotFound } from "#src/core/errors.ts";

/** Messages with their attempts, as their owner sees them. */
export async function shownDeliveries(db: Sql, stored: readonly ChannelMessage[]): Promise<EndpointDelivery[]> {
  const attempts = await attemptsOf(
    db,
    stored.map(({ id }) => id),
  );
  const byMessage = Map.groupBy(attempts, ({ message }) => message);
  return stored.map((one) => shown(one, byMessage.get(one.id) ?? []));
}

/** @throws NotFound */
export async function oneDelivery(db: Sql, endpoint: string, id: string): Promise<EndpointDelivery> {
  const [found] = await shownDeliveries(db, await messagesOf(db, endpoint, { id, limit: 1 }));
  if (found === undefined) throw new NotFound("there is no such delivery");
  return found;
}

function shown(
  { id, data, state, reason, createdAt, dueAt }: ChannelMessage,
  attempts: readonly StoredAttempt[],
): EndpointDelivery {
  const named = data.event === "test" || data.event === "digest" ? null : eventFor(EndpointEvent.options, data);
  return {
    id,
    event: named ?? "webhook.test",
    status: deliveryStatusOf[state],
    reason,
    created_at: toIso(createdAt),
    next_attempt_at: dueAt === null ? null : toIso(dueAt),
    attempts: attempts.map(({ number, status, error, answer, at }) => ({
      number,
      created_at: toIso(at),
      status,
      error,
      response: answer,
    })),
  };
}
