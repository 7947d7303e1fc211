import { NotificationSettings, type Role, type SignInMethods } from "#src/contract/accounts/users.ts";
import {
  dropLinksOf,
  findAddressChange,
  findAwaitedAddress,
  putAddressChange,
  setEmail,
  takeAddressChange,
} from "./queries/recovery.ts";
import {
  dropUnconfirmed,
  findAvatarTag,
  findJoined,
  findReportLanguage,
  findUserById,
  listProviders,
  setName,
  setNotifications,
  setReportLanguage,
  setRoleByEmail,
} from "./queries/users.ts";
import type { Instant } from "#src/core/clock.ts";
import { InvalidInput, NotFound } from "#src/core/errors.ts";
import type { Context, SystemContext } from "../context.ts";
import { usualLanguage } from "#src/contract/run/language.ts";
import { newId } from "#src/core/ids.ts";
import type { AuthLimits } from "./public/sign-in-limits.ts";
import { addressChangeMs, addressChangePurpose, tokenValue } from "./public/signed-requests.ts";
import { deleteOtherSignInSessions } from "./queries/sign-in-sessions.ts";
import type { Whose } from "./sign-in-sessions.ts";
import type { MailJob } from "#src/contract/messages/mails.ts";

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

/**
 * Mails the present address, then the new one; the same whether it is known. Replaces an earlier request.
 * @throws InvalidInput for the present address; RateLimited
 */
export async function requestAddressChange(
  ctx: SystemContext,
  {
    limits,
    ...asked
  }: {
    readonly limits: AuthLimits;
    readonly userId: string;
    readonly from: string;
    readonly to: string;
    readonly origin: string;
  },
): Promise<void> {
  const { db, queue, clock } = ctx;
  const to = asked.to.toLowerCase();
  if (to === asked.from) throw new InvalidInput("newEmail is already your email address");
  await limits.take("mail", asked.from);
  // Here, as the second mail goes out without a further word of theirs.
  await limits.take("mail", to);
  const id = newId("chg");
  const at = clock.now();
  await db.transaction(async (tx) => {
    await putAddressChange(tx, { id, userId: asked.userId, to, at, until: at + addressChangeMs });
    await queue.enqueueMail(tx, { kind: "address_change_asked", changeId: id, origin: asked.origin });
  });
}

/**
 * `confirmed`: the new address has its mail; `ended`: the link is wrong, used or too old; `taken`: somebody else has
 * the address now; `other`: the browser is signed in to another account.
 */
export type Followed = "confirmed" | "changed" | "ended" | "taken" | "other";

/**
 * Needs a signed-in user, since mail scanners open every link. Once changed, other sessions and old mailed links end.
 */
export async function followAddressChange(
  ctx: SystemContext,
  {
    secret,
    token,
    origin,
    by,
  }: {
    readonly secret: string;
    readonly token: string;
    readonly origin: string;
    readonly by: Whose;
  },
): Promise<Followed> {
  const { db, queue, clock } = ctx;
  const [step, id = ""] = tokenValue(secret, addressChangePurpose, token)?.split(" ") ?? [];
  if (step !== "old" && step !== "new") return "ended";
  const change = await findAddressChange(db.sql, id, clock.now());
  if (change === null) return "ended";
  if (by.userId !== change.userId) return "other";
  if (step === "old") {
    const mail = { kind: "address_change_agreed", changeId: id, origin } as const;
    await db.transaction((tx) => queue.enqueueMail(tx, mail, `mail ${mail.kind} ${id}`));
    return "confirmed";
  }
  return db.transaction(async (tx) => {
    const at = clock.now();
    const taken = await takeAddressChange(tx, id, at);
    if (taken === null) return "ended";
    const { userId, to } = taken;
    await dropUnconfirmed(tx, to);
    const from = await setEmail(tx, userId, to, at);
    if (from === null) return "taken";
    await deleteOtherSignInSessions(tx.sql, userId, by.sessionId);
    await dropLinksOf(tx, userId);
    await queue.enqueueMail(tx, { kind: "address_changed", from, to, at });
    return "changed";
  });
}

type RequestedMail = Extract<MailJob, { email: string }>;

/**
 * The same whether anybody has the address.
 * @throws RateLimited
 */
export async function requestMail(
  ctx: SystemContext,
  { limits, mail }: { readonly limits: AuthLimits; readonly mail: RequestedMail },
): Promise<void> {
  const { db, queue } = ctx;
  await limits.take("mail", mail.email.toLowerCase());
  await db.transaction(async (tx) => {
    if (mail.kind === "sign_up") await dropUnconfirmed(tx, mail.email);
    await queue.enqueueMail(tx, mail);
  });
}

type Notice = Extract<MailJob, { userId: string; origin: string }>;

/** Mails the owner of an account what happened to it. */
export async function notifyAccountChange(ctx: SystemContext, notice: Notice): Promise<void> {
  const { db, queue } = ctx;
  await db.transaction((tx) => queue.enqueueMail(tx, notice));
}

const newUserMs = 10_000;
const names: Readonly<Record<string, string>> = { github: "GitHub", google: "Google" };

/** To whoever just joined it is no news. */
export async function notifyLinkedProvider(
  ctx: SystemContext,
  { userId, origin, provider }: { readonly userId: string; readonly origin: string; readonly provider: string },
): Promise<void> {
  const at = ctx.clock.now();
  const [joined, ways] = await Promise.all([findJoined(ctx.db.sql, userId), listProviders(ctx.db.sql, userId)]);
  // Not there yet: the account is made in the same transaction.
  if (joined === null || (ways.length <= 1 && at - joined < newUserMs)) return;
  const subject = names[provider] ?? provider;
  await notifyAccountChange(ctx, { kind: "account_changed", userId, origin, at, change: "provider_linked", subject });
}
