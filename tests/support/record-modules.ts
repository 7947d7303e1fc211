import { writeFileSync } from "node:fs";
import { registerHooks } from "node:module";

/* Loaded before a program (`node --import`), it writes down which files that program loads; RECORD_MODULES names where. */

const loaded = new Set<string>();
registerHooks({
  load(url, context, next) {
    loaded.add(url);
    return next(url, context);
  },
});
process.on("exit", () => writeFileSync(process.env["RECORD_MODULES"] ?? "", [...loaded].join("\n")));
