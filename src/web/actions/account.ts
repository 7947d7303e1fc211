"use server";

import { z } from "zod";
import { Revocable } from "#src/contract/revocable.ts";
import { NotificationSettings, type WaysToConfirm } from "#src/contract/users.ts";
import { anyId } from "#src/contract/text.ts";
import { InvalidInput } from "#src/platform/errors.ts";
import { confirmIdentity } from "#src/services/accounts/confirm-identity.ts";
import { deleteAccount } from "#src/services/accounts/delete-account.ts";
import { exportOwnData } from "#src/services/accounts/export-own-data.ts";
import { removeAvatar } from "#src/services/accounts/remove-avatar.ts";
import { signOutEverywhere } from "#src/services/accounts/revoke-access.ts";
import { revokeSession } from "#src/services/accounts/revoke-session.ts";
import { setAvatar } from "#src/services/accounts/set-avatar.ts";
import { waysToConfirm } from "#src/services/accounts/ways-to-confirm.ts";
import { updateName, updateNotifications } from "#src/services/accounts/update-profile.ts";
import { house } from "../context.ts";
import { contextOf } from "../session.ts";
import { formFields } from "./form-fields.ts";
import { formAction } from "./form-action.ts";
import { byOf, outcome, signedIn, type Outcome } from "./outcome.ts";

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
    await revokeSession(contextOf(who), { userId: who.userId, id: anyId.parse(id) });
    return null;
  });
}

/** All but the one that asks, and what else is not kept. @returns how many sessions ended */
export async function endOtherSessions(keep: readonly Revocable[]): Promise<Outcome<number>> {
  return outcome(async () => {
    const who = await signedIn();
    const { userId, sessionId } = who;
    const kept = z.array(Revocable).parse(keep);
    return signOutEverywhere(contextOf(who), { userId, sessionId, keep: kept, ...(await byOf(who)) });
  });
}

/** How the viewer can prove who they are. */
export async function waysOfMine(): Promise<Outcome<WaysToConfirm>> {
  return outcome(async () => {
    const who = await signedIn();
    return waysToConfirm(contextOf(who), house().auth, who);
  });
}

/** @returns everything that is kept of the user, as JSON */
export async function exportAccount(): Promise<Outcome<string>> {
  return outcome(async () => {
    const who = await signedIn();
    return exportOwnData(contextOf(who), await byOf(who));
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
      .parse({ password: "", ...formFields(fields) });
    const { userId, confirmedAt } = who;
    const ctx = contextOf(who);
    await confirmIdentity(ctx, house().auth, { userId, confirmedAt, password: given.password });
    await deleteAccount(ctx);
    return null;
  }, "password");
}
