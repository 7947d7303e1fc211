import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { testSecret } from "./database.ts";
import { deployed, startProxy } from "./proxies.ts";
import { killOutright } from "./roles.ts";
import { childrenOf, freePorts, isAlive, until } from "./up-process.ts";

const main = join(import.meta.dirname, "../../src/cli/main.js");

/** One role on an address of its own, as on a host of its own. */
export interface Host {
  readonly process: ChildProcess;
  said(): string;
}

/** Several hosts on one Postgres, behind nginx as deploy/ has it. */
export interface Hosts {
  /** Where nginx listens. */
  readonly port: number;
  readonly doors: readonly [Host, Host];
  readonly workers: readonly [Host, Host, Host];
  readonly webs: readonly [Host, Host];
}

/** Every address of 127.0.0.0/8 is this machine's; each stands for a host. */
const address = {
  doors: ["127.0.0.11", "127.0.0.12"],
  webs: ["127.0.0.21", "127.0.0.22"],
  workers: ["127.0.0.31", "127.0.0.32", "127.0.0.33"],
} as const;

/** Two front doors, three workers and two web roles. Front doors ask nginx for pages, so that either web role may be away. */
export async function startHosts(
  nginx: string,
  databaseUrl: string,
  env: Readonly<Record<string, string>>,
): Promise<Hosts> {
  const [door, inner, pages] = await freePorts();
  const common = {
    PATH: process.env["PATH"] ?? "",
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: testSecret,
    PUBLIC_URL: "https://conclave.example",
    TRUSTED_PROXIES: "127.0.0.1",
    SERVICE_ONLINE_TOOLS: "false",
    LOG_LEVEL: "warn",
    ...env,
  };
  const port = await startProxy("nginx", nginx, configuration(door, inner, pages));
  const startDoor = (host: string): Host =>
    startHost(["http", "--internal", `${host}:${inner}`, "--pages", `http://127.0.0.1:${pages}`], {
      ...common,
      HOST: host,
      PORT: String(door),
    });
  const startWeb = (host: string): Host => startHost(["web", "--internal", `${host}:${inner}`], common);
  const startWorker = (host: string): Host => startHost(["worker", "--internal", `${host}:${inner}`], common);
  const hosts: Hosts = {
    port,
    doors: [startDoor(address.doors[0]), startDoor(address.doors[1])],
    webs: [startWeb(address.webs[0]), startWeb(address.webs[1])],
    workers: [startWorker(address.workers[0]), startWorker(address.workers[1]), startWorker(address.workers[2])],
  };
  await Promise.all([
    ...hosts.doors.map((host, at) => untilAnswers(host, `http://${address.doors[at]}:${inner}/readyz`)),
    ...hosts.webs.map((host, at) => untilAnswers(host, `http://${address.webs[at]}:${inner}/`)),
    ...hosts.workers.map((host, at) => untilAnswers(host, `http://${address.workers[at]}:${inner}/readyz`)),
  ]);
  return hosts;
}

/** As in deploy/, with two front doors; and another for the pages. */
function configuration(door: number, web: number, pages: number): string {
  const [one, other] = address.doors;
  const front = deployed("nginx.conf", door).replace(
    `server 127.0.0.1:${door};`,
    `server ${one}:${door}; server ${other}:${door};`,
  );
  return `${front}
upstream pages { ${address.webs.map((host) => `server ${host}:${web};`).join(" ")} }
server {
  listen 127.0.0.1:${pages};
  location / {
    proxy_pass http://pages; proxy_http_version 1.1; proxy_buffering off;
    proxy_set_header Connection ""; proxy_set_header Host $http_host;
  }
}`;
}

function startHost(role: readonly string[], env: Readonly<Record<string, string>>): Host {
  const child = spawn(process.execPath, [main, ...role], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  const host = { process: child, said: () => text };
  onTestFinished(() => loseHost(host));
  return host;
}

async function untilAnswers({ process: child, said }: Host, url: string): Promise<void> {
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`it ended: ${said()}`);
    const answer = await fetch(url).catch(() => null);
    await answer?.body?.cancel();
    return answer !== null && (answer.status === 200 || !url.endsWith("/readyz"));
  });
}

/** SIGKILL to a role and to what it has started, as when a host loses its power. */
export async function loseHost({ process: keeper }: Host): Promise<void> {
  const own = childrenOf(keeper.pid ?? 0);
  await killOutright(keeper);
  for (const pid of own.filter(isAlive)) process.kill(pid, "SIGKILL");
  await until(() => !own.some(isAlive));
}
