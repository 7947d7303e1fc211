import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { debatePicture } from "../../scripts/make-debate-picture.ts";
import { demoRun } from "../../scripts/make-demo-run.ts";

const root = join(import.meta.dirname, "../..");

test("the run that the landing page shows is what the product says today of the archive that ships", () => {
  const shown = readFileSync(join(root, "src/web/components/marketing/demo-run.json"), "utf8");
  expect(shown).toBe(demoRun());
});

test("the moving picture of README shows that run", () => {
  expect(readFileSync(join(root, "docs/debate.svg"), "utf8")).toBe(debatePicture());
});
