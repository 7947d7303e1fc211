import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";

/** OpenTelemetry's names; no prompts, secrets or messages. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Span {
  /** W3C trace context, to pass on. */
  readonly traceparent: string;
  set(attributes: Attributes): void;
  rename(name: string): void;
  /** @param type a kind of error, never its message */
  fail(type: string): void;
  end(): void;
}

export interface SpanStart {
  readonly name: string;
  readonly kind: "server" | "client" | "consumer" | "internal";
  readonly attributes?: Attributes;
  /** An invalid one counts as none; by default the active span. */
  readonly parent?: string | null | undefined;
}

export interface Tracer {
  start(start: SpanStart): Span;
  /** Sends what is left. Never rejects. */
  stop(): Promise<void>;
}

export interface TelemetrySettings {
  /** Of a collector; `null`: no traces. */
  readonly endpoint: string | null;
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;
/** What is not sent by then is lost when the process ends. */
const stopWithinMs = 2000;

/** OTLP as JSON; the SDK reads headers and sampler from OpenTelemetry's own variables. Nothing is registered globally: libraries' own traces may hold private texts. */
export function createTracer({ endpoint }: TelemetrySettings & { readonly endpoint: string }, role: string): Tracer {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, "")}/v1/traces`,
    timeoutMillis: 5000,
  });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": `conclave-${role}`, "service.namespace": "conclave" }),
    spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: 1000 })],
  });
  const tracer = provider.getTracer("conclave");
  return {
    start({ name, kind, attributes = {}, parent }) {
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: known(attributes) }, contextOf(parent));
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED) === 0 ? "00" : "01"}`,
        set: (more) => void span.setAttributes(known(more)),
        rename: (to) => void span.updateName(to),
        fail: (type) => void span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute("error.type", type),
        end: () => span.end(),
      } satisfies Span;
    },
    async stop() {
      const late = new Promise((resolve) => setTimeout(resolve, stopWithinMs).unref());
      await Promise.race([provider.shutdown().catch(() => {}), late]);
    },
  };
}

/** @see https://www.w3.org/TR/trace-context/#traceparent-header */
function contextOf(parent: string | null | undefined): Context {
  const [, traceId, spanId, flags] =
    /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:$|-)/.exec(parent ?? "") ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function known(attributes: Attributes): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
