import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { onTestFinished } from "vitest";
import { freePorts, until } from "./up-process.ts";

const root = join(import.meta.dirname, "../..");
/** Debian's packages, unpacked here: nothing of the machine changes, and no service starts. */
const unpacked = join(root, "node_modules/.cache/conclave-proxies");

export type Proxy = "nginx" | "caddy";

/**
 * The program of a proxy: the machine's own, else out of Debian's package. `null` where neither can be had.
 * @throws in CI when apt-get is there and does not bring it
 */
export function findProxy(name: Proxy): string | null {
  const folders = (process.env["PATH"] ?? "").split(delimiter).concat("/usr/sbin", "/usr/bin");
  const own = join(unpacked, "usr", name === "nginx" ? "sbin" : "bin", name);
  const found = (): string | null => [...folders.map((folder) => join(folder, name)), own].find(runs) ?? null;
  if (found() !== null) return found();
  if (spawnSync("apt-get", ["--version"]).error !== undefined) return null;
  if (!unpack(name) && process.getuid?.() === 0) {
    spawnSync("apt-get", ["-qq", "update"]);
    unpack(name);
  }
  if (found() === null && process.env["CI"] === "true") throw new Error(`apt-get does not bring ${name}`);
  return found();
}

function runs(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function unpack(name: Proxy): boolean {
  mkdirSync(unpacked, { recursive: true });
  if (spawnSync("apt-get", ["-qq", "download", name], { cwd: unpacked }).status !== 0) return false;
  const file = readdirSync(unpacked).find((each) => each.startsWith(`${name}_`) && each.endsWith(".deb"));
  return file !== undefined && spawnSync("dpkg", ["-x", file, "."], { cwd: unpacked }).status === 0;
}

/** The block of the help article for a proxy, as a reader copies it. */
export function recipe(name: Proxy): string {
  const text = readFileSync(join(root, "content/help/reverse-proxy.md"), "utf8");
  const heading = name === "nginx" ? "nginx" : "Caddy";
  const block = new RegExp(`## ${heading}\\n\\n\`\`\`text\\n([\\s\\S]*?)\`\`\``).exec(text)?.[1];
  if (block === undefined) throw new Error(`the article has no block for ${name}`);
  return block;
}

/** An example of deploy/, without its certificates. */
export function deployed(file: "nginx.conf" | "Caddyfile", port: number): string {
  return readFileSync(join(root, "deploy/proxies", file), "utf8")
    .replaceAll(/^ *ssl_certificate.*$/gm, "")
    .replace(/^server \{\s+listen 80;[\s\S]*?^\}/m, "")
    .replace("listen 443 ssl http2;", "listen 127.0.0.1:PORT;")
    .replace("conclave.example {", "http://conclave.example:PORT {\n  bind 127.0.0.1")
    .replaceAll("127.0.0.1:3000", `127.0.0.1:${port}`);
}

/**
 * Starts a proxy with a block of its configuration; `PORT` stands for where it listens. Gone when the test ends.
 * @returns its port
 */
export async function startProxy(name: Proxy, program: string, block: string): Promise<number> {
  const [port] = await freePorts();
  const folder = await mkdtemp(join(tmpdir(), "conclave-proxy-"));
  const file = join(folder, "config");
  await writeFile(
    file,
    (name === "nginx" ? nginxAround(folder, block) : caddyAround(block)).replaceAll("PORT", String(port)),
  );
  const args =
    name === "nginx"
      ? ["-p", folder, "-c", file, "-e", join(folder, "error.log")]
      : ["run", "--config", file, "--adapter", "caddyfile"];
  const child = spawn(program, args, {
    env: { PATH: process.env["PATH"], HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (piece: string) => (said += piece));
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await rm(folder, { recursive: true, force: true });
  });
  await until(async () => child.exitCode !== null || (await listens(port)));
  if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`);
  return port;
}

function nginxAround(folder: string, block: string): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (each) => `${each}_temp_path ${join(folder, each)};`,
  );
  return `daemon off; master_process off; pid ${join(folder, "pid")}; events {}
http { access_log off; ${temporary.join(" ")} ${block} }`;
}

function caddyAround(block: string): string {
  return `{\n  admin off\n  auto_https off\n}\n${block}`;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
