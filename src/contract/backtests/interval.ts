import { z } from "zod";

/** Version 1: resampled in blocks that were too short. */
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
        /** The number of independent outcomes with the same information. */
        effective: z.number(),
      })
      .refine(({ low, high }) => low < high, "is no interval: its ends are the same"),
    z.object({
      status: z.literal("too_few"),
      /** Missing to ten outcomes and three blocks. */
      missing_outcomes: z.int().nonnegative(),
      missing_blocks: z.int().nonnegative(),
    }),
    /** Equal outcomes say nothing about the spread. */
    z.object({ status: z.literal("no_spread") }),
    /** Made by an earlier version, whose intervals were too narrow. */
    z.object({ status: z.literal("withdrawn") }),
  ]),
  NarrowInterval,
]);
export type Interval = z.infer<typeof Interval>;
