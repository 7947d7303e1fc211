import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { buildStamp } from "./build.ts";

test("the stamp changes with what pages are built from, and not with what a build writes", () => {
  const root = mkdtempSync(join(tmpdir(), "conclave-stamp-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (file: string, text: string): string => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
    return buildStamp(root);
  };
  const first = write("src/web/app/page.tsx", "one");
  expect(write("src/web/next-env.d.ts", "types of this build")).toBe(first);
  expect(write("src/web/.next/build-1/server.js", "built")).toBe(first);
  expect(write("src/web/app/page.test.ts", "a test")).toBe(first);
  expect(write("src/server/worker/main.ts", "no page")).toBe(first);
  const stamps = [
    first,
    write("src/web/app/page.tsx", "two"),
    write("src/core/db/pool.ts", ""),
    write("package.json", "{}"),
  ];
  expect(new Set(stamps).size).toBe(4);
});
