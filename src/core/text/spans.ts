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
