/** A promise that was rejected while nobody awaited it, or an error in a callback that nobody caught. */
export type Uncaught = "rejection" | "exception";

/**
 * From now on what nobody caught ends no process: one request's or one job's fault must not end those beside it. Node
 * calls `told` in the asynchronous context that the error comes from, so that it can be known whose it is.
 */
export function handleUncaught(told: (error: unknown, kind: Uncaught) => void): void {
  process.on("unhandledRejection", (reason) => told(reason, "rejection"));
  process.on("uncaughtException", (error) => told(error, "exception"));
}
