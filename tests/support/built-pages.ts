import { spawn } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { authPaths } from "#src/server/http/api/auth-paths.ts";
import { docsPaths } from "#src/server/http/app.ts";
import { routes } from "#src/contract/api/routes.ts";
import { buildStamp } from "#src/web/build.ts";
import type { Browser } from "./browser.ts";
import { testSecret } from "./database.ts";
import type { TestApp } from "./front-door.ts";
import { freePorts } from "./up-process.ts";

const root = join(import.meta.dirname, "../..");
const web = join(root, "src/web");

export interface Pages {
  readonly url: string;
  /** Server actions of its build, by `file.name`. What no page uses is not among them. */
  readonly actions: ReadonlyMap<string, BuiltAction>;
  /** All that it has said. */
  readonly said: () => string;
  stop(): void;
}

/** The process that renders pages, on a test service's database. Builds them when their sources have changed. */
export async function startPages(
  { url }: Pick<TestApp, "url">,
  env: Readonly<Record<string, string>> = {},
): Promise<Pages> {
  const [port] = await freePorts();
  // Now: where sources change while they are built, the build goes by what they were.
  const stamp = buildStamp(root);
  const child = spawn(process.execPath, [join(root, "src/cli/main.js"), "web", "--internal", String(port)], {
    env: {
      PATH: process.env["PATH"],
      DATABASE_URL: url,
      AUTH_SECRET: testSecret,
      SERVICE_LLM_PROVIDER: "rules",
      SERVICE_ONLINE_TOOLS: "false",
      SERVICE_LLM_BASE_URL: "ollama=http://127.0.0.1:9",
      LOG_LEVEL: "info",
      // They check passwords that a front door in the test's own process has hashed.
      NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, "cheap-hashes.ts")).href}`,
      ...env,
    },
    // It ends when this process does, however that ends.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let said = "";
  const ready = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (said.includes("pages ready")) ready.resolve();
    });
  child.once("close", (code) => ready.reject(new Error(`it ended with ${code}: ${said}`)));
  await ready.promise;
  return {
    url: `http://127.0.0.1:${port}`,
    actions: builtActions(stamp),
    said: () => said,
    stop: () => void child.kill("SIGKILL"),
  };
}

/** Pages as their folders name them: `/analyses/[id]`. */
export function pagesOnDisk(): string[] {
  return globSync("app/**/page.tsx", { cwd: web })
    .map((file) => file.replaceAll("\\", "/").replace(/^app\/|\/?page\.tsx$/g, ""))
    .map((path) => `/${path.replaceAll(/\([^)]*\)\/?/g, "").replace(/\/$/, "")}`)
    .toSorted();
}

/** What the pages' process answers besides pages: files that are made when they are asked for, by their path. */
export function filesOnDisk(): string[] {
  return globSync("app/**/{route,opengraph-image,robots,sitemap,manifest,icon,apple-icon}.{ts,tsx,svg,png}", {
    cwd: web,
  })
    .map((file) =>
      file
        .replaceAll("\\", "/")
        .replace(/^app\//, "")
        .replace(/\/route\.ts$/, ""),
    )
    .map((file) => `/${file.replaceAll(/\([^)]*\)\/?/g, "").replace(/\.tsx?$/, "")}`)
    .toSorted();
}

/** The name that pictures of a page begin with. */
export function pictureName(path: string): string {
  return path === "/" ? "landing" : path.slice(1).replaceAll(/[[\]]/g, "").replaceAll("/", "-");
}

/** Server actions as `file.name`. */
export function actionsOnDisk(): string[] {
  return globSync("**/*.{ts,tsx}", { cwd: web, exclude: [".next*/**"] })
    .flatMap((file) => {
      const text = readFileSync(join(web, file), "utf8");
      if (!/^"use server";/m.test(text)) return [];
      const name = file.replace(/^actions\/|\.tsx?$/g, "");
      return [...text.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(
        ([, action]) => `${name}.${action}`,
      );
    })
    .toSorted();
}

/** Everything that the front door answers by itself, as `GET /v1/analyses`. */
export function endpointsOfContract(): string[] {
  const own = Object.values(routes).map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  const auth = Object.keys(authPaths).map((key) => key.replace(" ", " /api/auth"));
  // The one entry of the contract stands for the table of paths.
  const all = [...own, ...auth, ...docsPaths.map((path) => `GET ${path}`)];
  return all.filter((one) => !one.endsWith("{auth_handler}")).toSorted();
}

const Manifest = z.object({
  node: z.record(
    z.string(),
    z.object({ workers: z.record(z.string(), z.unknown()), filename: z.string(), exportedName: z.string() }),
  ),
});

export interface BuiltAction {
  readonly id: string;
  /** A page that has it. */
  readonly path: string;
}

/** By `file.name`, in a build that is there. */
export function builtActions(stamp: string): ReadonlyMap<string, BuiltAction> {
  const file = join(web, ".next", `build-${stamp}`, "server/server-reference-manifest.json");
  const { node } = Manifest.parse(JSON.parse(readFileSync(file, "utf8")));
  return new Map(
    Object.entries(node).map(([id, { workers, filename, exportedName }]) => {
      const [page = ""] = Object.keys(workers);
      const path = page
        .replace(/^app/, "")
        .replaceAll(/\/\([^)]*\)/g, "")
        .replace(/\/page$/, "");
      const name = filename.replace(/^src\/web\/(?:actions\/)?|\.tsx?$/g, "");
      return [`${name}.${exportedName}`, { id, path: path.replaceAll(/\[\w+\]/g, "none") || "/" }];
    }),
  );
}

const Answer = z.union([
  // What it gives is the caller's to read.
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), message: z.string(), kind: z.string().optional() }),
]);

/**
 * Calls a server action as a page does.
 * @param given one form, or arguments that are JSON
 * @param heard told all that comes back, as it came
 */
export async function callAction(
  base: string,
  { cookies }: Pick<Browser, "cookies">,
  { id, path }: BuiltAction,
  given: FormData | readonly unknown[],
  heard: (text: string) => void = () => {},
): Promise<z.infer<typeof Answer>> {
  const { body, type } = encoded(given);
  const answer = await fetch(`${base}${path}`, {
    method: "POST",
    redirect: "manual",
    headers: {
      origin: base,
      "next-action": id,
      accept: "text/x-component",
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      ...type,
    },
    body,
  });
  const text = await answer.text();
  heard(text);
  // The first line is about the page, and names the line with what the action returned.
  const [, line = ""] = /^0:.*"a":"\$@(\w+)"/m.exec(text) ?? [];
  const [, value] = new RegExp(`^${line}:(.*)$`, "m").exec(text) ?? [];
  if (line === "" || value === undefined) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 400)}`);
  return Answer.parse(JSON.parse(value));
}

/** As React writes the arguments of an action. */
function encoded(given: FormData | readonly unknown[]): { body: string | FormData; type: Record<string, string> } {
  if (!(given instanceof FormData))
    return { body: JSON.stringify(given), type: { "content-type": "text/plain;charset=UTF-8" } };
  const body = new FormData();
  for (const [name, value] of given) body.append(`_1_${name}`, value);
  body.append("0", '["$K1"]');
  return { body, type: {} };
}
