import { expect, test } from "vitest";
import { memoryOf, memoryTrends, type MemorySample } from "./memory.ts";

/** A minute of a role whose memory goes up and down by `swing`, and grows by so much each minute. */
function samples(perMinute: number, swing: number): MemorySample[] {
  return Array.from({ length: 601 }, (_, seconds) => {
    const mb = 150 + (perMinute * seconds) / 60 + swing * ((seconds % 10) / 10);
    return { role: "http", seconds, pss: mb, rss: mb + 40, heap: null };
  });
}

test("memory that goes up and down is flat, and memory that grows is not", () => {
  expect(memoryTrends(samples(0, 30)).map(({ flat }) => flat)).toEqual([true, true]);
  const [pss] = memoryTrends(samples(6, 30));
  expect(pss).toMatchObject({ measure: "pss", flat: false });
  expect(pss?.slope).toBeCloseTo(6, 0);
  expect(pss?.growth).toBeCloseTo(30, 0);
});

test("what is compiled and cached in the first half is no growth", () => {
  const warming = samples(0, 0).map((sample) => ({ ...sample, pss: sample.pss - Math.max(0, 100 - sample.seconds) }));
  expect(memoryTrends(warming).every(({ flat }) => flat)).toBe(true);
});

test.runIf(process.platform === "linux")("the memory of a process is read, and of one that is gone nothing", () => {
  const own = memoryOf(process.pid);
  expect(own?.rss).toBeGreaterThanOrEqual(own?.pss ?? Infinity);
  expect(own?.pss).toBeGreaterThan(10);
  expect(memoryOf(2 ** 30)).toBeNull();
});
