import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { startTelemetry } from "#src/core/operation/telemetry.ts";
import { askingModel } from "#tests/support/conclave.ts";
import { openTestApp } from "#tests/support/front-door.ts";
import { startMailWorker } from "#tests/support/mail-worker.ts";
import { startModelServer } from "#tests/support/model-server.ts";
import { startOtlpReceiver, type ReceivedSpan } from "#tests/support/otlp-receiver.ts";
import { demo } from "#tests/support/worker-process.ts";

/* One trace from the request of a client through the job to its agents, model calls and webhook, over two processes. */

const asked = { trace: "4bf92f3577b34da6a3ce929d0e0e4736", span: "00f067aa0ba902b7" };
const collectorKey = "a-key-of-the-collector";

test("a job is one trace, from the client's request to the webhook", async () => {
  const collector = await startOtlpReceiver();
  const model = await startModelServer();
  onTestFinished(() => model.close());
  const testApp = await openTestApp();
  onTestFinished(() => testApp.drop());
  const headers = `x-collector-key=${collectorKey}`;
  const worker = startMailWorker(testApp, {
    ...askingModel(model.url),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: headers,
    WEBHOOK_ALLOW_PRIVATE: "true",
  });
  onTestFinished(() => worker.stop());
  vi.stubEnv("OTEL_EXPORTER_OTLP_HEADERS", headers);
  onTestFinished(() => void vi.unstubAllEnvs());
  const stop = await startTelemetry({ endpoint: collector.url }, "http");
  onTestFinished(stop);
  const door = await testApp.open({ settings: { webhookAllowPrivate: true } });
  const answer = await fetch(`${door.url}/v1/analyses`, {
    method: "POST",
    headers: { "content-type": "application/json", traceparent: `00-${asked.trace}-${asked.span}-01` },
    body: JSON.stringify({ ...demo("2019-06-03"), webhook_url: `${collector.url}/hook` }),
  });
  expect(answer.status).toBe(202);
  const { id } = z.object({ id: z.string() }).parse(await answer.json());

  const named = (name: string): ReceivedSpan[] => collector.spans.filter((span) => span.name === name);
  await expect.poll(() => named("webhook").length).toBe(1);
  await expect.poll(() => named("analysis").length).toBe(1);

  const [request] = named("POST /v1/analyses");
  const [analysis] = named("analysis");
  const [hook] = named("webhook");
  expect(request).toMatchObject({ traceId: asked.trace, parentSpanId: asked.span, service: "conclave-http", kind: 2 });
  expect(request?.attributes).toMatchObject({ "http.route": "/v1/analyses", "http.response.status_code": 202 });
  expect(analysis).toMatchObject({ traceId: asked.trace, parentSpanId: request?.spanId, service: "conclave-worker" });
  expect(analysis?.attributes["conclave.job.id"]).toBe(id);
  expect(hook).toMatchObject({ traceId: asked.trace, parentSpanId: request?.spanId });

  const turns = collector.spans.filter(({ name }) => name.startsWith("invoke_agent "));
  const calls = collector.spans.filter(({ name }) => name.startsWith("chat "));
  expect(turns.length).toBeGreaterThanOrEqual(12);
  expect(new Set(turns.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([analysis?.spanId]));
  expect(calls).toHaveLength(model.calls.length);
  const turnIds = new Set(turns.map(({ spanId }) => spanId));
  for (const { traceId, parentSpanId, kind, attributes } of calls) {
    expect({ traceId, kind, below: turnIds.has(parentSpanId ?? "") }).toEqual({
      traceId: asked.trace,
      kind: 3,
      below: true,
    });
    expect(attributes["gen_ai.request.model"]).toMatch(/^(?:deep|quick)$/);
    expect(attributes["gen_ai.usage.input_tokens"]).toBeGreaterThan(100);
    expect(attributes["gen_ai.usage.output_tokens"]).toBeGreaterThan(0);
  }
  // Who is asked goes on with the trace: each call under its own span.
  const sent = model.calls.map(({ headers }) => String(headers["traceparent"]).split("-"));
  expect(new Set(sent.map(([, trace]) => trace))).toEqual(new Set([asked.trace]));
  expect(sent.map(([, , span]) => span).toSorted()).toEqual(calls.map(({ spanId }) => spanId).toSorted());
  const told = collector.requests.find(({ path }) => path === "/hook");
  expect(told?.headers["traceparent"]).toBe(`00-${asked.trace}-${hook?.spanId}-01`);

  // The log leads to the trace, the collector's key goes to it alone, and nobody's words are in a span.
  expect(door.logged()).toMatch(new RegExp(`"path":"/v1/analyses"[^\n]*"trace_id":"${asked.trace}"`));
  expect(collector.requests.find(({ path }) => path === "/v1/traces")?.headers["x-collector-key"]).toBe(collectorKey);
  expect(collector.text()).not.toContain(collectorKey);
  const words = model.calls.flatMap(({ prompt }) => prompt.split("\n").filter((line) => line.length > 60));
  expect(words.length).toBeGreaterThan(100);
  expect(words.filter((line) => collector.text().includes(line))).toEqual([]);
});
