import { randomBytes } from "node:crypto";
import {
  channelKinds,
  channelLimits,
  usualChoices,
  usualManner,
  type MadeChannel,
  type NewChannel,
} from "#src/contract/messages/channels.ts";
import { insertChannel, lockChannels } from "./queries/channels.ts";
import { findReportLanguage } from "#src/product/accounts/queries/report-language.ts";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import { findBot } from "./queries/telegram-bot.ts";
import { Conflict, InvalidInput } from "#src/core/errors.ts";
import { sha256 } from "#src/core/hash.ts";
import { newId } from "#src/core/ids.ts";
import { requireFresh, type By } from "../accounts/public/fresh-sign-in.ts";
import type { Context } from "../context.ts";
import { destinationOf } from "./public/destination.ts";
import { readTarget } from "./lib/read-target.ts";

/**
 * Mails the owner; Telegram is connected by the returned link.
 * @returns what is shown once
 * @throws ConfirmationNeeded; InvalidField; Conflict; InvalidInput without a bot
 */
export async function createChannel(
  ctx: Context,
  { by, wanted }: { readonly by: By; readonly wanted: NewChannel },
): Promise<MadeChannel> {
  requireFresh(ctx, "channel", by);
  const { db, actor, clock, queue, settings } = ctx;
  const id = newId("chn");
  const bot = wanted.kind === "telegram" ? await findBot(db.sql) : null;
  if (wanted.kind === "telegram" && bot === null) throw new InvalidInput("this server has no Telegram bot");
  const read = wanted.kind === "telegram" ? null : readTarget(wanted, settings);
  const token = read === null ? randomBytes(24).toString("base64url") : null;
  return db.transaction(async (tx) => {
    const now = clock.now();
    const before = await lockChannels(tx, actor.owner, "channels");
    if (before.length >= channelLimits.perAccount)
      throw new Conflict(`an account can have ${channelLimits.perAccount} channels; remove one first`);
    const language = (await findReportLanguage(tx.sql, actor.owner)) ?? usualManner.language;
    await insertChannel(
      tx,
      {
        id,
        owner: actor.owner,
        kind: wanted.kind,
        name: wanted.name,
        target:
          read === null ? null : db.vault.seal(JSON.stringify(read.target), placeOf("channels.sealed_target", id)),
        hint: read?.hint ?? "",
        destination: read === null ? null : destinationOf(read.target),
        events: null,
        told: { choices: usualChoices, manner: { ...usualManner, language } },
        connect:
          token === null ? null : { digest: sha256(token), expiresAt: now + channelLimits.connectMinutes * 60_000 },
      },
      now,
    );
    await queue.enqueueMail(tx, {
      kind: "account_changed",
      userId: actor.owner,
      origin: by.origin,
      at: now,
      change: "channel_added",
      subject: channelKinds[wanted.kind],
    });
    return {
      id,
      name: wanted.name,
      connect: token === null || bot === null ? null : `https://t.me/${bot.username}?start=${token}`,
      secret: read?.target.kind === "webhook" ? read.target.secret : null,
    };
  });
}
