"use server";

import { z } from "zod";
import { NotificationSettings } from "#src/contract/users.ts";
import { InvalidInput } from "#src/platform/errors.ts";
import { confirmIdentity } from "#src/services/accounts/confirm-identity.ts";
import { deleteAccount } from "#src/services/accounts/delete-account.ts";
import { exportData } from "#src/services/accounts/export-data.ts";
import { removeAvatar } from "#src/services/accounts/remove-avatar.ts";
import { revokeOtherSessions, revokeSession } from "#src/services/accounts/revoke-session.ts";
import { setAvatar } from "#src/services/accounts/set-avatar.ts";
import { updateName, updateNotifications } from "#src/services/accounts/update-profile.ts";
import { house } from "../context.ts";
import { contextOf } from "../session.ts";
import { formAction } from "./form-action.ts";
import { outcome, signedIn, type Outcome } from "./outcome.ts";

export const saveName = formAction((fields: FormData): Promise<Outcome> =>
  outcome(async () => {
    const who = await signedIn();
    const name = z.string().parse(fields.get("name"));
    await updateName(contextOf(who), who.userId, name);
    return null;
  }, "name"),
);

export const uploadAvatar = formAction((fields: FormData): Promise<Outcome> =>
  outcome(async () => {
    const who = await signedIn();
    const file = fields.get("picture");
    if (!(file instanceof File) || file.size === 0) throw new InvalidInput("choose a picture first");
    await setAvatar(contextOf(who), who.userId, await file.bytes());
    return null;
  }, "picture"),
);

export async function clearAvatar(): Promise<Outcome> {
  return outcome(async () => {
    const who = await signedIn();
    await removeAvatar(contextOf(who), who.userId);
    return null;
  });
}

/** A switch that is on stands in the form; one that is off, or not offered, does not. */
export const saveNotifications = formAction((fields: FormData): Promise<Outcome> =>
  outcome(async () => {
    const who = await signedIn();
    const names = Object.keys(NotificationSettings.shape);
    const wanted = Object.fromEntries(names.map((name) => [name, fields.get(name) === "on"]));
    await updateNotifications(contextOf(who), who.userId, NotificationSettings.parse(wanted));
    return null;
  }),
);

export async function endSession(id: string): Promise<Outcome> {
  return outcome(async () => {
    const who = await signedIn();
    await revokeSession(contextOf(who), { userId: who.userId, id: z.string().max(100).parse(id) });
    return null;
  });
}

/** All but the one that asks. @returns how many ended */
export async function endOtherSessions(): Promise<Outcome<number>> {
  return outcome(async () => {
    const who = await signedIn();
    return revokeOtherSessions(contextOf(who), who);
  });
}

/** @returns everything that is kept of the user, as JSON */
export async function exportAccount(): Promise<Outcome<string>> {
  return outcome(async () => {
    const who = await signedIn();
    return exportData(contextOf(who), who.userId);
  });
}

/** For good. Takes the address typed out, and the password, or for somebody without one a fresh sign-in. */
export async function deleteMyAccount(fields: FormData): Promise<Outcome> {
  return outcome(async () => {
    const who = await signedIn();
    const given = z
      .object({
        confirmation: z
          .string()
          .refine((text) => text.trim().toLowerCase() === who.email, "type your e-mail address as it stands above"),
        password: z.string(),
      })
      .parse({ confirmation: fields.get("confirmation"), password: fields.get("password") ?? "" });
    const { userId, signedInAt } = who;
    const ctx = contextOf(who);
    await confirmIdentity(ctx, house().auth, { userId, signedInAt, password: given.password });
    await deleteAccount(ctx);
    return null;
  }, "password");
}
