"use server";

import { z } from "zod";
import { Revocable } from "#src/contract/accounts/credentials.ts";
import { NotificationSettings } from "#src/contract/accounts/users.ts";
import { anyId } from "#src/contract/text.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { confirmIdentity, waysToConfirm } from "#src/product/accounts/identity.ts";
import { deleteAccount, exportOwnData } from "#src/product/accounts/account-data.ts";
import { removeAvatar, setAvatar } from "#src/product/accounts/avatar.ts";
import { revokeSignInSession, signOutEverywhere } from "#src/product/accounts/sign-in-sessions.ts";
import { readProfile, updateName, updateNotifications } from "#src/product/accounts/profile.ts";
import { webContext } from "../context.ts";
import { TypedDecimal, formFields, userAction, userForm } from "./acting.ts";
import { CustomerProvider, ModelKeyDefaults, ModelKeySecret } from "#src/contract/jobs/model-keys.ts";
import { OwnLimitUsd } from "#src/contract/jobs/usage.ts";
import { changeModelKey, checkModelKey, deleteModelKey, saveModelKey } from "#src/product/model-keys/model-keys.ts";

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

/** `secret` is never sent back with what was typed (acting.ts). */
const Given = z.object({ provider: CustomerProvider, secret: ModelKeySecret });

/** Keeps a key that its provider accepts. @returns its provider */
export const keepModelKey = userForm(
  async ({ ctx }, fields) => {
    const { provider, secret } = Given.parse({
      provider: fields.get("provider") ?? "",
      secret: fields.get("secret") ?? "",
    });
    const { check } = webContext().customerModels;
    await saveModelKey(ctx, { provider, key: secret, probe: check });
    return provider;
  },
  { field: "secret" },
);

const temperature = "must be a number from 0 to 2";
/** An empty field sets nothing. */
const blank = (value: unknown): unknown => (typeof value === "string" && value.trim() === "" ? undefined : value);
const KeySettings = z.object({
  provider: CustomerProvider,
  deep_think_llm: z.preprocess(blank, ModelKeyDefaults.shape.deep_think_llm.optional()),
  quick_think_llm: z.preprocess(blank, ModelKeyDefaults.shape.quick_think_llm.optional()),
  reasoning_effort: z.preprocess(blank, ModelKeyDefaults.shape.reasoning_effort.optional()),
  temperature: z.preprocess(
    blank,
    TypedDecimal.pipe(z.coerce.number<string>(temperature).min(0, temperature).max(2, temperature)).optional(),
  ),
  monthly_limit_usd: z.preprocess(blank, TypedDecimal.pipe(OwnLimitUsd).optional()),
});

/** What a key's runs are made with where they name nothing, and what they may cost in a month. */
export const setModelKey = userAction(async ({ ctx }, form: FormData) => {
  const { provider, monthly_limit_usd: limitUsd = null, ...given } = KeySettings.parse(formFields(form));
  const defaults = ModelKeyDefaults.parse(JSON.parse(JSON.stringify(given)));
  await changeModelKey(ctx, { provider, defaults, limitUsd });
});

export const testModelKey = userAction(async ({ ctx }, given: string) => {
  const provider = CustomerProvider.parse(given);
  await checkModelKey(ctx, { provider, probe: webContext().customerModels.check });
});

export const endModelKey = userAction(async ({ ctx }, given: string) => {
  await deleteModelKey(ctx, { provider: CustomerProvider.parse(given) });
});
