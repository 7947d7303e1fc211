"use server";

import {
  ChannelManner,
  ChannelName,
  eventsOf,
  NewChannel,
  type ChannelChoices,
  type MadeChannel,
} from "#src/contract/channels.ts";
import { anyId } from "#src/contract/text.ts";
import { createCalendar } from "#src/product/calendar/create-calendar.ts";
import { revokeCalendar } from "#src/product/calendar/revoke-calendar.ts";
import { createChannel } from "#src/product/channels/create-channel.ts";
import { pauseChannel } from "#src/product/channels/pause-channel.ts";
import { removeChannel } from "#src/product/channels/remove-channel.ts";
import { resumeChannel } from "#src/product/channels/resume-channel.ts";
import { saveChannel } from "#src/product/channels/save-channel.ts";
import { testChannel } from "#src/product/channels/test-channel.ts";
import { contextOf } from "../viewer.ts";
import { formAction } from "./form-action.ts";
import { formFields } from "./form-fields.ts";
import { byOf, outcome, signedIn, type Outcome } from "./outcome.ts";

export const addChannel = formAction((fields: FormData): Promise<Outcome<MadeChannel>> =>
  outcome(async () => {
    const who = await signedIn();
    const wanted = NewChannel.parse(formFields(fields));
    return createChannel(contextOf(who), { by: await byOf(who), wanted });
  }),
);

/** A box for each event of each list (`list LIST`), one for each of the account, and how they are sent. */
export const keepChannel = formAction((fields: FormData): Promise<Outcome> =>
  outcome(async () => {
    const who = await signedIn();
    const given = formFields(fields);
    const quiet =
      given["quiet"] === "off" ? null : { from: given["quiet_from"], to: given["quiet_to"], mode: given["quiet"] };
    const digest =
      given["digest"] === "off"
        ? null
        : { every: given["digest"], hour: Number(given["digest_hour"]), weekday: Number(given["digest_weekday"]) };
    const manner = ChannelManner.parse({ zone: given["zone"], quiet, digest, language: given["language"] });
    await saveChannel(contextOf(who), {
      id: anyId.parse(given["id"]),
      name: ChannelName.parse(given["name"]),
      choices: choicesOf(fields),
      manner,
    });
    return null;
  }),
);

function choicesOf(fields: FormData): ChannelChoices {
  const account = new Set(fields.getAll("account"));
  const names = fields.getAll("lists").filter((name) => typeof name === "string");
  const lists = names.map((name) => {
    const chosen = new Set(fields.getAll(`list ${name}`));
    return [name, eventsOf("list").filter((event) => chosen.has(event))] as const;
  });
  return { account: eventsOf("account").filter((event) => account.has(event)), lists: Object.fromEntries(lists) };
}

const idOf = (fields: FormData): string => anyId.parse(fields.get("id"));

export const sendTest = formAction((fields: FormData): Promise<Outcome> =>
  outcome(async () => {
    const who = await signedIn();
    await testChannel(contextOf(who), idOf(fields));
    return null;
  }),
);

export const stopChannel = formAction((fields: FormData): Promise<Outcome> =>
  outcome(async () => {
    const who = await signedIn();
    await pauseChannel(contextOf(who), idOf(fields));
    return null;
  }),
);

export const startChannel = formAction((fields: FormData): Promise<Outcome> =>
  outcome(async () => {
    const who = await signedIn();
    await resumeChannel(contextOf(who), idOf(fields));
    return null;
  }),
);

export const dropChannel = formAction(
  (fields: FormData): Promise<Outcome> =>
    outcome(async () => {
      const who = await signedIn();
      await removeChannel(contextOf(who), idOf(fields));
      return null;
    }),
  () => "/settings/notifications",
);

/** A new address of the calendar, which replaces the one before. @returns it, to be shown once */
export const makeCalendar = formAction((): Promise<Outcome<string>> =>
  outcome(async () => {
    const who = await signedIn();
    const by = await byOf(who);
    const { token } = await createCalendar(contextOf(who), { by });
    return `${by.origin}/api/calendar/${token}.ics`;
  }),
);

export const endCalendar = formAction((): Promise<Outcome> =>
  outcome(async () => {
    await revokeCalendar(contextOf(await signedIn()));
    return null;
  }),
);
