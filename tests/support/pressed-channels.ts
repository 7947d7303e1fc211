import type { PressedService, Pressed } from "./pressed-row.ts";

const sql = (text: string) => (testApp: PressedService) => testApp.database.db.pool.query(text);
const page = () => "/settings/channels";
const newest = async ({ database }: PressedService): Promise<string> => {
  const { rows } = await database.db.pool.query<{ id: string }>(
    "select id from channels where kind <> 'endpoint' order by created_at desc limit 1",
  );
  return `/settings/channels/${rows[0]?.id ?? "none"}`;
};
const fresh = sql("update sessions set confirmed_at = now()");

/** Of the page of channels, and of a channel's own. */
export const pressedChannels: readonly Pressed[] = [
  {
    sends: "channels.addChannel",
    as: "ada",
    before: fresh,
    path: page,
    typed: { Name: "my phone", URL: "https://ntfy.sh/pressed-topic" },
    button: "Add channel",
    done: "“my phone” was added",
  },
  {
    sends: "channels.keepChannel",
    as: "ada",
    path: newest,
    button: "Save",
    done: "Saved",
  },
  {
    sends: "channels.sendTest",
    as: "ada",
    path: newest,
    button: "Send test message",
    done: /^Test message queued/,
  },
  {
    sends: "channels.stopChannel",
    as: "ada",
    path: newest,
    before: sql("update channels set state = 'active', reason = null"),
    button: "Pause",
    done: "Paused",
  },
  {
    sends: "channels.startChannel",
    as: "ada",
    path: newest,
    before: sql("update channels set state = 'paused'"),
    button: "Resume",
    done: "Resumed",
  },
  {
    sends: "channels.dropChannel",
    as: "ada",
    path: newest,
    button: "Remove",
    done: "Removed",
  },
  {
    sends: "channels.makeCalendar",
    as: "ada",
    before: fresh,
    path: page,
    button: /^(?:Create|Replace) address$/,
    done: /^Copy the address now/,
  },
  {
    sends: "channels.endCalendar",
    as: "ada",
    path: page,
    button: "Revoke address",
    done: "Create address",
  },
];
