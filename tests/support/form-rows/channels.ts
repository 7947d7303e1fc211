import { newId } from "#src/core/ids.ts";
import { stopUrl } from "#src/product/channels/lib/targets.ts";
import { testSecret, testVault, type FreshDatabase } from "../database.ts";
import { said, web, type FormRow, type FormSetup } from "./row.ts";

/** A paused or active channel of Ada's. */
export async function newChannel(
  database: FreshDatabase,
  name = "My phone",
  state: "active" | "paused" = "active",
): Promise<string> {
  const id = newId("chn");
  const target = JSON.stringify({ kind: "ntfy", url: "https://ntfy.sh/forms", token: null });
  const { stored } = testVault.seal(target, `channels.sealed_target ${id}`);
  await database.db.pool.query(
    `insert into channels (id, owner, kind, name, sealed_target, hint, destination, state, choices, manner, created_at, changed_at)
     select $1, users.id, 'ntfy', $2, $3, 'ntfy.sh', 'ntfy forms', $4, '{"account":[],"lists":{"default":[]}}',
       '{"zone":"UTC","quiet":null,"digest":null,"language":"en"}', now(), now()
     from users where role = 'admin' order by created_at limit 1`,
    [id, name, stored, state],
  );
  await database.db.pool.query(
    `insert into outbox (id, destination, channel, owner, event, once, data, state, reason, attempts, created_at, ended_at)
     select 'msg_' || id, 'channel', id, owner, 'test', 'once', '{"event":"test"}', 'failed', 'answered 500', 1, now(), now()
     from channels where id = $1`,
    [id],
  );
  await database.db.pool.query(
    "insert into outbox_attempts (id, message, owner, number, status, error, created_at) select 'cha_' || id, 'msg_' || id, owner, 1, 500, 'answered 500', now() from channels where id = $1",
    [id],
  );
  return id;
}

export function channelRows(setup: FormSetup): FormRow[] {
  const { ada, database } = setup;
  return [
    {
      name: "new channel",
      file: `${web}channels/channel-forms.tsx`,
      button: "Add channel",
      typed: ["Name", "URL"],
      guest: async (round) => {
        const name = `channel ${round}`;
        return {
          browser: ada,
          path: "/settings/notifications",
          values: { Name: name, URL: `https://discord.com/api/webhooks/1/typed-${round.replaceAll(/\W/g, "-")}` },
          count: { sql: "select count(*) as n from channels where name = $1", values: [name] },
        };
      },
      worked: (page, { values }) => page.getByText(`“${values["Name"]}” was added`).waitFor(),
    },
    {
      name: "channel settings",
      file: "web/app/(app)/settings/channels/[id]/page.tsx",
      button: /^Save$/,
      typed: ["Name"],
      ticked: ["Plan ending"],
      guest: async (round) => ({
        browser: ada,
        path: `/settings/channels/${await newChannel(database, `settings ${round}`)}`,
        values: { Name: `renamed ${round}` },
      }),
      worked: said(/^Saved$/),
    },
    {
      name: "resume a channel",
      file: `${web}ui/form.tsx`,
      button: "Resume",
      typed: [],
      guest: async (round) => ({
        browser: ada,
        path: `/settings/channels/${await newChannel(database, `paused ${round}`, "paused")}`,
        values: {},
      }),
      worked: (page) => page.getByRole("button", { name: "Pause" }).waitFor(),
    },
    {
      name: "calendar",
      file: `${web}channels/channel-forms.tsx`,
      button: /^(?:Create|Replace) address$/,
      typed: [],
      guest: async () => {
        return { browser: ada, path: "/settings/notifications", values: {} };
      },
      worked: (page) => page.getByText("Copy the address now").waitFor(),
    },
    {
      name: "unsubscribe from a channel",
      file: `${web}channels/channel-forms.tsx`,
      button: "Unsubscribe",
      typed: [],
      guest: async (round) => {
        const id = await newChannel(database, `stopped ${round}`);
        const { pathname } = new URL(stopUrl({ secret: testSecret }, "http://localhost", id));
        return { browser: ada, path: pathname, values: {}, sentTo: `/api${pathname}` };
      },
      worked: (page) => page.getByText("Nothing is sent through this channel").waitFor(),
    },
  ];
}
