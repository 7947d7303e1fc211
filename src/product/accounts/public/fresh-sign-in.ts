import { findPasswordHash } from "#src/product/accounts/queries/users.ts";
import type { Instant } from "#src/core/clock.ts";
import { ConfirmationNeeded } from "#src/core/errors.ts";
import type { SystemContext } from "#src/product/context.ts";
import type { WayIn } from "./ways-in.ts";

export const freshMs = 10 * 60 * 1000;

/** Who does something to their own account that its owner is mailed about. */
export interface By {
  /** When they last proved who they are. */
  readonly confirmedAt: Instant;
  /** Where the links of the mail lead. */
  readonly origin: string;
}

export function isFresh(confirmedAt: Instant, now: Instant): boolean {
  return now - confirmedAt <= freshMs;
}

/**
 * A stolen cookie is not enough.
 * @param _way must be on the list to compile
 * @throws ConfirmationNeeded
 */
export function requireFresh(ctx: SystemContext, _way: WayIn, { confirmedAt }: Pick<By, "confirmedAt">): void {
  const { clock } = ctx;
  if (!isFresh(confirmedAt, clock.now())) throw new ConfirmationNeeded();
}

/** As `requireFresh`, for what asks everybody who has a password for it anyway. */
export async function requireFreshWithoutPassword(
  ctx: SystemContext,
  way: WayIn,
  { userId, confirmedAt }: Pick<By, "confirmedAt"> & { readonly userId: string },
): Promise<void> {
  if ((await findPasswordHash(ctx.db.sql, userId)) === null) requireFresh(ctx, way, { confirmedAt });
}
