import { startModelServer } from "#tests/support/model-server.ts";

/* A model server in a process of its own, as a model is: its work must not be counted as the debate's. */
const server = await startModelServer({ latencyMs: Number(process.argv[2] ?? "0"), keepCalls: false });
process.send?.(server.url);
process.once("disconnect", () => void server.close());
