import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { conclaveHome } from "#tests/support/conclave.ts";
import { earlierRun, earlierRunIn } from "#tests/support/earlier-run.ts";

describe("a run of the last release whose agents wrote digits", () => {
  test.each([
    ["replay", "replayed"],
    ["resume", "resumed"],
    ["attribute", "measured"],
  ])("conclave %s says that it cannot be %s, and by which release it was made", async (command, act) => {
    const cli = conclaveHome();
    const folder = earlierRunIn(cli.home);
    const { code, err, out } = await cli.call(command, folder);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(/^conclave: DEMO-\S+: this run was made by an earlier release \(0\.1\.0\+2a45e58c110a\)/);
    expect(err).toContain(`it cannot be ${act}`);
    expect(readdirSync(folder).toSorted()).toEqual(Object.keys(earlierRun()).toSorted());
    expect(readFileSync(join(folder, "steps.jsonl"), "utf8")).toBe(earlierRun()["steps.jsonl"]);
  });

  test("is compared with a new one, proven anew, and its own proof still holds", async () => {
    const cli = conclaveHome();
    const folder = earlierRunIn(cli.home);
    const demo = ["analyze", "DEMO", "--date", "2019-06-03", "--analysts", "fundamentals", "--offline"];
    expect(await cli.call(...demo, "--out", "new")).toMatchObject({ code: 0 });
    expect(await cli.call("diff", folder, "./new")).toMatchObject({ code: 0, err: "" });
    const earlier = await cli.call("verify", join(folder, "proof.html"));
    expect(earlier).toMatchObject({ code: 3, out: expect.stringContaining("the key is not known here") });
    expect(await cli.call("prove", folder, "--out", "again.html")).toMatchObject({ code: 0 });
    expect((await cli.call("verify", "again.html")).out).toContain("Verified.");
  });
});
