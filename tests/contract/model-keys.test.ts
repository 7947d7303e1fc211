import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { composeCustomerModels } from "#src/server/compose/models/compose-model-reasoner.ts";
import { CustomerProvider, ModelKeySecret, OwnModel } from "#src/contract/jobs/model-keys.ts";
import { createLog } from "#src/core/operation/log.ts";
import { openVault } from "#src/core/vault.ts";
import { exportData } from "#src/product/accounts/account-data.ts";
import { renewSecrets } from "#src/product/accounts/identity.ts";
import type { Context } from "#src/product/context.ts";
import { checkModelKey, deleteModelKey, listModelKeys, saveModelKey } from "#src/product/model-keys/model-keys.ts";
import { findModelKey } from "#src/product/model-keys/queries/model-keys.ts";
import { customerContext, systemContext } from "#tests/support/contexts.ts";
import { freshDatabase, testSecret, type FreshDatabase } from "#tests/support/database.ts";
import { dumpOf, linesWith } from "#tests/support/dump.ts";
import { customerSettings, startKeyServer, type KeyServer } from "#tests/support/key-server.ts";

let database: FreshDatabase;
let server: KeyServer;
let people = 0;
let ann: Context;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  server = await startKeyServer();
  ann = await somebody();
});
afterEach(() => server.close());

async function somebody(): Promise<Context> {
  const id = `usr_${(people += 1)}`;
  await database.db.pool.query(
    "insert into users (id, name, email, created_at, updated_at) values ($1, 'Name', $1 || '@example.com', now(), now())",
    [id],
  );
  return customerContext({ db: database.db }, id);
}

const probe = (): ReturnType<typeof composeCustomerModels>["check"] =>
  composeCustomerModels(customerSettings(server.url)).check;
const save = (key: string, provider: CustomerProvider = "openai", ctx = ann) =>
  saveModelKey(ctx, { provider, key, probe: probe() });
const stored = async (ctx = ann): Promise<string | null> => {
  const found = await findModelKey(database.db.sql, ctx.actor.owner, "openai");
  return found === null ? null : database.db.vault.open(found.sealed);
};
const first = "sk-proj-marked-1111-2222-3333-aaaa";
const second = "sk-proj-marked-4444-5555-6666-bbbb";

test.each(CustomerProvider.options)("a key of %s that the provider takes is kept, sealed", async (provider) => {
  await save(first, provider);
  expect(server.asked).toEqual([first]);
  const { keys, events } = await listModelKeys(ann);
  expect(keys).toMatchObject([{ provider, last_four: "aaaa" }]);
  expect(events).toMatchObject([{ provider, action: "added", last_four: "aaaa" }]);
  expect(JSON.stringify({ keys, events })).not.toContain("marked");
  expect(linesWith(await dumpOf(database.db), ["marked"])).toEqual([]);
});

test("another key takes the place of the first, and both are told of", async () => {
  await save(first);
  await save(second);
  expect(await stored()).toBe(second);
  const { keys, events } = await listModelKeys(ann);
  expect(keys).toMatchObject([{ last_four: "bbbb" }]);
  expect(events.map(({ action, last_four }) => [action, last_four])).toEqual([
    ["replaced", "bbbb"],
    ["added", "aaaa"],
  ]);
});

test.each(["refuse", "echo"] as const)("a key that the provider refuses is not kept (%s)", async (treat) => {
  await save(first);
  server.treat = treat;
  const error = await save(second).catch((refused: unknown) => refused);
  expect(String(error)).toMatch(/OpenAI refused the key \(status 401\)/);
  expect(String(error)).not.toContain("marked");
  expect(await stored()).toBe(first);
  expect((await listModelKeys(ann)).events[0]).toMatchObject({ action: "refused", last_four: "bbbb" });
});

test("a provider that cannot be asked is told as that, and nothing is kept", async () => {
  server.treat = "busy";
  await expect(save(first)).rejects.toThrow(/the key could not be checked with OpenAI \(status 503\)/);
  await server.close();
  await expect(save(first)).rejects.toThrow(/the key could not be checked with OpenAI \(no connection\)/);
  expect(await stored()).toBeNull();
  server = await startKeyServer();
});

test("a stored key can be checked again; a refused one stays for its owner to replace", async () => {
  await save(first);
  await checkModelKey(ann, { provider: "openai", probe: probe() });
  server.treat = "refuse";
  await expect(checkModelKey(ann, { provider: "openai", probe: probe() })).rejects.toThrow(/refused/);
  expect(await stored()).toBe(first);
  await expect(checkModelKey(ann, { provider: "groq", probe: probe() })).rejects.toThrow("you have no Groq key");
  expect(server.asked).toEqual([first, first, first]);
});

test("a deleted key is gone, and its owner's alone could be", async () => {
  await save(first);
  const ben = await somebody();
  await expect(deleteModelKey(ben, { provider: "openai" })).rejects.toThrow("you have no OpenAI key");
  expect(await stored()).toBe(first);
  await deleteModelKey(ann, { provider: "openai" });
  expect(await stored()).toBeNull();
  await expect(deleteModelKey(ann, { provider: "openai" })).rejects.toThrow("you have no OpenAI key");
  expect((await listModelKeys(ann)).events.map(({ action }) => action)).toEqual(["deleted", "added"]);
  expect(await listModelKeys(ben)).toEqual({ keys: [], events: [] });
});

test("nobody tries out keys by the dozen", async () => {
  server.treat = "refuse";
  for (let tried = 0; tried < 20; tried++) await expect(save(second)).rejects.toThrow(/refused/);
  await expect(save(first)).rejects.toThrow(/too many keys/);
  expect(server.asked).toHaveLength(20);
});

test("the export says that a key is stored and how it ends, and no more", async () => {
  await save(first);
  const text = await exportData(systemContext({ db: database.db }), ann.actor.owner);
  expect(JSON.parse(text)).toMatchObject({
    model_keys: [{ provider: "openai", key: "stored", last_four: "aaaa" }],
    model_key_changes: [{ action: "added", last_four: "aaaa" }],
  });
  expect(text).not.toMatch(/marked|sealed/);
});

test("it goes with the account", async () => {
  await save(first);
  await database.db.pool.query("delete from users where id = $1", [ann.actor.owner]);
  expect(await stored()).toBeNull();
  expect(await listModelKeys(ann)).toEqual({ keys: [], events: [] });
  await expect(save(first)).rejects.toThrow("there is no such account");
});

test("under another AUTH_SECRET it is sealed anew, and the old one can go", async () => {
  await save(first);
  const after = { secret: "the secret of next year with 32 characters", previousSecrets: [testSecret] };
  const db = { ...database.db, vault: openVault(after) };
  await renewSecrets(systemContext({ db }), { log: createLog("silent", "worker"), secrets: after });
  const found = await findModelKey(db.sql, ann.actor.owner, "openai");
  expect(found?.sealed.stored.startsWith(db.vault.mark)).toBe(true);
  const alone = openVault({ ...after, previousSecrets: [] });
  expect(found === null ? null : alone.open(found.sealed)).toBe(first);
  await renewSecrets(systemContext({ db: database.db }), {
    log: createLog("silent", "worker"),
    secrets: { secret: testSecret, previousSecrets: [after.secret] },
  });
});

test.each([
  "short",
  "with spaces in the middle of it",
  'quoted"0123456789abc',
  "line\nbreak0123456789abc",
  "a".repeat(401),
])("%j is no key", (text) => expect(ModelKeySecret.safeParse(text).success).toBe(false));

test.each(["../v1/files", "a/../../b", "/etc", "with space", "a?b=c", "a#b", "", "x".repeat(101)])(
  "%j is no model, since it may become part of an address",
  (deep) =>
    expect(OwnModel.safeParse({ llm_provider: "google", deep_think_llm: deep, quick_think_llm: null }).success).toBe(
      false,
    ),
);

test.each(["azure", "bedrock", "ollama", "openai-compatible", "rules"])("%s takes no customer's key", (provider) =>
  expect(OwnModel.safeParse({ llm_provider: provider }).success).toBe(false),
);
