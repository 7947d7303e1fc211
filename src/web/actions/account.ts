"use server";

import { z } from "zod";
import { Revocable } from "#src/contract/revocable.ts";
import { NotificationSettings, type WaysToConfirm } from "#src/contract/users.ts";
import { anyId } from "#src/contract/text.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { confirmIdentity } from "#src/product/accounts/confirm-identity.ts";
import { deleteAccount } from "#src/product/accounts/delete-account.ts";
import { exportOwnData } from "#src/product/accounts/export-own-data.ts";
import { removeAvatar } from "#src/product/accounts/remove-avatar.ts";
import { signOutEverywhere } from "#src/product/accounts/sign-out-everywhere.ts";
import { revokeSignInSession } from "#src/product/accounts/revoke-sign-in-session.ts";
import { setAvatar } from "#src/product/accounts/set-avatar.ts";
import { waysToConfirm } from "#src/product/accounts/ways-to-confirm.ts";
import { updateName } from "#src/product/accounts/update-name.ts";
import { readProfile } from "#src/product/accounts/read-profile.ts";
import { updateNotifications } from "#src/product/accounts/update-notifications.ts";
import { webContext } from "../context.ts";
import { contextOf } from "../viewer.ts";
import { defineAction } from "./action.ts";
import { formFields } from "./form-fields.ts";
import { formAction } from "./form-action.ts";
import { byOf, outcome, signedIn, type Outcome } from "./outcome.ts";

export const saveName = formAction((fields: FormData): Promise<Outcome> =>
  outcome(async () => {
    const who = await signedIn();
    const name = z.string().parse(fields.get("name"));
    await updateName(contextOf(who), name);
    return null;
  }, "name"),
);

export const uploadAvatar = formAction((fields: FormData): Promise<Outcome> =>
  outcome(async () => {
    const who = await signedIn();
    const file = fields.get("picture");
    if (!(file instanceof File) || file.size === 0) throw new InvalidInput("choose a picture");
    await setAvatar(contextOf(who), await file.bytes());
    return null;
  }, "picture"),
);

export const clearAvatar = defineAction((): Promise<Outcome> =>
  outcome(async () => {
    const who = await signedIn();
    await removeAvatar(contextOf(who));
    return null;
  }),
);

/** A switch that is on stands in the form; one that is off, or not offered, does not. */
export const saveNotifications = formAction((fields: FormData): Promise<Outcome> =>
  outcome(async () => {
    const who = await signedIn();
    const ctx = contextOf(who);
    const names = Object.keys(NotificationSettings.shape);
    const wanted = Object.fromEntries(names.map((name) => [name, fields.get(name) === "on"]));
    // Whether changed ratings are mailed, the form above this one says.
    const { signals } = (await readProfile(ctx)).notifications;
    await updateNotifications(ctx, NotificationSettings.parse({ ...wanted, signals }));
    return null;
  }),
);

export const revokeSession = defineAction((id: string): Promise<Outcome> =>
  outcome(async () => {
    const who = await signedIn();
    await revokeSignInSession(contextOf(who), { userId: who.userId, id: anyId.parse(id) });
    return null;
  }),
);

/** All but the one that asks, and what else is not kept. @returns how many sessions ended */
export const revokeOtherSessions = defineAction((keep: readonly Revocable[]): Promise<Outcome<number>> =>
  outcome(async () => {
    const who = await signedIn();
    const { userId, sessionId } = who;
    const kept = z.array(Revocable).parse(keep);
    return signOutEverywhere(contextOf(who), { userId, sessionId, keep: kept, ...(await byOf(who)) });
  }),
);

/** How the viewer can prove who they are. */
export const readWaysToConfirm = defineAction((): Promise<Outcome<WaysToConfirm>> =>
  outcome(async () => {
    const who = await signedIn();
    return waysToConfirm(contextOf(who), { offer: webContext().auth.offer, ...who });
  }),
);

/** @returns everything that is kept of the user, as JSON */
export const exportAccount = defineAction((): Promise<Outcome<string>> =>
  outcome(async () => {
    const who = await signedIn();
    return exportOwnData(contextOf(who), await byOf(who));
  }),
);

/** For good. Takes the address typed out, and the password, or for somebody without one a fresh sign-in. */
export const deleteMyAccount = defineAction((fields: FormData): Promise<Outcome> =>
  outcome(async () => {
    const who = await signedIn();
    const given = z
      .object({
        confirmation: z
          .string()
          .refine((text) => text.trim().toLowerCase() === who.email, "enter your email address exactly as shown above"),
        password: z.string(),
      })
      .parse({ password: "", ...formFields(fields) });
    const { userId, confirmedAt } = who;
    const ctx = contextOf(who);
    await confirmIdentity(ctx, { limits: webContext().auth.limits, userId, confirmedAt, password: given.password });
    await deleteAccount(ctx);
    return null;
  }, "password"),
);
