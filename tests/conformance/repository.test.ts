import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { versionedFiles } from "../../scripts/versioned-files.ts";
import { pagesOnDisk, pictureName } from "#tests/support/built-pages.ts";

const project = resolve(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(join(project, file), "utf8");

const Package = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
  engines: z.object({ node: z.string() }),
  allowScripts: z.record(z.string(), z.boolean()),
});
const Lock = z.object({
  packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().optional() })),
});

test("every install script is allowed or denied by name", () => {
  const { packages } = Lock.parse(JSON.parse(read("package-lock.json")));
  const { allowScripts } = Package.parse(JSON.parse(read("package.json")));
  const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript === true);
  // "node_modules/a/node_modules/@b/c" is the package @b/c.
  const names = scripted.map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
  expect([...new Set(names)].toSorted()).toEqual(Object.keys(allowScripts).toSorted());
  expect(allowScripts["node"]).toBe(true);
});

test("package.json pins every version", () => {
  const { dependencies, devDependencies } = Package.parse(JSON.parse(read("package.json")));
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^(?:npm:[a-z@/]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version),
  );
  expect(loose).toEqual([]);
});

test("what runs before anything is installed needs nothing that is installed", () => {
  for (const file of ["scripts/setup.js", "bin/conclave.js"]) {
    const imports = [...read(file).matchAll(/(?:from|import\() ?"([^"]+)"/g)].map(([, name]) => name);
    expect(imports.length).toBeGreaterThan(0);
    expect(imports.filter((name) => name?.startsWith("node:") !== true)).toEqual([]);
  }
});

test("README names the commands that start and test the project", () => {
  expect(read("README.md")).toMatch(/\bnpm start\b/);
  expect(read("README.md")).toMatch(/\bnpm test\b/);
});

test("no source file is over its limit of lines", () => {
  const limits = [
    {
      files: globSync("src/**/*.ts", {
        cwd: project,
        exclude: ["src/**/*.test.ts", "src/client/schema.ts", "src/db/schema.ts"],
      }),
      most: 320,
    },
    { files: globSync("{bin,scripts,bench}/**/*.{js,ts}", { cwd: project }), most: 320 },
    {
      files: globSync("clients/typescript/{src,examples}/**/*.ts", {
        cwd: project,
        exclude: ["clients/typescript/src/**/*.test.ts", "clients/typescript/src/schema.ts"],
      }),
      most: 320,
    },
    { files: globSync(["src/**/*.test.ts", "tests/**/*.ts"], { cwd: project }), most: 600 },
  ];
  const long = limits.flatMap(({ files, most }) =>
    files.map((file) => ({ file, lines: read(file).split("\n").length - 1, most })).filter(({ lines }) => lines > most),
  );
  expect(long).toEqual([]);
});

test("no versioned file holds a path of somebody's machine", () => {
  const folders = /\/(?:home|Users)\/[a-z][\w.-]*\/|\/root\/|\/workspaces?\/|[A-Z]:\\Users\\/;
  const found = versionedFiles(project).flatMap((file) =>
    read(file)
      .split("\n")
      .flatMap((line, index) => (folders.test(line) || line.includes(project) ? [`${file}:${index + 1}`] : [])),
  );
  expect(found.filter((line) => !line.startsWith("tests/conformance/repository.test.ts:"))).toEqual([]);
});

/** Pictures of a report that no address leads to: while it runs, its debate, and answers to questions about it. */
const states = ["analyses-id-live", "analyses-id-debate", "analyses-id-asked"];

test("docs/screenshots has every page at a desk, in the dark and on a phone, and nothing besides", () => {
  const wanted = [...pagesOnDisk().map(pictureName), ...states].flatMap((name) =>
    ["dark", "desktop", "phone"].map((view) => `docs/screenshots/${name}-${view}.png`),
  );
  expect(versionedFiles(project).filter((file) => file.startsWith("docs/screenshots/"))).toEqual(wanted.toSorted());
});
