import { requestHours, type AdminWork, type Requested } from "#src/contract/accounts/admin.ts";
import { insertRequest, otherAdmins } from "#src/product/admin/queries/admin-actions.ts";
import { Conflict } from "#src/core/errors.ts";
import { newId } from "#src/core/ids.ts";
import { hourMs } from "#src/core/clock.ts";
import { SecondAdminRequired } from "../public/admin-actions.ts";
import type { AdminContext } from "#src/product/context.ts";

/** Rolled back, it waits, and other administrators are told. */
export async function orRequestApproval<T>(
  ctx: AdminContext,
  work: AdminWork,
  attempt: () => Promise<T>,
): Promise<Requested<T>> {
  const { db, queue, clock, by } = ctx;
  try {
    return { state: "done", value: await attempt() };
  } catch (error) {
    if (!(error instanceof SecondAdminRequired)) throw error;
    const { action: refused, amountMinor } = error;
    const { account, what, reason } = refused;
    if (account === null) throw error;
    const [id, createdAt] = [newId("req"), clock.now()];
    await db.transaction(async (tx) => {
      const others = await otherAdmins(tx, by.userId);
      if (others.length === 0)
        throw new Conflict(
          "this needs a second administrator, and there is none; the operator can add one with `conclave accounts admin`",
        );
      const expiresAt = createdAt + requestHours * hourMs;
      const request = { id, askedBy: by.userId, account, work, what, reason: reason.trim(), amountMinor };
      await insertRequest(tx, { ...request, createdAt, expiresAt });
      for (const userId of others)
        await queue.enqueueMail(
          tx,
          { kind: "approval_asked", userId, request: id },
          `mail approval_asked ${id} ${userId}`,
        );
    });
    return { state: "waiting", request: id };
  }
}
