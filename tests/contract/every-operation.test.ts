import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

/* What the API can do, the Python client and the page on curl can do too; tests of their own run both. */

const root = join(import.meta.dirname, "../..");
const textOf = (path: string): string => readFileSync(join(root, path), "utf8");

const { paths } = z
  .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
  .parse(JSON.parse(textOf("openapi.json")));
const operations = Object.entries(paths)
  .filter(([path]) => path.startsWith("/v1/"))
  .flatMap(([path, item]) => Object.keys(item).map((method) => ({ method: method.toUpperCase(), path })));

interface Call {
  readonly method: string;
  /** After /v1/. An asterisk stands for what is only known when it runs. */
  readonly path: string;
}

function missingIn(calls: readonly Call[]): readonly string[] {
  const has = (wanted: Call): boolean =>
    calls.some(({ method, path }) => {
      const [made, described] = [path.split("/"), wanted.path.slice("/v1/".length).split("/")];
      const fits = described.every((part, at) => part.startsWith("{") || made[at] === "*" || made[at] === part);
      return method === wanted.method && made.length === described.length && fits;
    });
  return operations.filter((operation) => !has(operation)).map(({ method, path }) => `${method} ${path}`);
}

test("the Python client has a call for every operation of /v1", () => {
  const sources = globSync("clients/python/src/conclave_client/_async/*.py", { cwd: root }).map(textOf);
  const calls = sources.flatMap((source) =>
    [...source.matchAll(/(?:"([A-Z]+)", )?path_of\(([^)]*)\)/g)].map(({ 1: verb, 2: parts = "", index, 0: found }) => {
      // A path that has a name is used a few lines further down; what takes no verb reads.
      const named = source.slice(0, index).endsWith("path = ")
        ? /^[^]{0,200}?"([A-Z]+)", path\b/.exec(source.slice(index + found.length))?.[1]
        : undefined;
      const path = parts.split(", ").map((part) => /^"(.*)"$/.exec(part)?.[1] ?? "*");
      return { method: verb ?? named ?? "GET", path: path.join("/") };
    }),
  );
  expect(calls.length).toBeGreaterThan(30);
  expect(missingIn(calls)).toEqual([]);
});

test("docs/curl.md has a command for every operation of /v1", () => {
  const commands = textOf("docs/curl.md")
    .replaceAll("\\\n", " ")
    .matchAll(/\bapi (?:'([^']+)'|"([^"]+)"|([\w./%]+))([^\n`]*)/g);
  const calls = [...commands].map(([, single, double, bare, rest = ""]) => {
    const [path = ""] = (single ?? double ?? bare ?? "").split("?");
    const verb = /(?:^| )-X ([A-Z]+)/.exec(rest)?.[1];
    const sends = /(?:^| )(?:-d|--data-binary) /.test(rest);
    return { method: verb ?? (sends ? "POST" : "GET"), path: path.replaceAll(/\$\w+|\bID\b/g, "*") };
  });
  expect(calls.length).toBeGreaterThan(30);
  expect(missingIn(calls)).toEqual([]);
});
