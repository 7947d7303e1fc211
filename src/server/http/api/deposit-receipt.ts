import type { Hono } from "hono";
import { routes } from "#src/contract/routes.ts";
import { NotFound } from "#src/core/errors.ts";
import { actorOf } from "#src/product/accounts/public/auth.ts";
import { readReceipt } from "#src/product/deposits/read-receipt.ts";
import type { Deps } from "../deps.ts";
import { createDocuments } from "../documents.ts";
import type { Env } from "../env.ts";
import { mountOpen } from "../mount.ts";
import { BadRequest } from "../problems.ts";
import { signInSessionOf } from "../sign-in-session.ts";
import type { SystemContext } from "#src/product/context.ts";

/** A PDF receipt of a deposit of the signed-in user. */
export function mountDepositReceipt(
  app: Hono<Env>,
  deps: SystemContext & Pick<Deps, "auth" | "settings" | "renderer" | "limits" | "log">,
): void {
  const { auth, db, queue, clock, settings } = deps;
  const answerDocument = createDocuments(deps);
  mountOpen(app, routes.getDepositReceipt, async (c) => {
    const session = await signInSessionOf(auth, c.env.incoming);
    if (session === null) throw new BadRequest(401, "sign in first");
    c.get("call").owner = session.userId;
    const id = c.req.param("deposit_id") ?? "";
    if (!/^[\w-]{1,100}$/.test(id)) throw new NotFound("there is no such deposit");
    const { requestId } = c.get("call");
    const ctx = { db, queue, clock, settings, requestId, actor: actorOf(session, clock.now()) };
    const receipt = await readReceipt(ctx, id);
    return answerDocument(c, {
      task: { kind: "receipt", receipt },
      owner: session.userId,
      headers: {
        "content-type": "application/pdf",
        "cache-control": "no-store",
        "content-disposition": `attachment; filename="conclave-${receipt.number.replaceAll(/[^\w.-]/g, "_")}.pdf"`,
      },
    });
  });
}
