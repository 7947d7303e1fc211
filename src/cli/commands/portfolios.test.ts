import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { conclaveHome } from "#tests/support/conclave.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";

let testApp: TestApp;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open();
});
afterAll(() => testApp.drop());

test("a broker's file is looked at, saved, valued and analysed within a budget", async () => {
  const { home, call } = conclaveHome({ PORT: String(door.port) });
  const file = join(home, "broker.csv");
  writeFileSync(file, "Symbol,Quantity,Average Cost\nDEMO,10,40.00\n");
  const flags = ["--name", "Retirement", "--acquired", "2019-03-01"];

  const shown = await call("portfolios", "import", file, ...flags);
  expect(shown).toMatchObject({ code: 2, err: expect.stringContaining("Nothing was saved") });
  expect(shown.out).toMatch(/DEMO +10 +at 40/);
  expect((await call("portfolios", "list")).out).toBe("");

  const saved = await call("portfolios", "import", file, ...flags, "--yes");
  expect(saved).toMatchObject({ code: 0, err: "" });
  const [id = ""] = /pf_\w+/.exec(saved.out) ?? [];
  expect((await call("portfolios", "list")).out).toMatch(new RegExp(`^${id} +USD +1 lot +Retirement\n$`));
  expect((await call("portfolios", "show", id)).out).toMatch(/2019-03-01 +DEMO +10 +at 40(\.00)? USD\n/);

  const value = await call("portfolios", "value", id, "--as-of", "2019-06-03", "--json");
  expect(JSON.parse(value.out)).toMatchObject({ date: "2019-06-03", cost: "400.00", missing: [] });
  expect((await call("portfolios", "value", id, "--as-of", "2019-06-03")).out).toContain("DEMO");

  expect(await call("portfolios", "analyze", id)).toMatchObject({ code: 2, err: expect.stringContaining("--budget") });
  const asked = await call("portfolios", "analyze", id, "--budget", "5.00", "--date", "2019-06-03");
  expect(asked).toMatchObject({ code: 0, out: expect.stringMatching(/^bat_\w+ +queued +1 analysis\n$/) });
  expect(await call("portfolios", "show", "pf_none")).toMatchObject({ code: expect.any(Number), out: "" });
});
