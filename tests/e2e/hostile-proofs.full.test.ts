import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { verifyProof } from "#src/cli/commands/prove.ts";
import { useChromium } from "#tests/support/chromium.ts";
import { conclaveHome } from "#tests/support/conclave.ts";
import { emptyFolder } from "#tests/support/empty-folder.ts";
import { hostileProofs } from "#tests/support/hostile-proofs.ts";
import { proofFile } from "#tests/support/proof-file.ts";

const chromium = useChromium();

test("the page of a proof and the command say the same of every hostile file", async () => {
  const files = await hostileProofs();
  const good = { name: "as it was made", bytes: await proofFile(), isSeenInPage: true };
  const page = await chromium.open({ expectErrors: /./ });
  const path = join(emptyFolder(), "proof.html");
  const differences: string[] = [];
  for (const { name, bytes, isSeenInPage } of [good, ...files]) {
    writeFileSync(path, bytes);
    await page.goto(pathToFileURL(path).href);
    const box = page.locator("#proof-verdict");
    // A file that is cut off has no verdict to show.
    const state = (await box.count()) === 0 ? "unchecked" : await settled(() => box.getAttribute("data-state"));
    const { ok } = await verifyProof(bytes, { key: null, codeVersion: "another" });
    const inPage = state !== "wrong" && state !== "unchecked";
    if (inPage !== (ok || !isSeenInPage)) differences.push(`${name}: the page says ${state}, the command ${ok}`);
  }
  expect(differences).toEqual([]);
});

/** The script of the page takes a moment. */
async function settled(state: () => Promise<string | null>): Promise<string | null> {
  for (let look = 0; look < 20; look += 1) {
    const found = await state();
    if (found !== "unchecked") return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return state();
}

test("what is larger than any report is not read to its end", async () => {
  const { call } = conclaveHome();
  const { code, err } = await call("verify", "/dev/zero");
  expect([code, err]).toEqual([2, expect.stringContaining("larger than any report (64 MB)")]);
});
