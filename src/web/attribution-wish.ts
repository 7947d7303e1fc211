import { z } from "zod";
import { attributionLimits, type AttributionWish } from "#src/contract/jobs/attribution.ts";
import { Agent } from "#src/contract/run/answers.ts";

const whole = (from: number, to: number, usual: number) =>
  z
    .string()
    .regex(/^\d{1,3}$/, `enter a number from ${from} to ${to}`)
    .transform(Number)
    .pipe(z.int().min(from, `must be at least ${from}`).max(to, `must be at most ${to}`))
    .default(usual);

const Fields = z.object({
  top: whole(0, attributionLimits.changes, attributionLimits.usualTop),
  repetitions: whole(1, attributionLimits.repetitions, 1),
  agents: z.string().optional(),
});

/** What of a run that models made is to be tried, as the form has it; everything where it is free. @throws ZodError */
export function attributionWish(fields: Readonly<Record<string, unknown>>, isFree: boolean): AttributionWish {
  if (isFree) return { flips: true, repetitions: 1 };
  const { top, repetitions, agents } = Fields.parse(fields);
  return { flips: true, top, repetitions, agents: agents === undefined ? [] : [...Agent.options] };
}
