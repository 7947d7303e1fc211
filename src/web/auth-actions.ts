"use client";

import { passkeyClient } from "@better-auth/passkey/client";
import { magicLinkClient, twoFactorClient } from "better-auth/client/plugins";
import { createAuthClient } from "better-auth/react";
import { Revocable } from "#src/contract/accounts/credentials.ts";
import { type Action, defineAction } from "./actions/action.ts";
import { type AuthFault, authRefusal } from "./auth-errors.ts";

/* Signing in and out, and changing what one signs in with, at `/api/auth` of this site. */

const client = createAuthClient({
  basePath: "/api/auth",
  plugins: [twoFactorClient(), magicLinkClient(), passkeyClient()],
});

interface AuthAnswer<T> {
  readonly data: T | null;
  readonly error: AuthFault | null;
}

/** @param fieldNames what the form calls a field that Better Auth names otherwise */
function authAction<In extends readonly unknown[], T>(
  ask: (...given: In) => Promise<AuthAnswer<T>>,
  fieldNames: Readonly<Record<string, string>> = {},
): Action<In, T | null> {
  return defineAction(async (...given: In) => {
    const { data, error } = await ask(...given);
    if (error === null) return { ok: true, value: data };
    const refusal = authRefusal(error);
    const field = fieldNames[refusal.field ?? ""];
    return field === undefined ? refusal : { ...refusal, field };
  });
}

const text = (fields: FormData, name: string): string => String(fields.get(name) ?? "");
const email = (fields: FormData, name = "email"): string => text(fields, name).trim();
/** As an app shows it: in groups. */
const code = (fields: FormData): string => text(fields, "code").replaceAll(/\s/g, "");
const device = (fields: FormData) => (fields.has("trustDevice") ? { trustDevice: true } : {});

/** Of what was offered, that whose mark was taken away. */
export function keptOf(fields: FormData): Revocable[] {
  const revoked = fields.getAll("revoke");
  return Revocable.array()
    .parse(text(fields, "offered").split(",").filter(Boolean))
    .filter((kind) => !revoked.includes(kind));
}

export const signInByPassword = authAction((fields: FormData) =>
  client.signIn.email({ email: email(fields), password: text(fields, "password") }),
);
export const signInByPasskey = authAction(() => client.signIn.passkey());
export const signInByProvider = authAction(
  (provider: string, back: { callbackURL: string; errorCallbackURL?: string }) =>
    client.signIn.social({ provider, ...back }),
);
export const signInByMail = authAction((address: string, callbackURL: string) =>
  client.signIn.magicLink({ email: address, callbackURL }),
);
/** Whether an app may use the API, by its signed request. */
export const answerConnection = authAction((fields: FormData) =>
  client.$fetch<{ readonly url: string }>("/oauth2/consent", {
    method: "POST",
    body: {
      accept: text(fields, "accept") === "true",
      oauth_query: text(fields, "oauth_query"),
      ...(fields.has("scope") && { scope: fields.getAll("scope").join(" ").trim() }),
    },
  }),
);
export const verifyCode = authAction((fields: FormData) =>
  client.twoFactor.verifyTotp({ code: code(fields), ...device(fields) }),
);
export const verifyBackupCode = authAction((fields: FormData) =>
  client.twoFactor.verifyBackupCode({ code: code(fields), ...device(fields) }),
);
export const signUp = authAction((fields: FormData) =>
  client.signUp.email({
    name: text(fields, "name"),
    email: email(fields),
    password: text(fields, "password"),
    callbackURL: text(fields, "callbackURL"),
  }),
);

export const mailConfirmation = authAction((fields: FormData) =>
  client.sendVerificationEmail({ email: email(fields), callbackURL: text(fields, "callbackURL") }),
);
export const mailReset = authAction((fields: FormData) =>
  client.requestPasswordReset({ email: email(fields), redirectTo: text(fields, "redirectTo") }),
);
export const mailSignIn = authAction((fields: FormData) =>
  client.signIn.magicLink({ email: email(fields), callbackURL: text(fields, "callbackURL") }),
);

export const resetPassword = authAction((fields: FormData) => {
  const asked = { newPassword: text(fields, "newPassword"), token: text(fields, "token"), keep: keptOf(fields) };
  return client.resetPassword(asked);
});
export const changePassword = authAction(
  (fields: FormData) => {
    const passwords = { currentPassword: text(fields, "currentPassword"), newPassword: text(fields, "newPassword") };
    const asked = { ...passwords, keep: keptOf(fields) };
    return client.changePassword(asked);
  },
  { password: "currentPassword" },
);
export const changeEmail = authAction((fields: FormData) =>
  client.changeEmail({ newEmail: email(fields, "newEmail") }),
);
/** Makes the session fresh by the password. */
export const confirmPassword = authAction((fields: FormData) =>
  client.$fetch("/confirm-password", { method: "POST", body: { password: text(fields, "password") } }),
);

export const addPasskey = authAction((fields: FormData) =>
  client.passkey.addPasskey({ name: text(fields, "name").trim() }),
);
export const renamePasskey = authAction((fields: FormData) =>
  client.passkey.updatePasskey({ id: text(fields, "id"), name: text(fields, "name") }),
);
export const removePasskey = authAction((id: string) => client.passkey.deletePasskey({ id }));
export const linkProvider = authAction((provider: string, callbackURL: string) =>
  client.linkSocial({ provider, callbackURL }),
);
export const unlinkProvider = authAction((accountId: string) => client.unlinkAccount({ accountId }));

const password = (fields: FormData) => ({ password: text(fields, "password") });
export const turnOnTwoFactor = authAction((fields: FormData) => client.twoFactor.enable(password(fields)));
export const turnOffTwoFactor = authAction((fields: FormData) => client.twoFactor.disable(password(fields)));
export const newBackupCodes = authAction((fields: FormData) => client.twoFactor.generateBackupCodes(password(fields)));

export const providerNames = { github: "GitHub", google: "Google" } as const;
export type Provider = keyof typeof providerNames;

/** As it calls itself; a provider that is no longer offered by its id. */
export function providerName(id: string): string {
  return id === "github" || id === "google" ? providerNames[id] : id;
}

const key = "conclave.mail-sent-to";

/** The address of the last mail that was asked for, for the next page of this tab: in the address bar it would be logged. */
export const mailSent = {
  set: (address: string): void => sessionStorage.setItem(key, address),
  get: (): string | null => sessionStorage.getItem(key),
};
