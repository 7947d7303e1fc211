/* The real roles, of which one dies as soon as it is started, for as long as there is a file. */
import { existsSync } from "node:fs";

const [doomed, plant = ""] = process.env["CHILD_DIES_WHILE"]?.split(":") ?? [];
if (process.argv[2] === doomed && existsSync(plant)) process.exit(1);
await import("#src/cli/main.js");
