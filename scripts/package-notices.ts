import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const Entry = z.looseObject({
  version: z.string().optional(),
  license: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});
const Lock = z.object({ packages: z.record(z.string(), Entry) });

/** Where npm put a package that another one asks for: beside it, or further up. */
function placeOf(packages: Readonly<Record<string, unknown>>, from: string, name: string): string | null {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    const place = `${at === "" ? "" : `${at}/`}node_modules/${name}`;
    if (Object.hasOwn(packages, place)) return place;
    if (at === "") return null;
  }
}

/**
 * The names, licences and notices of packages and of all that they bring, from what is installed. Of a package that is
 * not, such as one for another platform, the licence that the lock names.
 * @param roots direct dependencies
 */
export function noticesOf(root: string, roots: readonly string[]): string {
  const { packages } = Lock.parse(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));
  const places = new Set<string>();
  const open = roots.map((name) => placeOf(packages, "", name));
  for (let place = open.pop(); open.length > 0 || place != null; place = open.pop()) {
    if (place == null || places.has(place)) continue;
    places.add(place);
    const entry = packages[place];
    for (const name of Object.keys({ ...entry?.dependencies, ...entry?.optionalDependencies }))
      open.push(placeOf(packages, place, name));
  }
  const byText = new Map<string, string[]>();
  for (const place of [...places].toSorted()) {
    const { version = "", license = "see its files" } = packages[place] ?? {};
    const name = `${place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length)} ${version} (${license})`;
    const text = textsIn(join(root, place)) || `Licence: ${license}`;
    byText.set(text, [...new Set([...(byText.get(text) ?? []), name])]);
  }
  const parts = [...byText].map(([text, names]) => `## ${names.join(", ")}\n\n${text.trim()}\n`);
  return `# Third-party notices\n\nConclave is distributed with, or installs, these packages.\n\n${parts.join("\n")}`;
}

function textsIn(folder: string): string {
  if (!existsSync(folder)) return "";
  return readdirSync(folder)
    .filter((name) => /^(?:licen[cs]e|notice|copying|ofl)(?:[.-]|$)/i.test(name))
    .toSorted()
    .map((name) => readFileSync(join(folder, name), "utf8").replaceAll("\r", ""))
    .join("\n");
}
