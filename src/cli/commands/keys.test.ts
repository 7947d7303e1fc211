import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Scope } from "#src/contract/accounts/plans.ts";
import { z } from "zod";
import { findKeyHolder } from "#src/product/keys/queries/api-keys.ts";
import { sha256 } from "#src/core/hash.ts";
import { conclaveHome, type Ended } from "#tests/support/conclave.ts";
import { freshDatabase, testHome, type FreshDatabase } from "#tests/support/database.ts";

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

function keys(...args: string[]): Promise<Ended> {
  return conclaveHome({ DATABASE_URL: fresh.url }).call("keys", ...args);
}

describe("conclave keys", () => {
  test("creates a key that works, alone on standard output; lists it without showing it; revokes it", async () => {
    const created = await keys("create", "--owner", "ann", "--plan", "elite", "--label", "laptop");
    expect(created).toMatchObject({ code: 0, out: expect.stringMatching(/^cnc_[0-9a-z]{40}\n$/) });
    const key = created.out.trim();
    expect(await findKeyHolder(fresh.db.sql, sha256(key))).toMatchObject({
      owner: "ann",
      plan: "elite",
      scopes: Scope.options,
    });

    const listed = await keys("list", "--owner", "ann");
    expect(listed).toMatchObject({ code: 0, out: expect.stringContaining("laptop") });
    expect(listed.out).toContain(key.slice(0, 12));
    expect(listed.out).not.toContain(key.slice(0, 13));

    expect(await keys("revoke", key.slice(0, 12), "--owner", "ann")).toMatchObject({ code: 0 });
    expect(await findKeyHolder(fresh.db.sql, sha256(key))).toBeNull();
    expect((await keys("list", "--owner", "ann")).out).toContain("revoked");
    expect(await keys("revoke", key.slice(0, 12), "--owner", "ann")).toMatchObject({
      code: 1,
      err: expect.stringContaining("ann has no active key"),
    });
  });

  test("gives only the scopes that are named, and says so when the plan has no API", async () => {
    const { code, out, err } = await keys(
      "create",
      "--owner",
      "bob",
      "--plan",
      "free",
      "--scope",
      "analyses:read",
      "--json",
    );
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining("the free plan has no API") });
    const { id } = z.object({ id: z.string(), key: z.string() }).parse(JSON.parse(out));
    const listed = await keys("list", "--owner", "bob", "--json");
    expect(JSON.parse(listed.out)).toMatchObject({ keys: [{ id, scopes: ["analyses:read"], revoked_at: null }] });
  });

  test.each([
    [["create", "--plan", "elite"], "--owner is required"],
    [["create", "--owner", "ann"], "--plan is required"],
    [["create", "--owner", "ann", "--plan", "gold"], "--plan: must be one of free, signals, elite"],
    [
      ["create", "--owner", "ann", "--plan", "elite", "--scope", "all"],
      "--scope: must be one of analyses:read, analyses:write",
    ],
    [["create", "--owner", "a b", "--plan", "elite"], "--owner: must be 1 to 64 characters without spaces"],
    [["revoke"], "missing required argument"],
  ])("refuses %j", async (args, message) => {
    expect(await keys(...args)).toMatchObject({ code: 2, out: "", err: expect.stringContaining(message) });
  });
});

test("without a database there is a line that says what to do", async () => {
  const ended = await conclaveHome().call("keys", "list", "--owner", "ann");
  expect(ended).toMatchObject({
    code: 2,
    out: "",
    err: "conclave: no database: set DATABASE_URL, or start one with: conclave up\n",
  });
});

test("without DATABASE_URL the database of a running `conclave up` on the home is found", async () => {
  expect(await conclaveHome({ CONCLAVE_HOME: testHome }).call("keys", "list", "--owner", "nobody")).toMatchObject({
    code: 0,
    out: "",
    err: "conclave: nobody has no keys\n",
  });
});

test("a database that does not answer is a line too, without its password", async () => {
  const url = new URL(fresh.url);
  url.port = "1";
  const ended = await conclaveHome({ DATABASE_URL: url.href }).call("keys", "list", "--owner", "ann");
  expect(ended).toMatchObject({
    code: 1,
    err: expect.stringContaining("the database cannot be used: connect ECONNREFUSED"),
  });
  expect(ended.err).not.toContain(url.password);
});
