/* What holds of the repository as a whole: its packages, its first steps, and what lies in it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { attacks } from "#tests/support/attacks.ts";
import { gatheredTests } from "#tests/support/faults/gathered.ts";
import { pagesOnDisk, pictureName } from "#tests/support/built-pages.ts";
import { versionedFiles } from "./versioned-files.ts";

const project = join(import.meta.dirname, "..");
const read = (file: string): string => readFileSync(join(project, file), "utf8");
const files = versionedFiles(project);

const Package = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
  allowScripts: z.record(z.string(), z.boolean()),
});
const Lock = z.object({
  packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().optional() })),
});
const { dependencies, devDependencies, allowScripts } = Package.parse(JSON.parse(read("package.json")));

function differences(what: string, found: Iterable<string>, wanted: Iterable<string>): string[] {
  const [has, should] = [new Set(found), new Set(wanted)];
  return [
    ...[...should].filter((one) => !has.has(one)).map((one) => `${what}: missing: ${one}`),
    ...[...has].filter((one) => !should.has(one)).map((one) => `${what}: not wanted: ${one}`),
  ];
}

/** "node_modules/a/node_modules/@b/c" is the package @b/c. */
const scripted = Object.entries(Lock.parse(JSON.parse(read("package-lock.json"))).packages)
  .filter(([, { hasInstallScript }]) => hasInstallScript === true)
  .map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));

const loose = Object.entries({ ...dependencies, ...devDependencies })
  .filter(([, version]) => !/^(?:npm:[a-z@/]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
  .map(([name, version]) => `package.json: ${name} ${version} is no exact version`);

/** They run before anything is installed. */
const early = ["scripts/setup.js", "bin/conclave.js"].flatMap((file) =>
  [...read(file).matchAll(/(?:from|import\() ?"([^"]+)"/g)].flatMap(([, name = ""]) =>
    name.startsWith("node:") ? [] : [`${file}: imports ${name}, which is not there before it has run`],
  ),
);

const folders = /\/(?:home|Users)\/[a-z][\w.-]*\/|\/root\/|\/workspaces?\/|[A-Z]:\\Users\\/;
const paths = files
  .filter((file) => file !== "scripts/check-repository.ts")
  .flatMap((file) =>
    read(file)
      .split("\n")
      .flatMap((line, index) =>
        folders.test(line) || line.includes(project) ? [`${file}:${index + 1}: a path of somebody's machine`] : [],
      ),
  );

const Mutations = z.array(z.object({ place: z.string(), find: z.string(), test: z.string() }));
const stale = Mutations.parse(JSON.parse(read("tests/mutations.json"))).flatMap(({ place, find, test }) =>
  files.includes(place) && files.includes(test) && read(place).split(find).length === 2
    ? []
    : [`tests/mutations.json: ${place} and ${test} are to be there, and the place to have this once: ${find}`],
);

/** No address leads to these: a report while it runs, its debate, and answers to questions about it. */
const states = ["analyses-id-live", "analyses-id-debate", "analyses-id-asked"];
const pictures = [...pagesOnDisk().map(pictureName), ...states].flatMap((name) =>
  ["dark", "desktop", "phone"].map((view) => `docs/screenshots/${name}-${view}.png`),
);

/** What the tables of docs/security.md and docs/faults.md name, which go by a file's name. */
const tabled = [
  ...attacks.flatMap(({ tests }) => tests),
  ...gatheredTests.map(({ file }) => `tests/fault/${file}`),
].flatMap((file) => (files.includes(file) ? [] : [`a table of attacks or faults names ${file}, which there is not`]));

const problems = [
  ...tabled,
  ...stale,
  ...differences("allowScripts", Object.keys(allowScripts), scripted),
  ...loose,
  ...early,
  ...paths,
  ...differences(
    "pictures of pages",
    files.filter((file) => file.startsWith("docs/screenshots/")),
    pictures,
  ),
];
if (files.length === 0 || pictures.length === 0) problems.push("blind: no file was seen");
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
