import { followDeposits } from "#src/product/deposits/follow-deposits.ts";
import { readReceipt } from "#src/product/deposits/reading.ts";
import type { Deps } from "../deps.ts";
import { createDocuments } from "../documents.ts";
import type { Handlers } from "../mount.ts";
import { lastEventId, openStream, startAt } from "../streams/open-stream.ts";
import type { Followed } from "../streams/stream-channels.ts";
import { streamEvent } from "../streams/stream-frames.ts";

/** For the signed-in user. */
export const depositHandlers = (deps: Deps) => {
  const answerDocument = createDocuments(deps);
  return {
    getDepositReceipt: async ({ c, ctx, path }) => {
      const receipt = await readReceipt(ctx, path.deposit_id);
      return answerDocument(c, {
        task: { kind: "receipt", receipt },
        owner: ctx.actor.owner,
        headers: {
          "content-type": "application/pdf",
          "cache-control": "no-store",
          "content-disposition": `attachment; filename="conclave-${receipt.number.replaceAll(/[^\w.-]/g, "_")}.pdf"`,
        },
      });
    },
    streamDeposits: async ({ c, ctx, headers }) => {
      const { channel, last, read } = await followDeposits(ctx);
      const followed: Followed = {
        channel,
        read: async (after) => {
          const { events, more } = await read(after);
          const told = events.map((event) => streamEvent(event.seq, event.type, JSON.stringify(event)));
          return { events: told, next: more ? "more" : "later" };
        },
      };
      const start = await startAt(followed, last, lastEventId(headers["last-event-id"]));
      return openStream(deps, { c, ctx }, followed, start, `deposits of ${ctx.actor.owner}`);
    },
  } satisfies Partial<Handlers>;
};
