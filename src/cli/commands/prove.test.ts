import { expect, test } from "vitest";
import { renderHtml } from "#src/report/page.ts";
import { placeOf, proofFile, proofKey } from "#tests/support/proof-file.ts";
import { byteChanges, withByteChanged } from "#tests/support/proof-changes.ts";
import { hostileRun } from "#tests/support/hostile-run.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import { runs } from "#tests/support/runs.ts";
import { checkProof, fingerprintOf, partsOfText, verdictOf } from "#src/report/proof/proof-check.js";
import { verifyProof } from "#src/cli/commands/prove.ts";

const anyKey = { key: null, codeVersion: "test" };
const file = await proofFile();

test("a file as it was made verifies, by the key that signed it and by no other", async () => {
  expect(await verifyProof(file, { ...anyKey, key: proofKey.id })).toMatchObject({
    ok: true,
    key: proofKey.id,
    reason: null,
  });
  const other = await verifyProof(file, { ...anyKey, key: "0".repeat(32) });
  expect(other).toMatchObject({ ok: false, part: "key", keyStatus: "unknown" });
  expect(await verifyProof(file, anyKey)).toMatchObject({ ok: true, keyStatus: "unknown" });
});

test("the page is green for a compared key alone, and names the fingerprint to compare", async () => {
  const text = new TextDecoder().decode(file);
  const found = await checkProof(partsOfText(text), (expected) => expected === text);
  const fingerprint = fingerprintOf(proofKey.id);
  expect(fingerprint).toMatch(/^([0-9a-f]{4} ){7}[0-9a-f]{4}$/);
  const unknown = verdictOf(found, "");
  expect(unknown).toMatchObject({
    state: "unknown",
    title: expect.stringContaining("a key that this page does not know"),
  });
  expect(unknown.lines[0]).toContain(fingerprint);
  expect(verdictOf(found, fingerprint.slice(0, 20)).state).toBe("unknown");
  expect(verdictOf(found, ` ${fingerprint.toUpperCase()}`)).toMatchObject({ state: "ok", title: "Verified" });
  expect(verdictOf(found, "0".repeat(32)).state).toBe("wrong");
  const unsigned = { ...found, data: { ...found.data, signature: null } };
  expect(verdictOf(unsigned, fingerprint).state).toBe("partly");
});

test("the same run, key and instant give the same bytes", async () => {
  expect(await proofFile()).toEqual(file);
});

test.each(byteChanges)("one byte of $name is told", async (change) => {
  const { ok, part, reason } = await verifyProof(withByteChanged(file, change), anyKey);
  expect({ ok, part }).toEqual({ ok: false, part: change.part });
  expect(reason).toMatch(change.reason);
});

test("no changed byte anywhere passes", async () => {
  for (let at = 0; at < file.length; at += runs(24_989, 4999)) {
    const changed = Uint8Array.from(file);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect((await verifyProof(changed, anyKey)).ok, `byte ${at}`).toBe(false);
  }
});

test("what stands before or behind the file is told, a mark of order too", async () => {
  for (const [before, behind] of [
    ["\uFEFF", ""],
    ["", "<p>Buy</p>"],
    ["<!-- -->", ""],
  ] as const) {
    const bytes = Buffer.concat([Buffer.from(before), file, Buffer.from(behind)]);
    expect(await verifyProof(bytes, anyKey)).toMatchObject({ ok: false, part: "file" });
  }
  expect(await verifyProof(file.subarray(0, -40), anyKey)).toMatchObject({ ok: false, part: "file" });
  expect(await verifyProof(new Uint8Array(), anyKey)).toMatchObject({ ok: false, part: "file" });
});

test("text of a vendor or a model cannot leave its place", async () => {
  const hostile = "</script><script>alert(1)</script><!--<script>\u2028\u2029\uFEFF\u202E\u0000\uD800";
  const bytes = await proofFile(hostileRun(hostile));
  expect((await verifyProof(bytes, anyKey)).checks).toContain("The file holds nothing but what was signed.");
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  expect(text.split("</script>")).toHaveLength(14);
  expect(text).not.toMatch(/[\u2028\u2029\uFEFF\u202E\uFFFD]|<!--|alert\(1\)<\/script>/);
});

test("a report that its own operator rewrote is told by the code that made it", async () => {
  const finished = hostileRun("");
  const page = (await renderHtml(finished)).replaceAll("Hold", "Buy");
  const bytes = await proofFile(finished, { page });
  expect(await verifyProof(bytes, anyKey)).toMatchObject({ ok: false, part: "report" });
  const { ok, unchecked } = await verifyProof(bytes, { key: null, codeVersion: "another" });
  expect(ok).toBe(true);
  expect(unchecked.join(" ")).toContain("made by code test, and this is another");
});

test("facts that do not fit each other are told, whoever signed them", async () => {
  const { run, reports } = hostileRun("");
  const [first, ...others] = run.manifest.evidence;
  if (first === undefined) throw new Error("the run has no evidence");
  const changed = { ...run, manifest: { ...run.manifest, evidence: [{ ...first, value: 1 }, ...others] } };
  expect(await verifyProof(await proofFile({ run: changed, reports }), anyKey)).toMatchObject({
    part: "evidence",
    reason: "evidence M1 does not match its hash",
  });
  const result = { ...run.result, decision: "Buy" };
  expect(await verifyProof(await proofFile({ run: { ...run, result }, reports }), anyKey)).toMatchObject({
    part: "result",
    reason: "the result does not match the hash in the manifest",
  });
  const { hash: _, ...body } = { ...first, at: "2019-06-04" };
  const late = { ...body, hash: sha256(canonicalJson(body)) };
  const dated = { ...run, manifest: { ...run.manifest, evidence: [late, ...others] } };
  expect(await verifyProof(await proofFile({ run: dated, reports }), anyKey)).toMatchObject({
    part: "evidence",
    reason: "evidence M1 is dated after the instant of the run",
  });
});

test("an entry of the chain is told when it, its way to the head or the run is another", async () => {
  const finished = hostileRun("");
  const place = placeOf(finished);
  const whole = await verifyProof(await proofFile(finished, { chain: place }), anyKey);
  expect(whole).toMatchObject({ ok: true });
  expect(whole.checks).toContain("The entries up to the head of 2026-11-24 follow from each other.");
  const alone = { ...place, entries: place.entries.slice(0, 1), head: null };
  const early = await verifyProof(await proofFile(finished, { chain: alone }), anyKey);
  expect(early.ok).toBe(true);
  expect(early.unchecked.join(" ")).toContain("No head of a day covers this entry yet");

  const [own, next] = place.entries;
  if (own === undefined || next === undefined) throw new Error("the place has two entries");
  const reason = async (chain: typeof place): Promise<string | null> => {
    const verdict = await verifyProof(await proofFile(finished, { chain }), anyKey);
    expect(verdict).toMatchObject({ ok: false, part: "chain" });
    return verdict.reason;
  };
  const changed = own.body.replace('"number":7', '"number":6');
  expect(await reason({ ...place, entries: [{ ...own, body: changed }, next] })).toMatch(/does not match its hash$/);
  expect(await reason({ ...place, entries: [own, own] })).toMatch(/does not follow/);
  expect(await reason({ ...place, head: { day: "2026-11-24", number: 8, hash: own.hash } })).toMatch(/do not lead/);
  const other = own.body.replace(finished.run.manifest.run_id, "another");
  const entries = [{ hash: sha256(other), body: other }];
  expect(await reason({ ...place, entries, head: null })).toBe("the entry of the chain is of another run");
});
