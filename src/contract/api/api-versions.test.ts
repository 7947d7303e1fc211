import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { apiVersions, currentQuery, versionChanges, type VersionChange } from "./api-versions.ts";
import { testOutcomes } from "./test-mode.ts";

test("versions stand newest first", () => {
  expect([...apiVersions].toSorted().toReversed()).toEqual([...apiVersions]);
});

test("what an older request asks goes through every change since, oldest first, and through no other", () => {
  const changes: readonly VersionChange[] = [
    { version: "2026-11-01", operation: "one", about: "", query: ({ b = "", ...rest }) => ({ ...rest, c: `${b}!` }) },
    { version: "2026-10-01", operation: "one", about: "", query: ({ a = "", ...rest }) => ({ ...rest, b: a }) },
    { version: "2026-11-01", operation: "two", about: "", query: () => ({}) },
  ];
  expect(currentQuery("one", "2026-10-01", { b: "x", z: "1" }, changes)).toEqual({ c: "x!", z: "1" });
  expect(currentQuery("one", "2026-11-01", { b: "x" }, changes)).toEqual({ b: "x" });
});

const text = (path: string): string => readFileSync(join(import.meta.dirname, "../../..", path), "utf8");

test.each(["content/help/api-versions.md", "docs/api-changes.md"])("%s has every version, newest first", (path) => {
  const places = apiVersions.map((version) =>
    text(path).search(new RegExp(String.raw`^(?:\| \`|## Version )${version}`, "m")),
  );
  expect(places).not.toContain(-1);
  expect(places.toSorted((a, b) => a - b)).toEqual(places);
});

test("the help says of each operation that changed in which version it did", () => {
  for (const { version, about } of versionChanges) {
    const row = text("content/help/api-versions.md").match(new RegExp(String.raw`^\| \`${version}\` \| .*$`, "m"))?.[0];
    expect(row).toContain(about.split(". ").at(-1));
  }
});

test("the help says what to ask for to get each outcome with a test key", () => {
  for (const { ticker, trade_date: date, outcome } of testOutcomes) {
    const shown = outcome === "failed" ? outcome : `\`${outcome}\``;
    expect(text("content/help/api-test-keys.md")).toContain(`| \`${ticker}\` | ${date} | ${shown} |`);
  }
});
