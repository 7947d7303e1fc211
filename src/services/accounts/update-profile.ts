import type { NotificationSettings } from "#src/contract/users.ts";
import { setName, setNotifications } from "#src/db/queries/users.ts";
import { InvalidInput } from "#src/platform/errors.ts";
import type { Context } from "../context.ts";

/** @throws InvalidInput for a name that is empty, longer than 100 characters, or has control characters */
export async function updateName(
  { db, clock }: Pick<Context, "db" | "clock">,
  userId: string,
  name: string,
): Promise<void> {
  const clean = name.trim();
  if (clean === "" || clean.length > 100 || /[\p{Cc}\p{Cf}]/u.test(clean))
    throw new InvalidInput("the name must have 1 to 100 characters");
  await setName(db.sql, userId, clean, clock.now());
}

export async function updateNotifications(
  { db, clock }: Pick<Context, "db" | "clock">,
  userId: string,
  settings: NotificationSettings,
): Promise<void> {
  await setNotifications(db.sql, userId, settings, clock.now());
}
