import { z } from "zod";

/** An interval as results of version 1 have it: of resamples in blocks that were too short, and too narrow. */
const NarrowInterval = z
  .strictObject({ low: z.number(), high: z.number() })
  .transform(() => ({ status: "withdrawn" as const }));

/** A 95 % interval, or why there is none. */
export const Interval = z.union([
  z.discriminatedUnion("status", [
    z
      .object({
        status: z.literal("given"),
        low: z.number(),
        high: z.number(),
        /** So many independent outcomes would say as much. */
        effective: z.number(),
      })
      .refine(({ low, high }) => low < high, "is no interval: its ends are the same"),
    z.object({
      status: z.literal("too_few"),
      /** What is missing to ten outcomes, and to three blocks of sessions as long as an outcome takes. */
      missing_outcomes: z.int().nonnegative(),
      missing_blocks: z.int().nonnegative(),
    }),
    /** All outcomes were alike, which says nothing of how far others would be off. */
    z.object({ status: z.literal("no_spread") }),
    /** Made by an earlier version, whose intervals were too narrow. */
    z.object({ status: z.literal("withdrawn") }),
  ]),
  NarrowInterval,
]);
export type Interval = z.infer<typeof Interval>;
