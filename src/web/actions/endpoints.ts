"use server";

import { anyId } from "#src/contract/text.ts";
import { SaveEndpoint, type CreatedEndpoint, type RotatedSecret } from "#src/contract/webhooks.ts";
import { createEndpoint } from "#src/product/endpoints/create-endpoint.ts";
import { deleteEndpoint } from "#src/product/endpoints/delete-endpoint.ts";
import { pauseEndpoint } from "#src/product/endpoints/pause-endpoint.ts";
import { redeliverMessage } from "#src/product/endpoints/redeliver-message.ts";
import { resumeEndpoint } from "#src/product/endpoints/resume-endpoint.ts";
import { rotateSecret } from "#src/product/endpoints/rotate-secret.ts";
import { saveEndpoint } from "#src/product/endpoints/save-endpoint.ts";
import { testEndpoint } from "#src/product/endpoints/test-endpoint.ts";
import { contextOf } from "../viewer.ts";
import { formAction } from "./form-action.ts";
import { formFields } from "./form-fields.ts";
import { byOf, outcome, signedIn, type Outcome } from "./outcome.ts";

/** A box for each event. */
const wantedIn = (fields: FormData): SaveEndpoint =>
  SaveEndpoint.parse({ ...formFields(fields), events: fields.getAll("events") });
const idOf = (fields: FormData): string => anyId.parse(fields.get("id"));

export const addEndpoint = formAction((fields: FormData): Promise<Outcome<CreatedEndpoint>> =>
  outcome(async () => {
    const who = await signedIn();
    return createEndpoint(contextOf(who), { wanted: wantedIn(fields), by: await byOf(who) });
  }),
);

export const keepEndpoint = formAction((fields: FormData): Promise<Outcome> =>
  outcome(async () => {
    const who = await signedIn();
    await saveEndpoint(contextOf(who), { id: idOf(fields), wanted: wantedIn(fields), by: await byOf(who) });
    return null;
  }),
);

export const rotateEndpointSecret = formAction((fields: FormData): Promise<Outcome<RotatedSecret>> =>
  outcome(async () => {
    const who = await signedIn();
    return rotateSecret(contextOf(who), { id: idOf(fields), by: await byOf(who) });
  }),
);

export const sendTestEvent = formAction((fields: FormData): Promise<Outcome> =>
  outcome(async () => {
    await testEndpoint(contextOf(await signedIn()), idOf(fields));
    return null;
  }),
);

export const sendAgain = formAction((fields: FormData): Promise<Outcome> =>
  outcome(async () => {
    const who = await signedIn();
    await redeliverMessage(contextOf(who), { id: idOf(fields), delivery: anyId.parse(fields.get("delivery")) });
    return null;
  }),
);

export const stopEndpoint = formAction((fields: FormData): Promise<Outcome> =>
  outcome(async () => {
    await pauseEndpoint(contextOf(await signedIn()), idOf(fields));
    return null;
  }),
);

export const startEndpoint = formAction((fields: FormData): Promise<Outcome> =>
  outcome(async () => {
    await resumeEndpoint(contextOf(await signedIn()), idOf(fields));
    return null;
  }),
);

export const dropEndpoint = formAction(
  (fields: FormData): Promise<Outcome> =>
    outcome(async () => {
      await deleteEndpoint(contextOf(await signedIn()), idOf(fields));
      return null;
    }),
  () => "/webhooks",
);
