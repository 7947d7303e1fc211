import { followDeposits, readReceipt } from "#src/product/deposits/reading.ts";
import type { Deps } from "../deps.ts";
import { createDocuments } from "../v1/reports.ts";
import type { Handlers } from "../mount.ts";
import { lastEventId, openStream, startAt } from "../streams/event-streams.ts";
import { type Followed, streamEvent } from "../streams/stream-channels.ts";
import type { IncomingMessage } from "node:http";
import { RateLimiterMemory } from "rate-limiter-flexible";
import type { CallbackVerdict, ProcessorName } from "#src/contract/accounts/deposits.ts";
import { networkOf } from "#src/product/accounts/public/sign-in-limits.ts";
import { applyCallback } from "#src/product/deposits/apply-callback.ts";
import { clientAddress } from "../protection/forwarded.ts";
import { BadRequest } from "../problems.ts";
import { readBytes } from "../bodies/read-body.ts";

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

/** The sandbox signs as NOWPayments does. */
const realHeaders: Readonly<Record<string, ProcessorName>> = {
  "x-nowpayments-sig": "nowpayments",
  "btcpay-sig": "btcpay",
};
/** Per network and minute; anybody can send unsigned callbacks. */
const mostKept = 120;

/** The signature is the boundary. Order: size, bytes, signature, one transaction, answer. */
export const ipnHandlers = (deps: Deps) => {
  const kept = new RateLimiterMemory({ points: mostKept, duration: 60 });
  return {
    receiveCallback: async ({ c }) => {
      const { incoming } = c.env;
      const network = networkOf(clientAddress(incoming));
      const body = await readBytes(incoming);
      const { processor, signatures } = senderOf(deps, incoming);
      const { requestId } = c.get("call");
      // A flood must not stand in the way of the right callback.
      const keepUnsigned = ((await kept.get(network))?.remainingPoints ?? mostKept) > 0;
      const outcome = await applyCallback(deps, {
        paymentGateway: deps.paymentGateway,
        processor,
        signatures,
        body,
        refused: refusalOf(incoming),
        requestId,
        keepUnsigned,
      });
      const { verdict, signed, repeated, ...about } = outcome;
      deps.meters.callbacks.inc({ processor: processor ?? "none", verdict });
      deps.log.info({ request_id: requestId, processor, verdict, repeated, ...about }, "payment callback");
      if (!signed) await kept.penalty(network);
      refuse(verdict);
      return { received: true } as const;
    },
  } satisfies Partial<Handlers>;
};

/** @throws BadRequest 503 where that processor, or any, is not set up */
function senderOf(
  { paymentGateway }: Pick<Deps, "paymentGateway">,
  { headersDistinct }: IncomingMessage,
): { processor: ProcessorName | null; signatures: readonly string[] } {
  const present = [...paymentGateway.processors.values()].filter(
    ({ signatureHeader }) => signatureHeader in headersDistinct,
  );
  const unknown = Object.keys(realHeaders).some(
    (header) => header in headersDistinct && present.every(({ signatureHeader }) => signatureHeader !== header),
  );
  if (paymentGateway.processors.size === 0 || (present.length === 0 && unknown))
    throw new BadRequest(503, "this payment processor is not set up here", { "retry-after": "60" });
  const [processor, ...others] = present;
  // Signed by two is signed by nobody.
  if (processor === undefined || others.length > 0) return { processor: null, signatures: [] };
  return { processor: processor.name, signatures: headersDistinct[processor.signatureHeader] ?? [] };
}

function refusalOf({ headers }: IncomingMessage): "wrong_content_type" | "compressed" | null {
  const [essence = ""] = (headers["content-type"] ?? "").split(";");
  if (!/^application\/json$/i.test(essence.trim())) return "wrong_content_type";
  return (headers["content-encoding"] ?? "identity").toLowerCase() === "identity" ? null : "compressed";
}

/** A useless callback is a 200: sending it again would change nothing. */
function refuse(verdict: CallbackVerdict): void {
  switch (verdict) {
    case "unsigned":
    case "bad_signature":
      throw new BadRequest(401, "the signature is missing or wrong");
    case "bad_json":
    case "duplicate_keys":
    case "malformed":
      throw new BadRequest(400, "the body is not a valid payment");
    case "wrong_content_type":
      throw new BadRequest(415, "the body must be application/json");
    case "compressed":
      throw new BadRequest(415, "the body must not be compressed");
    default:
  }
}
