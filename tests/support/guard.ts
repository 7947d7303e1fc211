import { inspect } from "node:util";
import { afterAll, afterEach } from "vitest";
// oxlint-disable-next-line import/no-unassigned-import -- once a process, while this file runs before each test file
import "./cheap-hashes.ts";
import { offences } from "./no-network.ts";

/*
 * Runs before every test file. A test fails when it reaches for anything outside this machine, or when something
 * is written to console.error or console.warn that it did not expect (one that does expects it with vi.spyOn).
 * What was refused is remembered as well as thrown: code that swallows the error does not hide it.
 */
for (const name of ["error", "warn"] as const)
  console[name] = (...args: unknown[]) => {
    offences.push(`console.${name}: ${args.map((arg) => (typeof arg === "string" ? arg : inspect(arg))).join(" ")}`);
  };

function complain(): void {
  const found = offences.splice(0);
  if (found.length > 0) throw new Error(found.join("\n"));
}
afterEach(complain);
// What happened while the file was loaded, or after its last test.
afterAll(complain);
