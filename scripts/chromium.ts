/*
 * Makes sure that the browser tests have a Chromium: the one at CHROMIUM_PATH, one on the PATH, or Debian's, which is
 * installed when that is possible without asking. The tests themselves say what to do where none is found.
 */
import { spawnSync } from "node:child_process";
import { findChromium } from "./find-chromium.ts";

if (findChromium() === null && process.platform === "linux" && process.getuid?.() === 0) {
  console.error("setup: installing Debian's chromium for the browser tests (once; about a minute)");
  const apt = (...args: string[]): boolean =>
    spawnSync("apt-get", ["-qq", "-y", ...args], {
      stdio: ["ignore", 2, 2],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status === 0;
  if (!apt("install", "--no-install-recommends", "chromium")) {
    apt("update");
    apt("install", "--no-install-recommends", "chromium");
  }
}
