import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { currentVersion } from "#src/contract/api/api-versions.ts";
import { findKeyHolder } from "./queries/api-keys.ts";
import { fixedClock } from "#src/core/clock.ts";
import { NotFound } from "#src/core/errors.ts";
import { sha256 } from "#src/core/hash.ts";
import { freshDatabase, type FreshDatabase } from "#tests/support/database.ts";
import { createKey, listKeys, revokeKey } from "./keys.ts";
import { systemContext } from "#tests/support/contexts.ts";

const clock = fixedClock(Date.parse("2026-01-02T03:04:05.678Z"));
let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

function newKey(owner: string, plan: "free" | "elite" = "elite") {
  return createKey(systemContext({ db: fresh.db, clock }), { owner, plan, label: "laptop", scopes: ["analyses:read"] });
}

describe("createKey", () => {
  test("gives a key that stands in the database only as its hash and its first 12 characters", async () => {
    const { id, key, prefix } = await newKey("ann");
    expect(key).toMatch(/^cnc_[0-9a-hjkmnp-tv-z]{40}$/);
    expect(prefix).toBe(key.slice(0, 12));
    const { rows } = await fresh.db.pool.query<Record<string, unknown>>("select * from api_keys where owner = 'ann'");
    expect(JSON.stringify(rows)).not.toContain(key.slice(0, 13));
    expect(rows).toMatchObject([{ id, prefix, hash: sha256(key) }]);
    expect(await findKeyHolder(fresh.db.sql, sha256(key))).toMatchObject({
      keyId: id,
      owner: "ann",
      plan: "elite",
      scopes: ["analyses:read"],
    });
  });

  test("puts an existing owner on the plan, for all of its keys", async () => {
    const first = await newKey("bob", "free");
    const second = await newKey("bob");
    expect(second.key).not.toBe(first.key);
    expect(await findKeyHolder(fresh.db.sql, sha256(first.key))).toMatchObject({ plan: "elite" });
  });
});

describe("listKeys", () => {
  test("shows an owner's own keys without hash or key", async () => {
    const { id, prefix } = await newKey("cid");
    await newKey("dan");
    expect(await listKeys(systemContext(fresh), "cid")).toEqual([
      {
        id,
        label: "laptop",
        prefix,
        scopes: ["analyses:read"],
        livemode: true,
        api_version: currentVersion,
        created_at: "2026-01-02T03:04:05.678Z",
        last_used_at: null,
        revoked_at: null,
      },
    ]);
    expect(await listKeys(systemContext(fresh), "nobody")).toEqual([]);
  });
});

describe("revokeKey", () => {
  test("ends a key by id or by prefix, and once", async () => {
    const [one, other] = [await newKey("eve"), await newKey("eve")];
    await revokeKey(systemContext({ ...fresh, clock }), { owner: "eve", idOrPrefix: one.id });
    await revokeKey(systemContext({ ...fresh, clock }), { owner: "eve", idOrPrefix: other.prefix });
    expect(await findKeyHolder(fresh.db.sql, sha256(one.key))).toBeNull();
    expect(await findKeyHolder(fresh.db.sql, sha256(other.key))).toBeNull();
    expect((await listKeys(systemContext(fresh), "eve")).map((key) => key.revoked_at)).toEqual(
      Array(2).fill("2026-01-02T03:04:05.678Z"),
    );
    await expect(revokeKey(systemContext({ ...fresh, clock }), { owner: "eve", idOrPrefix: one.id })).rejects.toThrow(
      NotFound,
    );
  });

  test("does not find another owner's key", async () => {
    const { id, key } = await newKey("fay");
    await expect(revokeKey(systemContext({ ...fresh, clock }), { owner: "gus", idOrPrefix: id })).rejects.toThrow(
      NotFound,
    );
    expect(await findKeyHolder(fresh.db.sql, sha256(key))).not.toBeNull();
  });
});
