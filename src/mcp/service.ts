import type { Conclave } from "#client";

/** The service as its client sees it. The tools know nothing else: whoever asks may do what their key may do. */
export interface Service {
  readonly client: Conclave;
  /** Where people reach it, for what is said about it: its pages, and how to start it. */
  readonly address: string;
  /** Fires when the client cancels its request by another; never where the request itself is told. */
  readonly cancelled: AbortSignal | null;
  /** Fires when the server stops. */
  readonly stopping: AbortSignal | null;
  /** A client that leaves has cancelled: by the revision of 2026-07-28 it says so in no other way. */
  readonly leavingCancels: boolean;
  /** Hears of what is nobody's mistake but ours. */
  readonly report: (error: unknown) => void;
}
