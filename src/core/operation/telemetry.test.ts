import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { startOtlpReceiver } from "#tests/support/otlp-receiver.ts";
import { createLog } from "./log.ts";
import { startSpan, startTelemetry, traced, traceHeaders } from "./telemetry.ts";

const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
const parent = (flags: string): string => `00-${trace}-00f067aa0ba902b7-${flags}`;
let stop = async (): Promise<void> => {};
afterEach(() => stop());

async function collecting() {
  const collector = await startOtlpReceiver();
  stop = await startTelemetry({ endpoint: `${collector.url}/` }, "test");
  return collector;
}

test("without a collector there are no spans and no headers", async () => {
  await startTelemetry({ endpoint: null }, "test");
  expect(startSpan({ name: "work", kind: "internal" })).toBeNull();
  expect(await traced({ name: "work", kind: "internal" }, async (span) => [span, traceHeaders()])).toEqual([null, {}]);
});

test("work below work is one trace, which goes on from a parent's and stands in the log", async () => {
  const collector = await collecting();
  const lines: string[] = [];
  const log = createLog("info", "test", { write: (line) => void lines.push(line) });
  await traced({ name: "outer", kind: "server", parent: parent("01") }, () =>
    traced(
      { name: "inner", kind: "client", attributes: { "gen_ai.request.model": "m", "left.out": undefined } },
      async () => log.info(traceHeaders(), "here"),
    ),
  );
  log.info("elsewhere");
  await stop();
  const [inner, outer] = collector.spans;
  expect(outer).toMatchObject({
    name: "outer",
    traceId: trace,
    parentSpanId: "00f067aa0ba902b7",
    service: "conclave-test",
  });
  expect(inner).toMatchObject({ name: "inner", traceId: trace, parentSpanId: outer?.spanId, kind: 3 });
  expect(inner?.attributes).toEqual({ "gen_ai.request.model": "m" });
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    trace_id: trace,
    span_id: inner?.spanId,
    traceparent: `00-${trace}-${inner?.spanId}-01`,
  });
  expect(lines[1]).not.toContain("trace_id");
});

test("an error is told by its kind, and never by what it says", async () => {
  const collector = await collecting();
  const failing = traced({ name: "work", kind: "internal" }, async () => {
    throw new TypeError("the password is hush");
  });
  await expect(failing).rejects.toThrow("hush");
  await stop();
  expect(collector.spans[0]).toMatchObject({ status: { code: 2 }, attributes: { "error.type": "TypeError" } });
  expect(collector.text()).not.toContain("hush");
});

test.each([
  "",
  "00-short-00f067aa0ba902b7-01",
  `00-${"0".repeat(32)}-00f067aa0ba902b7-01`,
  `ff-${trace}-00f067aa0ba902b7-01`,
])("%j is no parent: a trace of its own begins", async (given) => {
  const collector = await collecting();
  await traced({ name: "work", kind: "server", parent: given }, async () => {});
  await stop();
  expect(collector.spans).toHaveLength(1);
  expect(collector.spans[0]?.traceId).not.toBe(trace);
  expect(collector.spans[0]?.parentSpanId ?? "").toBe("");
});

test("of traces that begin here the share is sent; of a client's, what the client says", async () => {
  vi.stubEnv("OTEL_TRACES_SAMPLER", "parentbased_traceidratio").stubEnv("OTEL_TRACES_SAMPLER_ARG", "0");
  onTestFinished(() => void vi.unstubAllEnvs());
  const collector = await collecting();
  await traced({ name: "own", kind: "server" }, async () => {});
  await traced({ name: "unsampled", kind: "server", parent: parent("00") }, async () => {});
  await traced({ name: "sampled", kind: "server", parent: parent("01") }, async () => {});
  await stop();
  expect(collector.spans.map(({ name }) => name)).toEqual(["sampled"]);
});

test("a collector that is away holds nothing up", async () => {
  stop = await startTelemetry({ endpoint: "http://127.0.0.1:9" }, "test");
  expect(await traced({ name: "work", kind: "internal" }, async () => "done")).toBe("done");
  await stop();
});
