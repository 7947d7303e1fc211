import { watch } from "node:fs";
import { join } from "node:path";

/** An editor saves several files at once, and some of them twice. */
const debounceMs = 150;

/** A room not listed belongs to both servers. Next watches itself. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  http: ["http"],
  report: ["http"],
  worker: ["worker"],
  debate: ["worker"],
  market: ["worker"],
  cli: [],
  client: [],
  web: [],
};

/** @param changed roles, and one of the files */
export function watchSources(
  root: string,
  signal: AbortSignal,
  changed: (roles: ReadonlySet<string>, file: string) => void,
): void {
  let roles = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(join(root, "src"), { recursive: true, signal });
  watcher.on("change", (_kind, name) => {
    const file = String(name).replaceAll("\\", "/");
    if (!file.endsWith(".ts") || file.endsWith(".test.ts")) return;
    const [room = ""] = file.split("/");
    for (const role of rooms[room] ?? ["http", "worker"]) roles.add(role);
    if (roles.size === 0) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      const all = roles;
      roles = new Set();
      changed(all, `src/${file}`);
    }, debounceMs);
  });
  signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
}
