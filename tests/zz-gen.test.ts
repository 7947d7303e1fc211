import { spawnSync } from "node:child_process";
import { onTestFinished, test } from "vitest";
import { freshDatabase } from "#tests/support/database.ts";
test("gen", async () => {
  const d = await freshDatabase();
  onTestFinished(() => d.drop());
  const r = spawnSync(
    process.execPath,
    [
      "node_modules/kysely-codegen/dist/cli/bin.js",
      "--dialect",
      "postgres",
      "--url",
      d.url,
      "--out-file",
      "src/db/schema.ts",
      "--exclude-pattern",
      "dbos.*",
    ],
    { encoding: "utf8" },
  );
  console.log(r.stdout, r.stderr);
}, 60000);
