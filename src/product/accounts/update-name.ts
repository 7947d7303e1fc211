import { setName } from "./queries/users.ts";
import { InvalidInput } from "#src/core/errors.ts";
import type { Context } from "../context.ts";

/** @throws InvalidInput for an empty name, over 100 characters, or control characters */
export async function updateName(ctx: Context, name: string): Promise<void> {
  const { db, clock, actor } = ctx;
  const clean = name.trim();
  if (clean === "" || clean.length > 100 || /[\p{Cc}\p{Cf}]/u.test(clean))
    throw new InvalidInput("the name must have 1 to 100 characters");
  await setName(db.sql, actor.owner, clean, clock.now());
}
