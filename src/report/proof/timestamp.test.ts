import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { proofFile } from "#tests/support/proof-file.ts";
import { byteChanges, withByteChanged } from "#tests/support/proof-changes.ts";
import { authorityCertificate, startAuthority, type AuthorityFaults } from "#tests/support/timestamp-authority.ts";
import { readToken } from "./proof-check.js";
import { requestTimestamp, stampBy } from "./timestamp.ts";
import { verifyProof } from "#src/cli/commands/prove.ts";

const signature = "5a".repeat(64);

test("an authority's token is over the signature, and stands in the file", async () => {
  const url = await startAuthority();
  const stamped = await requestTimestamp(url, signature);
  if (!stamped.ok) throw new Error(stamped.reason);
  const said = readToken(Buffer.from(stamped.timestamp.token, "hex"));
  expect(said).toMatchObject({ time: "2026-11-25T10:00:00Z" });

  const stamp = stampBy({ timestampUrl: url, timestampCalendars: [] }, (reason) => expect.unreachable(reason));
  const file = await proofFile(undefined, { stamp });
  const verdict = await verifyProof(file, { key: null, codeVersion: "test" });
  expect(verdict).toMatchObject({ ok: true });
  expect(verdict.checks).toContain(
    `A timestamp token of ${url} names this signature and the time 2026-11-25T10:00:00Z.`,
  );
  expect(verdict.checks).toContain("The token is signed by a certificate in it that is for time stamps.");

  const bytes = { name: "the token", after: '"token":"', skip: 700, part: "timestamp", reason: /timestamp/ };
  const address = { name: "its authority", after: '"authority":"http', part: "timestamp", reason: /timestamp/ };
  for (const change of [bytes, address]) {
    const changed = await verifyProof(withByteChanged(file, change), { key: null, codeVersion: "test" });
    expect(changed, change.name).toMatchObject({ ok: false, part: change.part });
    expect(changed.reason).toMatch(change.reason);
  }
  expect(byteChanges.length).toBeGreaterThanOrEqual(40);
});

const lies: [string, AuthorityFaults, RegExp][] = [
  ["refuses", { status: 2 }, /gave no token$/],
  ["stamps other bytes", { imprint: Buffer.alloc(32) }, /stamped another signature$/],
  ["answers another question", { nonce: Buffer.alloc(8, 0x41) }, /answered a different question$/],
  ["changes the time after it has signed", { changed: true }, /was changed after it was signed$/],
  ["signs with a certificate for servers", { wrongUse: true }, /may not stamp time$/],
  ["sends a page", { body: Buffer.from("<html>sorry</html>") }, /gave no token$/],
  ["sends nothing", { body: Buffer.alloc(0) }, /gave no token$/],
  ["sends too much", { body: Buffer.alloc(200_000, 0x30) }, /more than a timestamp token$/],
  ["fails", { httpStatus: 503 }, /answered with 503$/],
];
test.each(lies)("an authority that %s is not believed", async (_, faults, reason) => {
  const stamped = await requestTimestamp(await startAuthority(faults), signature);
  expect(stamped).toMatchObject({ ok: false });
  expect(stamped.ok ? "" : stamped.reason).toMatch(reason);
});

test("a proof is made without a timestamp where the authority is away, and that is told", async () => {
  const told: string[] = [];
  const away = { timestampUrl: "http://127.0.0.1:9/", timestampCalendars: [] };
  expect(await stampBy(away, (reason) => void told.push(reason))(signature)).toBeNull();
  expect(told).toEqual(["http://127.0.0.1:9/ cannot be reached"]);
  expect(await stampBy({ ...away, timestampUrl: null }, (reason) => void told.push(reason))(signature)).toBeNull();
  expect(told).toHaveLength(1);
});

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;
test.skipIf(!hasOpenssl)("openssl verifies the same token", async () => {
  const stamped = await requestTimestamp(await startAuthority(), signature);
  if (!stamped.ok) throw new Error(stamped.reason);
  const folder = mkdtempSync(join(tmpdir(), "conclave-stamp-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [data, token, certificate] = ["data", "token", "ca.pem"].map((name) => join(folder, name));
  writeFileSync(data ?? "", Buffer.from(signature, "hex"));
  writeFileSync(token ?? "", Buffer.from(stamped.timestamp.token, "hex"));
  writeFileSync(certificate ?? "", authorityCertificate);
  const args = ["ts", "-verify", "-data", data ?? "", "-in", token ?? "", "-token_in", "-CAfile", certificate ?? ""];
  const { status, stdout, stderr } = spawnSync("openssl", args, { encoding: "utf8" });
  expect(`${stdout}${stderr}`).toContain("Verification: OK");
  expect(status).toBe(0);
});
