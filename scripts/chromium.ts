/*
 * Makes sure that the browser tests have a Chromium: the one at CHROMIUM_PATH, Debian's without a window (which is
 * installed when that is possible without asking, as it makes the tests minutes quicker), or any on the PATH. The
 * tests themselves say what to do where none is found.
 */
import { spawnSync } from "node:child_process";
import { findChromium, headlessShell, onPath } from "./find-chromium.ts";

const canInstall = process.platform === "linux" && process.getuid?.() === 0 && onPath("apt-get") !== null;
if (!process.env["CHROMIUM_PATH"] && onPath(headlessShell) === null && canInstall) {
  console.error(`setup: installing Debian's ${headlessShell} for the browser tests (once; about a minute)`);
  const apt = (...args: string[]): boolean =>
    spawnSync("apt-get", ["-qq", "-y", "-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=15", ...args], {
      stdio: ["ignore", 2, 2],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status === 0;
  const install = (name: string): boolean => apt("install", "--no-install-recommends", name);
  const isThere = install(headlessShell) || (apt("update") && install(headlessShell));
  if (!isThere && findChromium() === null) install("chromium");
}
