export type Uncaught = "rejection" | "exception";

/** One job's stray error must not end the others. `told` runs in its asynchronous context. */
export function handleUncaught(told: (error: unknown, kind: Uncaught) => void): void {
  process.on("unhandledRejection", (reason) => told(reason, "rejection"));
  process.on("uncaughtException", (error) => told(error, "exception"));
}
