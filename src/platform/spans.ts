/** By the names of OpenTelemetry's conventions. No texts of prompts, no addresses with secrets, no messages of errors. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Span {
  /** W3C trace context, for whoever goes on with it. */
  readonly traceparent: string;
  set(attributes: Attributes): void;
  rename(name: string): void;
  /** @param type a kind of error, never what it says */
  fail(type: string): void;
  end(): void;
}

export interface SpanStart {
  readonly name: string;
  readonly kind: "server" | "client" | "consumer" | "internal";
  readonly attributes?: Attributes;
  /** A `traceparent`, as somebody sent or kept it; what is none counts as none. By default the span that is active. */
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
  /** Sent along, as "name=value,name=value"; may hold a secret. */
  readonly headers: string | null;
  /** The share of new traces that are kept, 0 to 1. */
  readonly share: number;
}
