import { fc, test as property } from "@fast-check/vitest";
import { appendFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { CorruptRun, NotFound } from "#src/core/errors.ts";
import { temporaryFolder } from "#tests/support/archive-folder.ts";
import { createSteps, keepSteps, onlyKept, readSteps, type RunHeader } from "./steps-file.ts";

const header: RunHeader = {
  version: 1,
  run_id: "DEMO-2019-06-03-000000",
  code_version: "0.1.0+0",
  seed: 1,
  request: {
    ticker: "DEMO",
    trade_date: "2019-06-03",
    asset_type: "stock",
    analysts: ["market"],
    max_debate_rounds: null,
  },
  rounds: 1,
  risk_rounds: 1,
  tool_steps: 2,
  budget_usd: null,
  online_tools: false,
  reasoner: { provider: "rules", deep: "rules", quick: "rules", base_url: null, uses_tools: false },
  data: { archives: ["/archive"], online: false },
};

const Value = z.object({ words: z.string() });

/** A folder with the steps `a`, `b` and `c`, kept side by side. */
async function threeSteps(): Promise<string> {
  const folder = temporaryFolder();
  await createSteps(folder, header);
  const checkpoint = await keepSteps(await readSteps(folder));
  const keep = (key: string): Promise<unknown> =>
    checkpoint.step(key, Value, () => Promise.resolve({ words: `é – 名 ${key}` }));
  await Promise.all(["a", "b", "c"].map(keep));
  await checkpoint.close();
  return folder;
}

const refuse = (): Promise<never> => Promise.reject(new Error("asked again"));

describe("steps", () => {
  test("come back as they were kept, and are not made again", async () => {
    const folder = await threeSteps();
    const stored = await readSteps(folder);
    expect(stored.header).toEqual(header);
    expect([...stored.steps.keys()]).toEqual(["a", "b", "c"]);
    const again = await keepSteps(stored);
    expect(await again.step("b", Value, refuse)).toEqual({ words: "é – 名 b" });
    await again.close();
    expect(await onlyKept(stored.steps).step("c", Value, refuse)).toEqual({ words: "é – 名 c" });
    await expect(onlyKept(stored.steps).step("d", Value, refuse)).rejects.toThrow(CorruptRun);
  });

  test("that fail are not kept", async () => {
    const folder = await threeSteps();
    const checkpoint = await keepSteps(await readSteps(folder));
    await expect(checkpoint.step("d", Value, refuse)).rejects.toThrow("asked again");
    await checkpoint.close();
    expect([...(await readSteps(folder)).steps.keys()]).toEqual(["a", "b", "c"]);
  });

  test("of a folder without a run are not there, and a second run does not write over the first", async () => {
    await expect(readSteps(temporaryFolder())).rejects.toThrow(NotFound);
    const folder = await threeSteps();
    await expect(createSteps(folder, header)).rejects.toMatchObject({ code: "EEXIST" });
  });
});

property.prop([fc.nat(400)], { seed: 6, numRuns: 60 })(
  "a last line that was cut off is dropped, and the file goes on from the line before",
  async (cut) => {
    const folder = await threeSteps();
    const path = join(folder, "steps.jsonl");
    const lines = readFileSync(path, "utf8").split("\n");
    const last = Buffer.from(lines[3] ?? "");
    const wholeBytes = Buffer.byteLength(`${lines.slice(0, 3).join("\n")}\n`);
    truncateSync(path, wholeBytes + (cut % last.length));
    const stored = await readSteps(folder);
    expect([...stored.steps.keys()]).toEqual(["a", "b"]);
    const checkpoint = await keepSteps(stored);
    await checkpoint.step("d", Value, () => Promise.resolve({ words: "more" }));
    await checkpoint.close();
    expect([...(await readSteps(folder)).steps.keys()]).toEqual(["a", "b", "d"]);
  },
);

property.prop([fc.nat(), fc.integer({ min: 1, max: 255 })], { seed: 7, numRuns: 300 })(
  "one altered byte anywhere is noticed",
  async (where, change) => {
    const folder = await threeSteps();
    const path = join(folder, "steps.jsonl");
    const bytes = readFileSync(path);
    const at = where % bytes.length;
    bytes.writeUInt8((bytes.readUInt8(at) ^ change) % 256, at);
    writeFileSync(path, bytes);
    const read = await readSteps(folder).then(
      ({ steps }) => [...steps.keys()],
      (error: unknown) => error,
    );
    // Without its end the last line is one that was cut off.
    if (at === bytes.length - 1) expect(read).toEqual(["a", "b"]);
    else expect(read).toBeInstanceOf(CorruptRun);
  },
);

test("lines that change places or stand twice are noticed", async () => {
  const folder = await threeSteps();
  const path = join(folder, "steps.jsonl");
  const [first, a, b, c] = readFileSync(path, "utf8").split("\n");
  writeFileSync(path, `${[first, b, a, c].join("\n")}\n`);
  await expect(readSteps(folder)).rejects.toThrow("line 2");
  writeFileSync(path, `${[first, a, b, c].join("\n")}\n`);
  appendFileSync(path, `${c}\n`);
  await expect(readSteps(folder)).rejects.toThrow("line 5");
});
