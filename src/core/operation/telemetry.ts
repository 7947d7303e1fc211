import { AsyncLocalStorage } from "node:async_hooks";
import type { Span, SpanStart, TelemetrySettings, Tracer } from "./telemetry-sdk.ts";

/* Without a collector nothing is measured and no SDK loaded. */

let tracer: Tracer | null = null;
const active = new AsyncLocalStorage<Span | null>();

/** @returns a function that sends the rest before the process ends */
export async function startTelemetry(settings: TelemetrySettings, role: string): Promise<() => Promise<void>> {
  if (settings.endpoint === null) return async () => {};
  const { createTracer } = await import("./telemetry-sdk.ts");
  const made = createTracer({ ...settings, endpoint: settings.endpoint }, role);
  tracer = made;
  return () => {
    if (tracer === made) tracer = null;
    return made.stop();
  };
}

/** `null` where no traces are sent. The caller ends the span. */
export function startSpan(start: SpanStart): Span | null {
  if (tracer === null) return null;
  return tracer.start({ ...start, parent: start.parent ?? active.getStore()?.traceparent });
}

/** Spans started within `work` belong to this one. */
export function within<T>(span: Span | null, work: () => T): T {
  return span === null ? work() : active.run(span, work);
}

/** One span around a piece of work. */
export async function traced<T>(start: SpanStart, work: (span: Span | null) => Promise<T>): Promise<T> {
  const span = startSpan(start);
  if (span === null) return work(null);
  try {
    return await within(span, () => work(span));
  } catch (error) {
    span.fail(error instanceof Error ? error.name : "unknown");
    throw error;
  } finally {
    span.end();
  }
}

/** The current trace, for a header or a row. */
export function traceparent(): string | null {
  return active.getStore()?.traceparent ?? null;
}

/** The same as headers of an outgoing request. */
export function traceHeaders(): { readonly traceparent?: string } {
  const parent = traceparent();
  return parent === null ? {} : { traceparent: parent };
}

/** What links a log line to its trace. */
export function traceIds(parent: string | null = traceparent()): { trace_id?: string; span_id?: string } {
  const [, trace, span] = parent?.split("-") ?? [];
  return trace === undefined || span === undefined ? {} : { trace_id: trace, span_id: span };
}
