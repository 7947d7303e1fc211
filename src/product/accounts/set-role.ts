import type { Role } from "#src/contract/accounts/users.ts";
import { setRoleByEmail } from "./queries/users.ts";
import { NotFound } from "#src/core/errors.ts";
import type { SystemContext } from "../context.ts";

/**
 * Their sessions know at once.
 * @returns the user's id
 * @throws NotFound
 */
export async function setRole(
  ctx: SystemContext,
  { email, role }: { readonly email: string; readonly role: Role },
): Promise<string> {
  const { db, clock } = ctx;
  const id = await setRoleByEmail(db.sql, email, role, clock.now());
  if (id === null) throw new NotFound(`no account has signed up with ${email}`);
  return id;
}
