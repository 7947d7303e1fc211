import { createHash } from "node:crypto";
import { fc, test as propertyTest } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { proofFile } from "#tests/support/proof-file.ts";
import { withByteChanged } from "#tests/support/proof-changes.ts";
import { startCalendar, type CalendarFaults } from "#tests/support/timestamp-calendar.ts";
import { requestCalendarProof, stampBy } from "./timestamp.ts";
import { readCalendarProof } from "./proof-check.js";
import { verifyProof } from "#src/cli/commands/prove.ts";

const signature = "5a".repeat(64);
const imprint = createHash("sha256").update(Buffer.from(signature, "hex")).digest("hex");
const never = (reason: string): void => expect.unreachable(reason);

test("calendars each get a hash of their own, and what they answer stands in the file", async () => {
  const [one, two] = [await startCalendar(), await startCalendar({ height: 900_123 })];
  const stamped = await requestCalendarProof([one.url, two.url], signature, never);
  if (!stamped.ok) throw new Error(stamped.reason);
  expect(stamped.timestamp.authority).toBe(`${one.url}, ${two.url}`);
  expect(readCalendarProof(Buffer.from(stamped.timestamp.token, "hex"))).toEqual({
    imprint,
    pending: [one.url],
    heights: [900_123],
  });
  const sent = [...one.digests, ...two.digests].map((digest) => digest.toString("hex"));
  expect(new Set([...sent, imprint]).size).toBe(3);

  const stamp = stampBy({ timestampUrl: null, timestampCalendars: [one.url, `${two.url}/`] }, never);
  const file = await proofFile(undefined, { stamp });
  const verdict = await verifyProof(file, { key: null, codeVersion: "test" });
  expect(verdict).toMatchObject({ ok: true });
  expect(verdict.checks).toContain(
    `A proof of OpenTimestamps names this signature. It waits at ${one.url}, and is in block 900123 of Bitcoin.`,
  );
  expect(verdict.unchecked).toContain(
    "That a block of Bitcoin holds it, and when. docs/proof.md has the commands of ots.",
  );
  for (const change of [
    { name: "the proof", after: '"token":"', skip: 200, part: "timestamp", reason: /timestamp/ },
    { name: "the calendars", after: '"authority":"http', part: "timestamp", reason: /timestamp/ },
  ]) {
    const changed = await verifyProof(withByteChanged(file, change), { key: null, codeVersion: "test" });
    expect(changed, change.name).toMatchObject({ ok: false, part: change.part });
  }
});

const lies: [string, CalendarFaults, RegExp][] = [
  ["fails", { httpStatus: 503 }, /answered with 503$/],
  ["sends a page", { body: Buffer.from("<html>sorry</html>") }, /sent something that is not a timestamp$/],
  ["sends nothing", { body: Buffer.alloc(0) }, /sent something that is not a timestamp$/],
  ["sends too much", { body: Buffer.alloc(200_000, 0x08) }, /sent something that is not a timestamp$/],
  ["breaks off", { body: Buffer.from("0083dfe30d2ef90c8e2e2d6874", "hex") }, /sent something that is not a timestamp$/],
  [
    "attests to nothing",
    { body: Buffer.from("0000000000000000000100", "hex") },
    /sent something that is not a timestamp$/,
  ],
  ["adds a proof behind its own", { body: Buffer.from("000588960d73d719010105ff", "hex") }, /is not a timestamp$/],
];
test.each(lies)("a calendar that %s is told of, and another one is enough", async (_, faults, reason) => {
  const [liar, honest] = [await startCalendar(faults), await startCalendar()];
  const told: string[] = [];
  const stamped = await requestCalendarProof([liar.url, honest.url], signature, (fault) => void told.push(fault));
  expect(stamped).toMatchObject({ ok: true, timestamp: { authority: honest.url } });
  expect(told).toEqual([expect.stringMatching(reason)]);
  const alone = await requestCalendarProof([liar.url], signature, never);
  expect(alone).toEqual({ ok: false, reason: expect.stringMatching(reason) });
});

test("an authority comes before calendars, and none that is there is told", async () => {
  const calendar = await startCalendar();
  const told: string[] = [];
  const both = { timestampUrl: "http://127.0.0.1:9/", timestampCalendars: [calendar.url] };
  expect(await stampBy(both, (reason) => void told.push(reason))(signature)).toBeNull();
  expect(told).toEqual(["http://127.0.0.1:9/ cannot be reached"]);
  expect(calendar.digests).toEqual([]);
  const away = { timestampUrl: null, timestampCalendars: ["http://127.0.0.1:9/"] };
  expect(await stampBy(away, (reason) => void told.push(reason))(signature)).toBeNull();
  expect(told.at(-1)).toBe("http://127.0.0.1:9/ cannot be reached");
});

const start = Buffer.from("004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e892940108", "hex");
propertyTest.prop([fc.uint8Array({ maxLength: 200 }), fc.boolean()], { numRuns: 500 })(
  "no bytes make the reader fail or wait",
  (bytes, begins) => {
    const said = readCalendarProof(begins ? Buffer.concat([start, Buffer.alloc(32), bytes]) : bytes);
    if (said !== null) expect(said.pending.length + said.heights.length).toBeGreaterThan(0);
  },
);
