import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { noticesOf } from "./package-notices.ts";

/* The notices of all that an image holds: node scripts/make-notices.ts FILE */
const root = join(import.meta.dirname, "..");
const { dependencies } = z
  .object({ dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
const [, , file = join(root, "THIRD-PARTY-NOTICES.md")] = process.argv;
writeFileSync(file, noticesOf(root, Object.keys(dependencies)));
