import { newEndpoint } from "./form-rows/endpoints.ts";
import type { PressedService, Pressed } from "./pressed-row.ts";

const fresh = ({ database }: PressedService) => database.db.pool.query("update sessions set confirmed_at = now()");
const made = async ({ database }: PressedService): Promise<string> => {
  await database.db.pool.query("delete from channels where kind = 'endpoint'");
  return `/webhooks/${await newEndpoint(database)}`;
};

/** Of the page of webhooks, and of an account webhook's own. */
export const pressedEndpoints: readonly Pressed[] = [
  {
    sends: "endpoints.addEndpoint",
    as: "ada",
    before: fresh,
    path: () => "/webhooks",
    typed: { "Endpoint URL": "https://hooks.example/pressed", Name: "my program" },
    button: "Add webhook",
    done: /^Copy the signing secret of “my program” now/,
  },
  { sends: "endpoints.keepEndpoint", as: "ada", path: made, button: "Save", done: "Saved" },
  {
    sends: "endpoints.rotateEndpointSecret",
    as: "ada",
    before: fresh,
    path: made,
    button: "Rotate secret",
    done: /^Copy the new secret now/,
  },
  { sends: "endpoints.sendTestEvent", as: "ada", path: made, button: "Send test event", done: /^Test event queued/ },
  { sends: "endpoints.sendAgain", as: "ada", path: made, button: "Send again", done: "Queued again" },
  { sends: "endpoints.stopEndpoint", as: "ada", path: made, button: "Pause", done: "Paused" },
  {
    sends: "endpoints.startEndpoint",
    as: "ada",
    path: async (house) => {
      const path = await made(house);
      await house.database.db.pool.query("update channels set state = 'paused' where kind = 'endpoint'");
      return path;
    },
    button: "Resume",
    done: "Resumed",
  },
  { sends: "endpoints.dropEndpoint", as: "ada", path: made, button: "Delete", done: "Deleted" },
];
