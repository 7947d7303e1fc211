import { spawn } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { request, Agent } from "node:http";
import { once } from "node:events";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/*
 * nginx with nchan, which keeps its clients in C and memory of its own: what a server of event streams can cost. Debian
 * has both (`apt-get install libnginx-mod-nchan`).
 */

const nginx = "/usr/sbin/nginx";
const nchan = "/usr/lib/nginx/modules/ngx_nchan_module.so";

export const hasNchan = existsSync(nginx) && existsSync(nchan);

/** One worker process, as the others have one. The last events of a path are kept for who comes late. */
function configuration(folder: string, port: number, clients: number): string {
  return `load_module ${nchan};
daemon off;
worker_processes 1;
worker_rlimit_nofile ${2 * clients + 2000};
pid ${folder}/nginx.pid;
error_log stderr warn;
events { worker_connections ${2 * clients + 1000}; }
http {
  access_log off;
  keepalive_requests 1000000;
  nchan_shared_memory_size 128M;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location ~ ^/publish/(\\w+)$ { nchan_publisher http; nchan_channel_id $1; nchan_message_buffer_length 100; }
    location ~ ^/(\\w+)$ { nchan_subscriber eventsource; nchan_channel_id $1; nchan_subscriber_first_message oldest; }
  }
}
`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("there is no free port");
  return address.port;
}

/** nginx's own processes: the one that we started, and its worker. On Linux alone, as Debian is. */
function spentBy(master: number): { rss: number; cpu: number } {
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  let [rss, ticks] = [0, 0];
  for (const pid of processes) {
    const stat = read(`/proc/${pid}/stat`).split(") ")[1]?.split(" ") ?? [];
    if (Number(pid) !== master && Number(stat[1]) !== master) continue;
    rss += Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1024;
    ticks += Number(stat[11]) + Number(stat[12]);
  }
  return { rss, cpu: ticks / 100 };
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

export interface Nchan {
  readonly port: number;
  readonly paths: readonly string[];
  spent(): { rss: number; cpu: number };
  publish(path: number, event: string): Promise<void>;
  stop(): Promise<void>;
}

/** @param first what everybody gets who comes to a path */
export async function startNchan(jobs: number, clients: number, first: string): Promise<Nchan> {
  const folder = await mkdtemp(join(tmpdir(), "conclave-nchan-"));
  // Its worker is another user.
  await chmod(folder, 0o755);
  const port = await freePort();
  await writeFile(join(folder, "nginx.conf"), configuration(folder, port, clients));
  const child = spawn(nginx, ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", "stderr"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const publish = (path: number, event: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const headers = { "content-length": Buffer.byteLength(event), "content-type": "text/plain" };
      const asked = request({ port, host: "127.0.0.1", path: `/publish/${path}`, method: "POST", agent, headers });
      asked.once("error", reject).once("response", (answer) => {
        answer.resume().once("end", resolve);
        if ((answer.statusCode ?? 500) >= 300) reject(new Error(`nchan answered ${String(answer.statusCode)}`));
      });
      asked.end(event);
    });
  for (let left = 100; ; left -= 1) {
    try {
      await publish(0, first);
      break;
    } catch (error) {
      if (left === 0 || child.exitCode !== null) throw error;
      await pause(50);
    }
  }
  for (let path = 1; path < jobs; path += 1) await publish(path, first);
  return {
    port,
    paths: Array.from({ length: jobs }, (_, index) => `/${index}`),
    spent: () => spentBy(child.pid ?? 0),
    publish,
    async stop() {
      agent.destroy();
      child.kill("SIGTERM");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
