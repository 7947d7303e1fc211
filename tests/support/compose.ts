import { spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { childrenOf, isAlive, until } from "./up-process.ts";

const root = join(import.meta.dirname, "../..");
const program = join(root, "node_modules/.cache/conclave-compose/compose");

const Service = z.looseObject({
  command: z.array(z.string()).nullish(),
  environment: z.record(z.string(), z.string()).default({}),
  healthcheck: z.object({ test: z.array(z.string()).optional() }).optional(),
  ports: z.array(z.object({ host_ip: z.string(), target: z.number(), published: z.string() })).default([]),
  extra_hosts: z.array(z.string()).default([]),
});
const Project = z.object({ services: z.record(z.string(), Service) });
export type ComposeProject = z.infer<typeof Project>;

/**
 * Builds the program that reads Compose files with Compose's own library.
 * @returns why it cannot be had; `null` when it can
 * @throws in CI when Go is there and does not bring the library
 */
export function composeGoMissing(): string | null {
  if (spawnSync("go", ["version"]).error !== undefined) return "compose-go needs Go, which is not on this machine";
  const built = spawnSync("go", ["build", "-o", program, "."], {
    cwd: join(import.meta.dirname, "compose-go"),
    encoding: "utf8",
  });
  if (built.status === 0) return null;
  const said = `Go does not bring compose-go: ${built.stderr}`;
  if (process.env["CI"] === "true") throw new Error(said);
  return said;
}

/** compose.yaml as Compose reads it beside an .env, with .env.example's settings and these instead of its own. */
export function resolveCompose(own: Readonly<Record<string, string>> = {}): ComposeProject {
  const folder = mkdtempSync(join(tmpdir(), "conclave-compose-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(join(root, "compose.yaml"), join(folder, "compose.yaml"));
  const example = readFileSync(join(root, ".env.example"), "utf8");
  const lines = Object.entries(own).reduce((env, [name, value]) => {
    if (!new RegExp(`^${name}=`, "m").test(env)) throw new Error(`.env.example has no ${name}`);
    return env.replace(new RegExp(`^${name}=.*$`, "m"), `${name}=${value}`);
  }, example);
  writeFileSync(join(folder, ".env"), lines);
  const { status, stdout, stderr } = spawnSync(program, [], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: folder },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`compose-go refuses compose.yaml: ${stderr}`);
  return Project.parse(JSON.parse(stdout));
}

/** The settings that the image brings. */
function imageEnvironment(): Record<string, string> {
  const [, block = ""] = /^ENV ((?:.*\\\n)*.*)$/m.exec(readFileSync(join(root, "deploy/Dockerfile"), "utf8")) ?? [];
  const read = [...block.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = "", value = ""]): [string, string] => [
    name,
    value,
  ]);
  return { ...Object.fromEntries(read), PATH: process.env["PATH"] ?? "" };
}

export interface Composed {
  /** Where the front door's container is. */
  readonly address: string;
  /** Runs another command in the front door's container; what it prints. */
  run(args: readonly string[]): string;
  /** The exit code of a role's health check. */
  health(role: Role): Promise<number | null>;
  /** Until all are healthy, as `docker compose up --wait` waits. */
  healthy(): Promise<void>;
  /** From another container, or through the published port: never from the front door's own. */
  ask(path: string, options?: Asked): Promise<{ readonly status: number; readonly text: string }>;
}

export interface Asked {
  readonly method?: string;
  readonly host?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const roles = ["worker", "web", "http"] as const;
type Role = (typeof roles)[number];

/**
 * The roles as plain processes, each on a loopback address of its own that stands for its container's: what Compose's
 * network resolves and what 0.0.0.0 would listen on is that address, and 127.0.0.1 reaches no other container.
 */
export async function startComposed(project: ComposeProject, databaseUrl: string): Promise<Composed> {
  const network = `127.${randomInt(1, 250)}.${randomInt(1, 250)}`;
  const addresses = { worker: `${network}.11`, web: `${network}.12`, http: `${network}.13`, migrate: `${network}.14` };
  const folder = mkdtempSync(join(tmpdir(), "conclave-composed-"));
  mkdirSync(join(folder, "data"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const inNetwork = (name: keyof typeof addresses, value: string): string =>
    value
      .replace(/^postgres:.*@postgres:5432\/conclave$/, databaseUrl)
      .replace(/^0\.0\.0\.0(?=$|:)/, addresses[name])
      .replace(/^\/data\b/, join(folder, "data"))
      .replace(/\/\/(web|worker|http)\b/, (_all, role: Role) => `//${addresses[role]}`)
      .replace(/\/\/(?:mail|host\.docker\.internal)\b/, `//${network}.99`);
  const environmentOf = (name: keyof typeof addresses): Record<string, string> => {
    const given = { ...imageEnvironment(), ...project.services[name]?.environment, HOSTNAME: addresses[name] };
    return Object.fromEntries(Object.entries(given).map(([variable, value]) => [variable, inNetwork(name, value)]));
  };
  const main = join(root, "src/cli/main.js");
  const inContainer = (name: keyof typeof addresses, args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      env: environmentOf(name),
      cwd: root,
      encoding: "utf8",
    });
    return { status, stdout, stderr };
  };
  const migrated = inContainer("migrate", [main, ...(project.services["migrate"]?.command ?? [])]);
  if (migrated.status !== 0) throw new Error(`migrate ended with ${migrated.status}: ${migrated.stderr}`);
  const said: Record<string, string> = {};
  for (const role of roles) {
    const command = (project.services[role]?.command ?? []).map((word) => inNetwork(role, word));
    const child = spawn(process.execPath, [main, ...command], {
      env: environmentOf(role),
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (piece: string) => (said[role] = `${said[role] ?? ""}${piece}`));
    onTestFinished(async () => {
      const own = childrenOf(child.pid ?? 0);
      child.kill("SIGKILL");
      for (const pid of own.filter(isAlive)) process.kill(pid, "SIGKILL");
      await until(() => !own.some(isAlive));
    });
  }
  const health = (role: Role): Promise<number | null> => {
    const [kind, node, file = "", ...args] = project.services[role]?.healthcheck?.test ?? [];
    if (kind !== "CMD" || node !== "node") throw new Error(`no health check of ${role}`);
    const child = spawn(process.execPath, [file.replace(/^\/app/, root), ...args], { env: environmentOf(role) });
    return new Promise((resolve) => child.once("close", resolve));
  };
  return {
    address: addresses.http,
    run(args) {
      const { status, stdout, stderr } = inContainer("http", [main, ...args]);
      if (status !== 0) throw new Error(stderr);
      return stdout;
    },
    health,
    async healthy() {
      for (const role of roles)
        await until(async () => (await health(role)) === 0, 60_000).catch((error: unknown) => {
          throw new Error(`${role} is not healthy: ${said[role]}`, { cause: error });
        });
    },
    ask: (path, options) => askAt(addresses.http, 3000, path, options),
  };
}

/** One request under the name that people use. */
export async function askAt(
  address: string,
  port: number,
  path: string,
  { method = "GET", host = "localhost:3000", headers = {}, body }: Asked = {},
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: address, port, path, method, agent: false, headers: { host, ...headers } },
      (answer) => {
        text(answer).then((read) => resolve({ status: answer.statusCode ?? 0, text: read }), reject);
      },
    );
    asked.once("error", reject).end(body);
  });
}
