import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { asCurl } from "./requests.ts";

const asked = {
  method: "POST",
  path: "/v1/analyses?a=1&b=it's",
  route: "/v1/analyses",
  api_version: "2026-11-01",
  body: `{"ticker": "^GSPC", "note": "it's $HOME \`id\` \\\\ \n\\"quoted\\""}`,
};

/** What a shell hands to curl, argument by argument. */
function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const { stdout, stderr } = spawnSync("sh", ["-c", script], {
    encoding: "utf8",
    env: { CONCLAVE_API_KEY: "cnc_of_the_environment" },
  });
  expect(stderr).toBe("");
  return stdout.split("\0").slice(0, -1);
}

test("a shell sends what was sent, with the key of its environment", () => {
  const command = asCurl("https://conclave.example", asked);
  expect(command).not.toContain("cnc_");
  expect(argumentsOf(command)).toEqual([
    "-sS",
    "-X",
    "POST",
    `https://conclave.example${asked.path}`,
    "-H",
    "X-API-Key: cnc_of_the_environment",
    "-H",
    "Conclave-Version: 2026-11-01",
    "-H",
    "Content-Type: application/json",
    "--data-binary",
    asked.body,
  ]);
});

test("a request without a body sends none", () => {
  const command = asCurl("http://localhost:3000", { ...asked, method: "GET", body: null });
  expect(argumentsOf(command)).toHaveLength(6);
});
