"use server";

import { z } from "zod";
import { Revocable } from "#src/contract/accounts/credentials.ts";
import { NotificationSettings } from "#src/contract/accounts/users.ts";
import { anyId } from "#src/contract/text.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { confirmIdentity, waysToConfirm } from "#src/product/accounts/identity.ts";
import { deleteAccount, exportOwnData } from "#src/product/accounts/account-data.ts";
import { removeAvatar, setAvatar } from "#src/product/accounts/avatar.ts";
import { signOutEverywhere, revokeSignInSession } from "#src/product/accounts/sign-in-sessions.ts";
import { updateName, readProfile, updateNotifications } from "#src/product/accounts/profile.ts";
import { webContext } from "../context.ts";
import { formFields } from "./form-fields.ts";
import { userForm, userAction } from "./acting.ts";

export const saveName = userForm(
  async ({ ctx }, fields) => {
    const name = z.string().parse(fields.get("name"));
    await updateName(ctx, name);
  },
  { field: "name" },
);

export const uploadAvatar = userForm(
  async ({ ctx }, fields) => {
    const file = fields.get("picture");
    if (!(file instanceof File) || file.size === 0) throw new InvalidInput("choose a picture");
    await setAvatar(ctx, await file.bytes());
  },
  { field: "picture" },
);

export const clearAvatar = userAction(async ({ ctx }) => {
  await removeAvatar(ctx);
});

/** A switch that is on stands in the form; one that is off, or not offered, does not. */
export const saveNotifications = userForm(async ({ ctx }, fields) => {
  const names = Object.keys(NotificationSettings.shape);
  const wanted = Object.fromEntries(names.map((name) => [name, fields.get(name) === "on"]));
  // Whether changed ratings are mailed, the form above this one says.
  const { signals } = (await readProfile(ctx)).notifications;
  await updateNotifications(ctx, NotificationSettings.parse({ ...wanted, signals }));
});

export const revokeSession = userAction(async ({ ctx, who }, id: string) => {
  await revokeSignInSession(ctx, { userId: who.userId, id: anyId.parse(id) });
});

/** All but the one that asks, and what else is not kept. @returns how many sessions ended */
export const revokeOtherSessions = userAction(async ({ ctx, who, by }, keep: readonly Revocable[]) => {
  const { userId, sessionId } = who;
  const kept = z.array(Revocable).parse(keep);
  return signOutEverywhere(ctx, { userId, sessionId, keep: kept, ...(await by()) });
});

/** How the viewer can prove who they are. */
export const readWaysToConfirm = userAction(({ ctx, who }) =>
  waysToConfirm(ctx, { offer: webContext().auth.offer, ...who }),
);

/** @returns everything that is kept of the user, as JSON */
export const exportAccount = userAction(async ({ ctx, by }) => exportOwnData(ctx, await by()));

/** For good. Takes the address typed out, and the password, or for somebody without one a fresh sign-in. */
export const deleteMyAccount = userAction(
  async ({ ctx, who }, fields: FormData) => {
    const given = z
      .object({
        confirmation: z
          .string()
          .refine((text) => text.trim().toLowerCase() === who.email, "enter your email address exactly as shown above"),
        password: z.string(),
      })
      .parse({ password: "", ...formFields(fields) });
    const { userId, confirmedAt } = who;
    await confirmIdentity(ctx, { limits: webContext().auth.limits, userId, confirmedAt, password: given.password });
    await deleteAccount(ctx);
  },
  { field: "password" },
);
