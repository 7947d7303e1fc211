import { afterEach, expect, test, vi } from "vitest";
import { askReport, type ReportAnswer } from "./ask-report.tsx";

const passage = { id: "bear/1/0", url: "#bear-1", title: "Bear", heading: null };
const stream = [
  { type: "start", messageId: "turn_1" },
  { type: "data-progress", id: "progress", data: { stage: "reading", passages: 3 } },
  { type: "text-start", id: "1" },
  { type: "text-delta", id: "1", delta: "Fixed words." },
  { type: "text-end", id: "1" },
  { type: "text-delta", id: "2", delta: "Bear: über Margen" },
  { type: "data-claim", id: "2", data: { quote: "über Margen", passage } },
  { type: "finish", messageMetadata: { kind: "stated" } },
];
const sent = `${stream.map((part) => `data: ${JSON.stringify(part)}\n\n`).join("")}data: [DONE]\n\n`;
const question = { report: { by: "analysis" as const, id: "ana_1" }, question: "Who disagreed?" };

afterEach(() => vi.unstubAllGlobals());

/** The bytes in pieces of a size: a letter may be cut. */
function answering(text: string, size: number): void {
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(body)));
}

test.each([1, 7, 64, 10_000])("an answer is read whole from pieces of %i bytes", async (size) => {
  answering(sent, size);
  const grown: ReportAnswer[] = [];
  await askReport(question, (answer) => void grown.push(answer), new AbortController().signal);
  const claims = [{ text: "Bear: über Margen", quote: "über Margen", passage }];
  expect(grown).toEqual([
    { kind: null, note: null, claims },
    { kind: "stated", note: "Fixed words.", claims },
  ]);
});

test("one that breaks off before its end is not taken for whole", async () => {
  answering(sent.slice(0, sent.indexOf('data: {"type":"finish"')), 50);
  await expect(askReport(question, () => {}, new AbortController().signal)).rejects.toThrow("interrupted");
});
