import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";

const main = join(import.meta.dirname, "main.js");

test.each(["http", "web", "worker"])("%s ends with whoever started it, also while it still loads", async (role) => {
  const child = fork(main, [role], {
    // Where nobody listens, if it went on.
    env: { DATABASE_URL: "postgres://nobody@127.0.0.1:9/none" },
    execArgv: [],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const ended = once(child, "exit");
  child.disconnect();
  const late = setTimeout(() => child.kill("SIGKILL"), 20_000);
  expect(await ended).not.toContain("SIGKILL");
  clearTimeout(late);
});
