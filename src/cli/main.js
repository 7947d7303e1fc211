import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Not TypeScript: Node would load its compiler for this one file, as the cache below holds what it makes of the others.

// A role ends with whoever forked it, also before it listens for that itself.
if (process.send !== undefined && ["http", "web", "worker"].includes(process.argv[2] ?? "")) {
  const alone = () => {
    if (process.listenerCount("disconnect") === 0) process.exit(1);
  };
  if (process.connected) process.once("disconnect", alone);
  else alone();
  // One that has nothing to do any more ends, whoever listens.
  process.channel?.unref();
}

// What was compiled once is kept beside the libraries, which halves the start of every command and role after the
// first. Where nothing can be written, it is compiled anew.
const cache = join(import.meta.dirname, "../../node_modules/.cache/conclave");
enableCompileCache(cache);
// Of threads, which do not share it otherwise: those of backtests and documents start in half the time.
process.env["NODE_COMPILE_CACHE"] ??= cache;
await import("./runs/run.ts");
