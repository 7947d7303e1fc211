import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { once } from "node:events";
import { Option } from "commander";
import { z } from "zod";
import { readInner } from "#src/core/network/exposure.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { constants } from "#src/core/config/variables.ts";
import { setEnvironment } from "#src/core/config/config.ts";
import { type Cli, command, role } from "../cli.ts";
import type { Start } from "../commands/service/up.ts";
import { say } from "../terminal.ts";

const root = join(import.meta.dirname, "../../..");
/** What a role is started by. */
const entry = fileURLToPath(import.meta.resolve("../main.js"));
/** A package that npm installs has none. */
const hasPages = existsSync(join(root, "src/web/app"));
const noPages = "the npm package has no pages; they come with the repository and the container image";

interface RoleFlags {
  readonly internal?: string;
  /** Addresses of other roles. */
  readonly pages?: string | null;
  readonly worker?: string | null;
  /** As `conclave dev` starts them. */
  readonly dev?: boolean;
  /** Started before everything is known. */
  readonly wait?: boolean;
}

const internal = (what: string, port: number) =>
  new Option("--internal <address>", `[HOST:]PORT for ${what} (default: ${constants.internalHost}:${port})`);
const workerAddress = addressOption(
  "--worker <url>",
  `address of a worker's health, such as http://127.0.0.1:${constants.workerPort} (default: not checked)`,
);
/** Of processes that `up` starts. */
const inner = [new Option("--dev").hideHelp(), new Option("--wait").hideHelp()];

export const up = role(
  "up",
  "run the whole service on this machine",
  [
    ["--no-web", "run only the API, without the pages"],
    [
      "--internal <address>",
      "[HOST:]PORT of the worker's health and metrics; the front door and the pages take the next two (default: free ports)",
    ],
  ],
  (finish, { web, internal: at }: { readonly web: boolean } & RoleFlags) =>
    finish((cli) => {
      if (web && !hasPages) say(cli.err, `conclave: ${noPages}; starting the API alone`);
      const first = at === undefined ? null : readInner(at, 0);
      return start(cli, { web: web && hasPages, internal: first, development: false });
    }),
);

export const worker = role(
  "worker",
  "run jobs from DATABASE_URL; start any number of workers",
  [internal("health and metrics", constants.workerPort), new Option("--kept").hideHelp(), ...inner],
  async (finish, { kept, ...flags }: { readonly kept?: boolean } & RoleFlags) => {
    const at = readInner(flags.internal, constants.workerPort);
    // Whoever has a channel to us restarts us.
    return process.connected
      ? (await loadRole(flags, () => import("#src/server/worker/main.ts"))).runWorker(at, kept === true)
      : finish(async (cli) => (await import("../commands/service/worker.ts")).keepWorker(cli, entry, at));
  },
);

export const roles = [
  role(
    "http",
    "serve the API on PORT from DATABASE_URL; start any number of front doors",
    [
      internal("health and metrics", constants.metricsPort),
      addressOption(
        "--pages <url>",
        `address of conclave web, such as http://127.0.0.1:${constants.webPort} (default: no pages)`,
      ),
      workerAddress,
      ...inner,
    ],
    async (_finish, { pages = null, worker: health = null, ...flags }: RoleFlags) => {
      const { runFrontDoor } = await loadRole(flags, () => import("#src/server/http/serve.ts"));
      const at = readInner(flags.internal, constants.metricsPort);
      await runFrontDoor({ development: flags.dev === true, internal: at, pages, worker: health });
    },
  ),
  role(
    "web",
    "render pages for front doors, from DATABASE_URL",
    [internal("pages", constants.webPort), workerAddress, ...inner],
    async (_finish, { worker: health = null, ...flags }: RoleFlags) => {
      requirePages();
      const { runWeb } = await loadRole(flags, () => import("#src/web/serve.ts"));
      const at = readInner(flags.internal, constants.webPort);
      await runWeb({ development: flags.dev === true, internal: at, worker: health });
    },
  ),
  role("dev", "run in development mode and restart processes when sources change", [], (finish) => {
    requirePages();
    return finish((cli) => start(cli, { web: true, internal: null, development: true }));
  }),
  command(
    "migrate",
    "update the database schema as the user of DATABASE_MIGRATION_URL, for the user of DATABASE_URL",
    [],
    () => import("../commands/service/upkeep.ts"),
    "migrate",
  ),
];

/** @throws InvalidInput where there are none */
function requirePages(): void {
  if (!hasPages) throw new InvalidInput(noPages);
}

/** @throws InvalidInput, also for what could not be asked */
function addressOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser((url: string) => {
    if (!/^https?:/.test(url) || !URL.canParse(url))
      throw new InvalidInput(`${flags}: must be an http or https address`);
    return url;
  });
}

function loadRole<T>(flags: RoleFlags, load: () => Promise<T>): Promise<T> {
  return flags.wait === true ? loadAndWait(load) : load();
}

async function start(cli: Cli, how: Pick<Start, "web" | "internal" | "development">): Promise<number> {
  const { activeSetup, up: run } = await import("../commands/service/up.ts");
  const { watchSources } = await import("./supervise.ts");
  return run(cli, {
    ...how,
    script: entry,
    inUse: () => activeSetup(cli),
    watch: how.development
      ? (restart, signal) =>
          watchSources(root, signal, (names, file) => {
            say(cli.err, `conclave: ${file} has changed; restarting ${[...names].join(" and ")}`);
            for (const name of names) restart(name);
          })
      : null,
  });
}

const RoleEnvironment = z.record(z.string(), z.string());

/** While the starter finds out the rest; ends if it goes. */
export async function loadAndWait<T>(load: () => Promise<T>): Promise<T> {
  const told = once(process, "message");
  // There is something to wait for, whatever was said of the channel before.
  process.channel?.ref();
  const gone = (): never => process.exit(0);
  process.once("disconnect", gone);
  const loaded = await load();
  const [environment]: unknown[] = await told;
  process.off("disconnect", gone);
  process.channel?.unref();
  setEnvironment(RoleEnvironment.parse(environment));
  return loaded;
}
