import type { Role } from "#src/contract/users.ts";
import { setRoleByEmail } from "#src/db/queries/users.ts";
import { NotFound } from "#src/platform/errors.ts";
import type { Context } from "../context.ts";

/**
 * Makes somebody an admin, or a user again; their sessions know at once.
 * @returns the user's id
 * @throws NotFound when nobody has the address
 */
export async function setRole(
  { db, clock }: Pick<Context, "clock"> & { readonly db: Pick<Context["db"], "sql"> },
  { email, role }: { readonly email: string; readonly role: Role },
): Promise<string> {
  const id = await setRoleByEmail(db.sql, email, role, clock.now());
  if (id === null) throw new NotFound(`nobody has signed up with ${email}`);
  return id;
}
