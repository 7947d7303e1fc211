import { enableCompileCache } from "node:module";
import { join } from "node:path";

// What was compiled once is kept beside the libraries, which halves the start of every command and role after the
// first. Where nothing can be written, it is compiled anew.
enableCompileCache(join(import.meta.dirname, "../../node_modules/.cache/conclave"));
await import("./program.ts");
