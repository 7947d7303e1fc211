import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder } from "#tests/support/empty-folder.ts";

const script = join(import.meta.dirname, "../support/rebound-deliveries.ts");

/** A network of its own with a public address on this machine; `null` where none can be made, which takes root on Linux. */
function inOwnNetwork(): unknown {
  const resolver = join(emptyFolder(), "resolv.conf");
  writeFileSync(resolver, "nameserver 127.0.0.1\noptions timeout:2 attempts:1\n");
  const set = "ip link set lo up && ip addr add 93.184.215.14/32 dev lo && mount --bind";
  const command = `${set} ${resolver} /etc/resolv.conf && exec ${process.execPath} ${script}`;
  const { status, stdout } = spawnSync("unshare", ["--net", "--mount", "sh", "-c", command], {
    encoding: "utf8",
    timeout: 60_000,
  });
  return status === 0 ? JSON.parse(stdout) : null;
}

test("a name that really turns to this machine is asked at the address that was checked, and then not at all", async () => {
  const seen = inOwnNetwork();
  if (seen === null) return void console.info("left out: a network of its own, which root can make on Linux");
  const refused = { status: null, error: "the host is not public" };
  expect(seen).toEqual({
    said: {
      "turns.example 1": { status: 200, error: null },
      "turns.example 2": refused,
      "both.example 1": refused,
      "inside.example 1": refused,
      "mapped.example 1": refused,
      "missing.example 1": refused,
    },
    heard: ["turns.example:8080 at 93.184.215.14"],
  });
});
