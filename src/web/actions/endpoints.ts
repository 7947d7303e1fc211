"use server";

import { anyId } from "#src/contract/text.ts";
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
import { formFields } from "./form-fields.ts";
import { userForm } from "./acting.ts";

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
