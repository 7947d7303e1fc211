import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { demoRun } from "#tests/support/finished-job.ts";
import { Agent } from "#src/contract/run/answers.ts";
import { Cancelled, QueueFull, RenderFailed } from "#src/core/errors.ts";
import { Reports } from "#src/contract/run/run.ts";
import { renderMarkdown } from "./text/markdown.ts";
import { createRenderer, type Renderer, type RenderLimits, type RenderTask } from "./renderer.ts";
import { renderPdf } from "./pdf/pdf.ts";
import type { FinishedRun } from "./text/result-text.ts";

const forever = new AbortController().signal;

function open(limits: Partial<RenderLimits> = {}): Renderer {
  const renderer = createRenderer({ threads: 1, ...limits });
  onTestFinished(() => renderer.close());
  return renderer;
}

async function finished(): Promise<FinishedRun> {
  const run = await demoRun();
  return { run, reports: Reports.parse(run.result.reports) };
}

/** A report of one analyst: whoever looks at who waits for a document needs no long one. */
async function short(): Promise<FinishedRun> {
  const { run, reports } = await finished();
  const others = new Set<string>(Agent.options.filter((agent) => agent !== "market"));
  return {
    run,
    reports: Reports.parse(Object.fromEntries(Object.entries(reports).filter(([name]) => !others.has(name)))),
  };
}

/** A report in which its one analyst wrote `text`. */
async function saying(text: string): Promise<FinishedRun> {
  const { run, reports } = await short();
  const { market } = reports;
  const [turn] = market?.turns ?? [];
  if (market === undefined || turn === undefined) throw new Error("the market analyst said nothing");
  return { run, reports: { ...reports, market: { ...market, turns: [{ ...turn, text }] } } };
}

const ask = (renderer: Renderer, key: string, task: RenderTask, owner = "ann", signal = forever) =>
  renderer.render({ task, key, owner, signal });

const latin = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, 5)).toString("latin1");

test("a document of a thread is the document, byte for byte", async () => {
  const renderer = open();
  const of = await finished();
  expect(Buffer.from(await ask(renderer, "1", { kind: "pdf", finished: of }))).toEqual(
    Buffer.from(await renderPdf(of)),
  );
  expect(new TextDecoder().decode(await ask(renderer, "2", { kind: "md", finished: of }))).toBe(renderMarkdown(of));
});

test("who asks for the same while it is made shares it", async () => {
  const renderer = open({ mostWaiting: 1 });
  const task = { kind: "pdf", finished: await short() } as const;
  const all = await Promise.all(Array.from({ length: 20 }, () => ask(renderer, "same", task)));
  expect(new Set(all).size).toBe(1);
});

test("a full queue refuses, and so does the part of it that one owner may fill", async () => {
  const renderer = open({ mostWaiting: 4, mostOfOwner: 2 });
  const task = { kind: "pdf", finished: await short() } as const;
  const taken = ["1", "2", "3"].map((key) => ask(renderer, key, task));
  await expect(ask(renderer, "4", task)).rejects.toBeInstanceOf(QueueFull);
  const others = ["5", "6"].map((key) => ask(renderer, key, task, "ben"));
  await expect(ask(renderer, "7", task, "cay")).rejects.toBeInstanceOf(QueueFull);
  await expect(Promise.all([...taken, ...others])).resolves.toHaveLength(5);
});

test("owners take turns: one document does not wait for somebody else's ten", async () => {
  const renderer = open();
  const task = { kind: "pdf", finished: await short() } as const;
  const order: string[] = [];
  const wait = (key: string, owner: string) => ask(renderer, key, task, owner).then(() => order.push(key));
  await Promise.all([...Array.from({ length: 6 }, (_none, n) => wait(`ann ${n}`, "ann")), wait("ben", "ben")]);
  expect(order.indexOf("ben")).toBeLessThan(3);
});

test("what nobody waits for any more is not started, and what is wanted by another is made", async () => {
  const renderer = open();
  const task = { kind: "pdf", finished: await short() } as const;
  const [one, two] = [new AbortController(), new AbortController()];
  const first = ask(renderer, "1", task);
  const left = ask(renderer, "2", task, "ann", one.signal);
  const shared = [ask(renderer, "3", task, "ann", two.signal), ask(renderer, "3", task)];
  one.abort();
  two.abort();
  await expect(left).rejects.toBeInstanceOf(Cancelled);
  expect((await Promise.all([first, ...shared])).map(latin)).toEqual(["%PDF-", "%PDF-", "%PDF-"]);
});

test("a document that takes too long fails, and is not tried again at once", async () => {
  const renderer = open({ withinMs: 3000 });
  const endless = { kind: "pdf", finished: await saying("One word and another. ".repeat(200_000)) } as const;
  await expect(ask(renderer, "slow", endless)).rejects.toThrow("within 3 s");
  const began = performance.now();
  await expect(ask(renderer, "slow", endless)).rejects.toBeInstanceOf(RenderFailed);
  expect(performance.now() - began).toBeLessThan(2700);
});

test("a document that takes too much memory fails alone", async () => {
  const renderer = open({ heapMb: 48 });
  const large = { kind: "pdf", finished: await saying("One word and another. ".repeat(100_000)) } as const;
  await expect(ask(renderer, "large", large)).rejects.toThrow("too much memory");
  expect(latin(await ask(renderer, "small", { kind: "md", finished: await finished() }))).toBe("# DEM");
});

test("a report that cannot be laid out is a failure of its own", async () => {
  const renderer = open();
  const { run, reports } = await finished();
  const broken = { run: { ...run, manifest: { ...run.manifest, finished_at: "never" } }, reports };
  await expect(ask(renderer, "broken", { kind: "pdf", finished: broken })).rejects.toThrow("could not be generated");
  expect(latin(await ask(renderer, "whole", { kind: "pdf", finished: { run, reports } }))).toBe("%PDF-");
});

describe("whatever an agent wrote", () => {
  const renderer = createRenderer({ threads: 1, withinMs: 110_000 });
  afterAll(() => renderer.close());

  test.each([
    ["a word of a megabyte", "W".repeat(1_000_000)],
    ["quotes in quotes", `${">".repeat(5000)} deep`],
    ["lists in lists", Array.from({ length: 500 }, (_none, n) => `${"  ".repeat(n)}- x`).join("\n")],
    ["letters that no font has", "👩‍👩‍👧‍👦 العربية 漢字 \u{F0000} ".repeat(200)],
    ["halves of letters and controls", "\ud800 \u0000 \u001b[31m \ufffe ".repeat(200)],
    ["rows that are too long and too short", "|a|b|\n|-|-|\n|c|\n|d|e|f|g|"],
  ])("%s makes a document all the same", async (name, text) => {
    expect(latin(await ask(renderer, name, { kind: "pdf", finished: await saying(text) }))).toBe("%PDF-");
  });
});
