import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { generatedClients } from "../../scripts/make-client.ts";
import { freshDatabase } from "#tests/support/database.ts";

const root = join(import.meta.dirname, "../..");
const codegen = join(root, "node_modules/kysely-codegen/dist/cli/bin.js");
const schema = join(root, "src/core/db/schema.ts");

test("src/core/db/schema.ts is what the migrated database says", async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      codegen,
      "--dialect",
      "postgres",
      "--url",
      database.url,
      "--out-file",
      schema,
      "--exclude-pattern",
      "dbos.*",
      "--verify",
    ],
    { cwd: root, encoding: "utf8" },
  );
  expect({ status, said: `${stdout}${stderr}` }).toMatchObject({ status: 0 });
});

test.each([...(await generatedClients())])("%s is what openapi.json says", (file, text) => {
  expect(readFileSync(join(root, file), "utf8")).toBe(text);
});
