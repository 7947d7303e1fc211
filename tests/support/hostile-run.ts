import { Reports, Run } from "#src/contract/run/run.ts";
import type { FinishedRun } from "#src/report/text/result-text.ts";
import { demoRun } from "./finished-job.ts";

/** Fields that vendors and models fill with words of their own. */
const worded = new Set([
  "text",
  "label",
  "name",
  "detail",
  "thesis",
  "headline",
  "decision",
  "source",
  "claim",
  "title",
]);
const wordedLists = new Set(["notes", "risks", "claims"]);

const whole = await demoRun();

/** The run that ships, with a text behind all that a vendor or a model has written in it. */
export function hostileRun(text: string): FinishedRun {
  const run = Run.parse(poisoned(whole, text, false));
  run.manifest.run_id += text;
  const reports = Reports.parse(run.result.reports);
  return { run, reports };
}

function poisoned(value: unknown, text: string, here: boolean): unknown {
  if (typeof value === "string") return here ? `${value}${text}` : value;
  if (Array.isArray(value)) return value.map((one) => poisoned(one, text, here));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      poisoned(
        inner,
        text,
        (worded.has(key) && typeof inner === "string") || (wordedLists.has(key) && Array.isArray(inner)),
      ),
    ]),
  );
}
