"use server";

import {
  ChannelManner,
  ChannelName,
  eventsOf,
  NewChannel,
  type ChannelChoices,
} from "#src/contract/messages/channels.ts";
import { anyId } from "#src/contract/text.ts";
import { createCalendar, revokeCalendar } from "#src/product/calendar/calendar.ts";
import {
  createChannel,
  pauseChannel,
  removeChannel,
  resumeChannel,
  saveChannel,
  testChannel,
} from "#src/product/channels/channels.ts";
import { formFields, userForm } from "./acting.ts";

export const addChannel = userForm(async ({ ctx, by }, fields) => {
  const wanted = NewChannel.parse(formFields(fields));
  return createChannel(ctx, { by: await by(), wanted });
});

/** A box for each event of each list (`list LIST`), one for each of the account, and how they are sent. */
export const keepChannel = userForm(async ({ ctx }, fields) => {
  const given = formFields(fields);
  const quiet =
    given["quiet"] === "off" ? null : { from: given["quiet_from"], to: given["quiet_to"], mode: given["quiet"] };
  const digest =
    given["digest"] === "off"
      ? null
      : { every: given["digest"], hour: Number(given["digest_hour"]), weekday: Number(given["digest_weekday"]) };
  const manner = ChannelManner.parse({ zone: given["zone"], quiet, digest, language: given["language"] });
  await saveChannel(ctx, {
    id: anyId.parse(given["id"]),
    name: ChannelName.parse(given["name"]),
    choices: choicesOf(fields),
    manner,
  });
});

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

export const sendTest = userForm(async ({ ctx }, fields) => {
  await testChannel(ctx, idOf(fields));
});

export const stopChannel = userForm(async ({ ctx }, fields) => {
  await pauseChannel(ctx, idOf(fields));
});

export const startChannel = userForm(async ({ ctx }, fields) => {
  await resumeChannel(ctx, idOf(fields));
});

export const dropChannel = userForm(
  async ({ ctx }, fields) => {
    await removeChannel(ctx, idOf(fields));
  },
  { page: () => "/settings/notifications" },
);

/** A new address of the calendar, which replaces the one before. @returns it, to be shown once */
export const makeCalendar = userForm(async ({ ctx, by }) => {
  const owner = await by();
  const { token } = await createCalendar(ctx, { by: owner });
  return `${owner.origin}/api/calendar/${token}.ics`;
});

export const endCalendar = userForm(async ({ ctx }) => {
  await revokeCalendar(ctx);
});
