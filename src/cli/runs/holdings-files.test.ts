import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { conclaveHome } from "#tests/support/conclave.ts";

const asked = ["DEMO", "--date", "2018-02-22"] as const;

test("a run with holdings says what to do with them, and its other files are those that can be shown to anybody", async () => {
  const { home, call } = conclaveHome();
  const file = join(home, "mine.json");
  const positions = [{ symbol: "DEMO", quantity: "7319.6428", cost_basis: "1000" }];
  writeFileSync(file, JSON.stringify({ currency: "USD", cash: "4455.66", positions }));
  const { code, out } = await call("analyze", ...asked, "--holdings", file);
  expect([code, out]).toEqual([0, expect.stringMatching(/Rating +Buy[\s\S]*Holdings +Keep what you hold\./)]);
  const [id = ""] = readdirSync(join(home, "runs"));
  const folder = join(home, "runs", id);
  for (const name of readdirSync(folder)) {
    const isOwn = name.startsWith("holdings.");
    expect(readFileSync(join(folder, name), "utf8").includes("7319.6428"), name).toBe(isOwn);
    if (isOwn) expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0);
  }
  expect(readFileSync(join(folder, "holdings.md"), "utf8")).toContain("## For your holdings");
  expect((await call("replay", id)).code).toBe(0);

  writeFileSync(file, JSON.stringify({ currency: "USD", positions: [{ symbol: "DEMO", quantity: 12 }] }));
  const wrong = await call("analyze", ...asked, "--holdings", file);
  expect(wrong).toMatchObject({ code: 2, err: expect.stringMatching(/--holdings: positions\.0\.quantity/) });
  expect((await call("analyze", ...asked, "--holdings", join(home, "none.json"))).err).toContain("cannot be read");
});
