import { readFileSync } from "node:fs";
import { z } from "zod";
import { Computation } from "#src/contract/answers.ts";
import type { Evidence } from "#src/contract/evidence.ts";

/* The sets of sentences in src/debate/grounding/written, with the evidence of the runs that they are about. */

const folder = new URL("../../src/debate/grounding/written/", import.meta.url);

const Item = z
  .tuple([
    z.string(),
    z.string(),
    z.string(),
    z.number().nullable(),
    z.string().nullable(),
    z.string(),
    z.string().nullable(),
  ])
  .transform(([id, key, label, value, unit, at, text]): Evidence => ({
    id,
    key,
    label,
    value,
    unit,
    at,
    text,
    source: "archive",
    source_ids: [],
    formula: null,
    hash: "",
  }));

/** What some sentences stand with: levels of their own, declared computations, another language. */
const With = z.object({
  own: z.record(z.string(), z.number()).optional(),
  computations: z.array(Computation).default([]),
  language: z.string().optional(),
});

const Told = z.enum(["right", "wrong", "unread"]);

const Run = z.object({
  ticker: z.string(),
  date: z.string(),
  /** What the agents of the run set, by role. */
  own: z.record(z.string(), z.number()),
  /** Each item that has a value, and the list of closes. */
  evidence: z.array(Item),
  sentences: z.array(z.union([z.tuple([Told, z.string(), z.string()]), z.tuple([Told, z.string(), z.string(), With])])),
});
export type WrittenRun = z.infer<typeof Run>;

/** The runs of a set, such as `third`. */
export function writtenRuns(name: string): WrittenRun[] {
  return z.array(Run).parse(JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8")));
}
