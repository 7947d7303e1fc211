import { expect, test } from "vitest";
import type { PublishedProofKey } from "#src/contract/api/proof.ts";
import { proofFile, proofKey } from "#tests/support/proof-file.ts";
import { activeKey } from "./signing-key.ts";
import { verifyProof } from "#src/cli/commands/prove.ts";

/** Made on 2026-11-25 at 00:00 UTC. */
const file = await proofFile();
const active = activeKey(proofKey, "2026-01-01T00:00:00.000Z");
const retired: PublishedProofKey = { ...active, status: "retired", retired_at: "2026-12-01T00:00:00.000Z" };
const newer = activeKey({ ...proofKey, id: "1".repeat(32) }, "2026-12-01T00:00:00.000Z");

const verify = (keys: readonly PublishedProofKey[]) => verifyProof(file, { key: null, keys, codeVersion: "test" });

test("a file verifies by the key in force, and by one that was in force when it was made", async () => {
  const now = await verify([active]);
  expect(now).toMatchObject({ ok: true });
  expect(now.checks).toContain("Its key is the operator's, and in force.");
  const later = await verify([newer, retired]);
  expect(later).toMatchObject({ ok: true });
  expect(later.checks.join(" ")).toContain("in force when the file was made, and retired on 2026-12-01");
});

test("a key that is unknown, revoked, or not of that time is told", async () => {
  const wrong = { ok: false, part: "key" };
  expect(await verify([newer])).toMatchObject({
    ...wrong,
    keyStatus: "unknown",
    reason: expect.stringContaining("not one of the operator's"),
  });
  const revoked: PublishedProofKey = {
    ...retired,
    status: "revoked",
    revoked_at: "2026-12-02T00:00:00.000Z",
    reason: "a laptop was stolen",
  };
  expect(await verify([newer, revoked])).toMatchObject({
    ...wrong,
    keyStatus: "refused",
    reason: `its key ${proofKey.id} was revoked on 2026-12-02 (a laptop was stolen): whoever had it could have signed this file`,
  });
  expect(await verify([{ ...retired, retired_at: "2026-11-24T00:00:00.000Z" }])).toMatchObject({
    ...wrong,
    reason: expect.stringContaining("after its key"),
  });
  expect(await verify([{ ...active, created_at: "2026-11-26T00:00:00.000Z" }])).toMatchObject({
    ...wrong,
    reason: expect.stringContaining("before its key"),
  });
  // The clocks of two processes may be a moment apart.
  expect(await verify([{ ...active, created_at: "2026-11-25T00:00:01.000Z" }])).toMatchObject({ ok: true });
});
