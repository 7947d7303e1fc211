import { NotificationSettings, type SignInMethods, type Role } from "#src/contract/accounts/users.ts";
import { findAwaitedAddress } from "./queries/recovery.ts";
import {
  findAvatarTag,
  findReportLanguage,
  setReportLanguage,
  findUserById,
  listProviders,
  setName,
  setNotifications,
  setRoleByEmail,
} from "./queries/users.ts";
import type { Instant } from "#src/core/clock.ts";
import { NotFound, InvalidInput } from "#src/core/errors.ts";
import type { Context, SystemContext } from "../context.ts";
import { usualLanguage } from "#src/contract/run/language.ts";

export interface Profile {
  readonly name: string;
  readonly email: string;
  /** The one that is to take its place, once both mailboxes have agreed. */
  readonly awaitedEmail: string | null;
  readonly createdAt: Instant;
  readonly notifications: NotificationSettings;
  readonly methods: SignInMethods;
  /** An uploaded picture that can be taken away. */
  readonly ownAvatar: boolean;
}

/** What the settings page shows. @throws NotFound when the user is gone */
export async function readProfile(ctx: Context): Promise<Profile> {
  const { db, clock, actor } = ctx;
  const userId = actor.owner;
  const [user, providers, avatar, awaitedEmail] = await Promise.all([
    findUserById(db.sql, userId),
    listProviders(db.sql, userId),
    findAvatarTag(db.sql, userId),
    findAwaitedAddress(db.sql, userId, clock.now()),
  ]);
  if (user === null) throw new NotFound("there is no such account");
  return {
    name: user.name,
    email: user.email,
    awaitedEmail,
    createdAt: user.createdAt,
    notifications: NotificationSettings.parse(user.notifications),
    methods: {
      password: providers.includes("credential"),
      twoFactor: user.twoFactor,
      providers: providers.filter((provider) => provider !== "credential"),
    },
    ownAvatar: avatar !== null,
  };
}

/** @throws InvalidInput for an empty name, over 100 characters, or control characters */
export async function updateName(ctx: Context, name: string): Promise<void> {
  const { db, clock, actor } = ctx;
  const clean = name.trim();
  if (clean === "" || clean.length > 100 || /[\p{Cc}\p{Cf}]/u.test(clean))
    throw new InvalidInput("the name must have 1 to 100 characters");
  await setName(db.sql, actor.owner, clean, clock.now());
}

export async function updateNotifications(ctx: Context, settings: NotificationSettings): Promise<void> {
  const { db, clock, actor } = ctx;
  await setNotifications(db.sql, actor.owner, settings, clock.now());
}

/** The language that the user's last report was asked for in. */
export async function readReportLanguage(ctx: Context): Promise<string> {
  const { db, actor } = ctx;
  return (await findReportLanguage(db.sql, actor.owner)) ?? usualLanguage;
}

/** @param language canonical */
export async function saveReportLanguage(ctx: Context, language: string): Promise<void> {
  const { db, actor } = ctx;
  await setReportLanguage(db.sql, actor.owner, language);
}

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
