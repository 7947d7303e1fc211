import { expect, test } from "vitest";
import { hostileProofs } from "#tests/support/hostile-proofs.ts";
import { proofFile } from "#tests/support/proof-file.ts";
import { verifyProof } from "#src/cli/commands/prove.ts";

const anyKey = { key: null, codeVersion: "another" };

test.each(await hostileProofs())("$name is refused, with a reason", async ({ bytes }) => {
  expect(await verifyProof(bytes, anyKey)).toMatchObject({
    ok: false,
    part: expect.any(String),
    reason: expect.any(String),
  });
});

test("a file as it was made is not", async () => {
  expect((await verifyProof(await proofFile(), anyKey)).ok).toBe(true);
});
