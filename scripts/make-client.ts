/** Writes src/client/schema.ts from openapi.json: `node scripts/make-client.ts`. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";

const root = join(import.meta.dirname, "..");

export async function clientSchema(): Promise<string> {
  const document = readFileSync(join(root, "openapi.json"), "utf8");
  // A field with a default may be left out of a request.
  const types = astToString(await openapiTS(document, { defaultNonNullable: false }));
  return `// Generated from openapi.json by scripts/make-client.ts.\n\n${types}`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(join(root, "src/client/schema.ts"), await clientSchema());
