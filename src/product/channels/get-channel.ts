import { labelOf, type ShownAttempt, type ShownChannel, type ShownMessage } from "#src/contract/messages/channels.ts";
import { attemptsOf, messagesOf } from "#src/product/outbox/queries/outbox-log.ts";
import type { ChannelMessage } from "#src/product/outbox/queries/outbox.ts";
import { findChannel } from "./queries/channels.ts";
import { symbolsOfSignals } from "#src/product/signals/queries/signals.ts";
import { toIso } from "#src/core/clock.ts";
import { NotFound } from "#src/core/errors.ts";
import type { Context } from "../context.ts";
import { shownChannel } from "./lib/shown-channel.ts";

/** Of the delivery log. */
const mostMessages = 50;

/** A channel of the actor's with its delivery log, newest first. @throws NotFound */
export async function getChannel(
  ctx: Context,
  id: string,
): Promise<{ readonly channel: ShownChannel; readonly log: readonly ShownMessage[] }> {
  const { db, actor } = ctx;
  const channel = await findChannel(db.sql, id, { owner: actor.owner, which: "channels" });
  if (channel === null) throw new NotFound("there is no such channel");
  const messages = await messagesOf(db.sql, id, { limit: mostMessages });
  const [attempts, symbols] = await Promise.all([
    attemptsOf(
      db.sql,
      messages.map((message) => message.id),
    ),
    symbolsOfSignals(
      db.sql,
      messages.flatMap(({ data }) => ("signal" in data ? [data.signal] : [])),
    ),
  ]);
  const byMessage = Map.groupBy(attempts, ({ message }) => message);
  const log = messages.map((message) => ({
    ...told(message, symbols),
    attempts: (byMessage.get(message.id) ?? []).map(({ number, status, error, at }): ShownAttempt => ({
      number,
      status,
      error,
      at: toIso(at),
    })),
  }));
  return { channel: shownChannel(channel), log };
}

function told(
  { id, data, state, reason, createdAt, dueAt }: ChannelMessage,
  symbols: ReadonlyMap<string, string>,
): Omit<ShownMessage, "attempts"> {
  const event = data.event === "test" ? "Test message" : data.event === "digest" ? "Digest" : labelOf(data.event);
  const about = "signal" in data ? (symbols.get(data.signal) ?? "") : "symbol" in data ? data.symbol : "";
  return {
    id,
    event,
    about,
    state,
    reason,
    created_at: toIso(createdAt),
    due_at: dueAt === null ? null : toIso(dueAt),
  };
}
