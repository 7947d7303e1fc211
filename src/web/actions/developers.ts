"use server";

import { z } from "zod";
import { Scope } from "#src/contract/accounts/plans.ts";
import { anyId, storableText } from "#src/contract/text.ts";
import { createOwnKey, revokeKey } from "#src/product/keys/keys.ts";
import { userAction, userForm, formFields } from "./acting.ts";
import { disconnectClient } from "#src/product/connections/connections.ts";
import { SaveEndpoint } from "#src/contract/messages/webhooks.ts";
import {
  createEndpoint,
  deleteEndpoint,
  pauseEndpoint,
  redeliverMessage,
  resumeEndpoint,
  rotateSecret,
  saveEndpoint,
  testEndpoint,
} from "#src/product/endpoints/endpoints.ts";

const Wanted = z.object({
  label: storableText
    .trim()
    .min(1, "enter a name for the key, such as the program that will use it")
    .max(100, "the name must have at most 100 characters"),
  scopes: z.array(Scope).min(1, "choose at least one permission"),
  mode: z.enum(["live", "test"]).default("live"),
});

/** Works on every plan, so that a key can be made ready; it opens nothing until the plan has the API. */
export const makeKey = userForm(async ({ ctx, by }, fields) => {
  const { label, scopes, mode } = Wanted.parse({
    label: fields.get("label") ?? "",
    scopes: fields.getAll("scopes"),
    mode: fields.get("mode") ?? undefined,
  });
  const wanted = { label, scopes, livemode: mode === "live" };
  const { key } = await createOwnKey(ctx, { by: await by(), ...wanted });
  return { key, label };
});

export const endKey = userAction(async ({ ctx, who }, id: string) => {
  await revokeKey(ctx, { owner: who.userId, idOrPrefix: anyId.parse(id) });
});

export const disconnectApp = userAction(async ({ ctx }, id: string, keepWebhooks: boolean) => {
  await disconnectClient(ctx, { id: anyId.parse(id), keepWebhooks: keepWebhooks === true });
});

/** A box for each event. */
const wantedIn = (fields: FormData): SaveEndpoint =>
  SaveEndpoint.parse({ ...formFields(fields), events: fields.getAll("events") });
const idOf = (fields: FormData): string => anyId.parse(fields.get("id"));

export const addEndpoint = userForm(async ({ ctx, by }, fields) =>
  createEndpoint(ctx, { wanted: wantedIn(fields), by: await by() }),
);

export const keepEndpoint = userForm(async ({ ctx, by }, fields) => {
  await saveEndpoint(ctx, { id: idOf(fields), wanted: wantedIn(fields), by: await by() });
});

export const rotateEndpointSecret = userForm(async ({ ctx, by }, fields) =>
  rotateSecret(ctx, { id: idOf(fields), by: await by() }),
);

export const sendTestEvent = userForm(async ({ ctx }, fields) => {
  await testEndpoint(ctx, idOf(fields));
});

export const sendAgain = userForm(async ({ ctx }, fields) => {
  await redeliverMessage(ctx, { id: idOf(fields), delivery: anyId.parse(fields.get("delivery")) });
});

export const stopEndpoint = userForm(async ({ ctx }, fields) => {
  await pauseEndpoint(ctx, idOf(fields));
});

export const startEndpoint = userForm(async ({ ctx }, fields) => {
  await resumeEndpoint(ctx, idOf(fields));
});

export const dropEndpoint = userForm(
  async ({ ctx }, fields) => {
    await deleteEndpoint(ctx, idOf(fields));
  },
  { page: () => "/webhooks" },
);
