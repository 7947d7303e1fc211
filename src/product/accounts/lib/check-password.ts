import { verifyPassword } from "better-auth/crypto";
import { passwordUnits } from "#src/contract/accounts/password.ts";
import { findPasswordHash } from "#src/product/accounts/queries/users.ts";
import { Forbidden } from "#src/core/errors.ts";
import type { AuthLimits } from "../public/limits.ts";
import type { SystemContext } from "#src/product/context.ts";

export interface Given {
  readonly limits: AuthLimits;
  readonly userId: string;
  readonly password: string;
}

export async function checkPassword(
  ctx: SystemContext,
  { limits, userId, password }: Given,
): Promise<"right" | "none"> {
  const { db } = ctx;
  const hash = await findPasswordHash(db.sql, userId);
  if (hash === null) return "none";
  const key = `session of ${userId}`;
  await limits.take("password", key);
  if (password.length > passwordUnits || !(await verifyPassword({ hash, password })))
    throw new Forbidden("incorrect password");
  await limits.forget("password", key);
  return "right";
}
