import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PublishedProofKeys } from "#src/contract/api/proof.ts";
import { conclaveHome } from "#tests/support/conclave.ts";

test("a new key signs from now on, the old one's files stay valid, and a revoked key is told", async () => {
  const cli = conclaveHome();
  const folder = join(cli.home, "run");
  const run = ["analyze", "DEMO", "--date", "2019-06-03", "--reasoner", "rules", "--offline", "--out", folder];
  expect(await cli.call(...run)).toMatchObject({ code: 0 });
  const [before, after] = [join(cli.home, "before.html"), join(cli.home, "after.html")];
  expect(await cli.call("prove", folder, "--out", before)).toMatchObject({ code: 0 });
  const seed = readFileSync(join(cli.home, "proof-key"), "utf8");
  const rotated = await cli.call("proof-keys", "rotate");
  expect(rotated).toMatchObject({ code: 0, err: expect.stringContaining("what it signed remains valid") });
  expect(readFileSync(join(cli.home, "proof-key"), "utf8")).not.toBe(seed);
  expect(statSync(join(cli.home, "proof-key")).mode & 0o077).toBe(0);
  expect(readFileSync(join(cli.home, "proof-keys.json"), "utf8"), "no private half").not.toContain(seed.trim());
  expect(await cli.call("prove", folder, "--out", after)).toMatchObject({ code: 0 });

  const shown = await cli.call("proof-keys", "list", "--json");
  const { keys } = PublishedProofKeys.parse(JSON.parse(shown.out));
  expect(keys.map(({ status }) => status)).toEqual(["active", "retired"]);
  expect(keys[0]?.id).toBe(rotated.out.trim());
  const copy = join(cli.home, "copy.json");
  writeFileSync(copy, shown.out);
  expect(await cli.call("verify", before, "--keys", copy)).toMatchObject({
    code: 0,
    out: expect.stringContaining("it was in force when the file was made"),
  });
  expect(await cli.call("verify", after, "--keys", copy)).toMatchObject({ code: 0 });

  const old = keys[1]?.id ?? "";
  expect(await cli.call("proof-keys", "revoke", old)).toMatchObject({
    code: 2,
    err: expect.stringContaining("--reason"),
  });
  expect(await cli.call("proof-keys", "revoke", old, "--reason", "it was copied")).toMatchObject({ code: 0 });
  // Whoever made it is told without naming a list.
  expect(await cli.call("verify", before)).toMatchObject({
    code: 1,
    out: expect.stringMatching(/WRONG .*was revoked on .* \(it was copied\)/),
  });
  expect(await cli.call("verify", after)).toMatchObject({ code: 0 });
  writeFileSync(copy, JSON.stringify({ keys: [] }));
  expect(await cli.call("verify", after, "--keys", copy)).toMatchObject({
    code: 3,
    out: expect.stringContaining("not one of the operator's"),
  });
  const stranger = conclaveHome();
  expect(await stranger.call("verify", after)).toMatchObject({
    code: 3,
    out: expect.stringMatching(
      /Unchanged since it was signed, but the key is not known here: (?:[0-9a-f]{4} ){7}[0-9a-f]{4}\./,
    ),
  });
  expect(await stranger.call("verify", after, "--key", rotated.out.trim())).toMatchObject({ code: 0 });
  expect(await stranger.call("verify", after, "--key", "0".repeat(32))).toMatchObject({ code: 3 });
  writeFileSync(after, readFileSync(after, "utf8").replace("DEMO", "OTHER"));
  expect(await stranger.call("verify", after)).toMatchObject({ code: 1 });
  writeFileSync(copy, "[]");
  expect(await cli.call("verify", after, "--keys", copy)).toMatchObject({ code: 2 });
  expect(await cli.call("proof-keys", "revoke", rotated.out.trim(), "--reason", "x")).toMatchObject({
    code: 2,
    err: expect.stringContaining("in force"),
  });
});
