import { newId } from "#src/core/ids.ts";
import { testVault, type FreshDatabase } from "../database.ts";
import { said, web, type FormRow, type FormSetup } from "./row.ts";

/** A webhook of Ada's account, which has failed once. */
export async function newEndpoint(database: FreshDatabase, name = "Production"): Promise<string> {
  const id = newId("whe");
  const secret = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
  const target = { kind: "endpoint", url: "https://hooks.example/all", secrets: [{ secret, until: null }] };
  const { stored } = testVault.seal(JSON.stringify(target), `channels.sealed_target ${id}`);
  const run = (text: string, ...values: string[]) => database.db.pool.query(text, values);
  await run(
    `insert into channels (id, owner, kind, name, sealed_target, hint, destination, state, choices, manner, events, created_at, changed_at)
     select $1, users.id, 'endpoint', $2, $3, 'hooks.example', 'endpoint forms', 'active', '{"account":[],"lists":{}}',
       '{"zone":"UTC","quiet":null,"digest":null,"language":"en"}', '{analysis.succeeded,signal.rating_changed}', now(), now()
     from users where role = 'admin' order by created_at limit 1`,
    id,
    name,
    stored,
  );
  await run(
    `insert into outbox (id, destination, channel, owner, event, once, data, state, reason, attempts, created_at, ended_at)
     select 'msg_' || substr(id, 5), 'channel', id, owner, 'test', 'once', '{"event":"test"}', 'failed', 'answered 503', 1, now(), now()
     from channels where id = $1`,
    id,
  );
  await run(
    `insert into outbox_attempts (id, message, owner, number, status, error, answer, created_at)
     select 'cha_' || id, 'msg_' || substr(id, 5), owner, 1, 503, 'answered 503', 'upstream is restarting', now()
     from channels where id = $1`,
    id,
  );
  return id;
}

export function endpointRows({ ada, database }: FormSetup): FormRow[] {
  const at = async (round: string) => `/webhooks/${await newEndpoint(database, round)}`;
  return [
    {
      name: "new account webhook",
      file: `${web}endpoints/endpoint-forms.tsx`,
      button: "Add webhook",
      typed: ["Endpoint URL", "Name"],
      ticked: ["plan.ending"],
      guest: async (round) => {
        await database.db.pool.query("delete from channels where kind = 'endpoint'");
        const name = `endpoint ${round}`;
        return {
          browser: ada,
          path: "/webhooks",
          values: { Name: name, "Endpoint URL": `https://hooks.example/typed-${round.replaceAll(/\W/g, "-")}` },
          count: { sql: "select count(*) as n from channels where name = $1", values: [name] },
        };
      },
      worked: (page) => page.getByText("Copy the signing secret").waitFor(),
    },
    {
      name: "account webhook settings",
      file: "web/app/(app)/webhooks/[id]/page.tsx",
      button: /^Save$/,
      typed: ["Name"],
      ticked: ["plan.ending"],
      guest: async (round) => ({
        browser: ada,
        path: await at(`saved ${round}`),
        values: { Name: `renamed ${round}` },
      }),
      worked: said(/^Saved$/),
    },
    {
      name: "rotate a secret",
      file: `${web}endpoints/endpoint-forms.tsx`,
      button: "Rotate secret",
      typed: [],
      guest: async (round) => {
        return { browser: ada, path: await at(`rotated ${round}`), values: {} };
      },
      worked: (page) => page.getByText("Copy the new secret now").waitFor(),
    },
  ];
}
