/* `conclave up` with children that stand in for the real ones, or with the database alone. */
import { join } from "node:path";
import { up } from "#src/cli/commands/service/up.ts";
import { readInner } from "#src/core/network/exposure.ts";
import { readSettings } from "#src/core/config/config.ts";

const stop = new AbortController();
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(name, () => stop.abort());

process.exitCode = await up(
  { settings: readSettings(process.env), interruption: () => stop.signal, out: process.stdout, err: process.stderr },
  {
    script: process.env["UP_SCRIPT"] ?? join(import.meta.dirname, "service-child.ts"),
    inUse: () => Promise.resolve({ reasoner: "nobody", data: "nothing", example: "DEMO --date 2019-06-03" }),
    web: false,
    internal: readInner(process.argv[2], 0),
    development: false,
    watch: null,
  },
);
