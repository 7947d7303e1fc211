import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { clientSchema } from "../../scripts/make-client.ts";
import { freshDatabase } from "#tests/support/database.ts";

const root = join(import.meta.dirname, "../..");

test("src/db/schema.ts is what the migrated database says", { timeout: 60_000 }, async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(root, "node_modules/kysely-codegen/dist/cli/bin.js"),
      ...["--dialect", "postgres", "--url", database.url, "--out-file", join(root, "src/db/schema.ts")],
      ...["--exclude-pattern", "dbos.*", "--verify"],
    ],
    { cwd: root, encoding: "utf8" },
  );
  expect({ status, said: `${stdout}${stderr}` }).toMatchObject({ status: 0 });
});

test("src/client/schema.ts is what openapi.json says", async () => {
  expect(readFileSync(join(root, "src/client/schema.ts"), "utf8")).toBe(await clientSchema());
});
