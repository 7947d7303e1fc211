import type { Conclave } from "#client";

/** All that the tools know: whoever asks may do what their key may. */
export interface Service {
  readonly client: Conclave;
  /** The address that people use. */
  readonly address: string;
  /** Fires when another request cancels this one. */
  readonly cancelled: AbortSignal | null;
  /** Fires when the server stops. */
  readonly stopping: AbortSignal | null;
  /** By the revision of 2026-07-28, leaving is cancelling. */
  readonly leavingCancels: boolean;
  /** Called for errors that are ours. */
  readonly report: (error: unknown) => void;
}
