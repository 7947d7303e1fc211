/** Writes openapi.json from the contract: `node scripts/make-openapi.ts`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeApi } from "#src/contract/api/openapi.ts";

writeFileSync(join(import.meta.dirname, "../openapi.json"), `${JSON.stringify(describeApi(), null, 2)}\n`);
