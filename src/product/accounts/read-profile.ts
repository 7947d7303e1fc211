import { NotificationSettings, type SignInMethods } from "#src/contract/accounts/users.ts";
import { findAwaitedAddress } from "./queries/address-changes.ts";
import { findAvatarTag } from "./queries/avatars.ts";
import { findUserById, listProviders } from "./queries/users.ts";
import type { Instant } from "#src/core/clock.ts";
import { NotFound } from "#src/core/errors.ts";
import type { Context } from "../context.ts";

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
