import { z } from "zod";
import { MemorySummary } from "#src/contract/backtests/memory.ts";
import { Trial } from "#src/contract/backtests/validity.ts";

/* One question at a time. */

/** Results are handed over as the texts that they are kept as. */
export const JudgeRequest = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("trial"), result: z.string() }),
  z.object({
    kind: z.literal("judge"),
    result: z.string(),
    /** It was brought, and its settings can be any. */
    uploaded: z.boolean(),
    others: z.array(z.string()),
    trials: z.array(Trial),
    /** What was measured of its models' memory of its years. */
    memory: MemorySummary.nullable(),
  }),
  /** A model's answer that the thread asked for; `null`: it is not kept. */
  z.object({ kind: z.literal("answer"), key: z.string(), value: z.unknown() }),
]);
export type JudgeRequest = z.infer<typeof JudgeRequest>;

/** `refused`: in words for whoever asked. `broken`: a defect. */
export const JudgeReply = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("read"), key: z.string() }),
  z.object({ kind: z.literal("trial"), trial: Trial }),
  z.object({ kind: z.literal("report"), report: z.string() }),
  z.object({ kind: z.literal("refused"), reason: z.string() }),
  z.object({ kind: z.literal("broken"), stack: z.string() }),
]);
export type JudgeReply = z.infer<typeof JudgeReply>;
