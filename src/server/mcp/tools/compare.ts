import { z } from "zod";
import { DescribedRun } from "#src/contract/run/run.ts";
import { Change, type RunDiff } from "#src/contract/run/run-diff.ts";
import { diffRuns, type Compared } from "#src/report/text/diff.ts";
import { inline } from "#src/core/text/untrusted.ts";
import { envelope } from "../envelope.ts";
import { Refusal } from "../refusal.ts";
import type { Service } from "../service.ts";
import { pageOf, shortened } from "../size.ts";
import { tool } from "../tool.ts";
import { AnalysisId } from "./analyses.ts";

/** Of one claim. */
const mostClaim = 400;
const kinds = ["outcome", "setting", "evidence", "argument"] as const;

const Difference = z.object({
  kind: z.enum(kinds),
  what: z.string().describe("The measure, setting or agent."),
  before: Change.shape.before,
  after: Change.shape.after,
});
type Difference = z.infer<typeof Difference>;

async function comparedOf({ client }: Service, id: string): Promise<Compared> {
  const read = DescribedRun.safeParse(await client.analyses.report(id));
  if (!read.success) throw new Refusal(`The analysis ${id} ended without a report, so it cannot be compared.`);
  return { run: read.data, reports: read.data.result.reports };
}

export const compareAnalyses = tool({
  name: "compare_analyses",
  title: "Compare two analyses",
  description:
    "What changed from one finished analysis to another: outcome first, then settings, evidence and each agent's claims. Pass next_cursor as cursor for the next page.",
  input: z.object({
    before: AnalysisId,
    after: AnalysisId,
    kinds: z
      .array(z.enum(kinds))
      .min(1)
      .default([...kinds]),
    cursor: z
      .string()
      .regex(/^\d{1,6}$/)
      .optional(),
  }),
  output: z.object({ differences: z.array(Difference), total: z.int(), next_cursor: z.string().nullable() }),
  async run({ before, after, kinds: asked, cursor }, { service }) {
    const [was, is] = await Promise.all([comparedOf(service, before), comparedOf(service, after)]);
    const all = differencesIn(diffRuns(was, is)).filter(({ kind }) => asked.includes(kind));
    const { items, next } = pageOf(all, Number(cursor ?? "0"));
    return { differences: [...items], total: all.length, next_cursor: next === null ? null : String(next) };
  },
});

function differencesIn({ outcome, setting, evidence, arguments: argued }: RunDiff): Difference[] {
  const changed =
    (kind: Difference["kind"], prefix: string) =>
    (change: Change): Difference => ({
      kind,
      what: prefix + inline(change.name),
      before: shown(change.before),
      after: shown(change.after),
    });
  const item = ({ id, label, text }: RunDiff["evidence"]["added"][number]) =>
    envelope(`evidence ${id}`, shortened(text ?? label, mostClaim));
  const claim = (agent: string, text: string) => envelope(agent, shortened(text, mostClaim));
  return [
    ...outcome.map(changed("outcome", "")),
    ...setting.map(changed("setting", "")),
    ...evidence.changed.map(changed("evidence", "")),
    ...evidence.added.map((one): Difference => ({ kind: "evidence", what: "new", before: null, after: item(one) })),
    ...evidence.removed.map((one): Difference => ({ kind: "evidence", what: "gone", before: item(one), after: null })),
    ...argued.flatMap(({ agent, added, removed, fields }): Difference[] => [
      ...fields.map(changed("argument", `${agent}: `)),
      ...added.map((text): Difference => ({ kind: "argument", what: agent, before: null, after: claim(agent, text) })),
      ...removed.map((text): Difference => ({
        kind: "argument",
        what: agent,
        before: claim(agent, text),
        after: null,
      })),
    ]),
  ];
}

/** An agent's field may be prose. */
function shown(value: Change["before"]): Change["before"] {
  if (typeof value !== "string") return value;
  return value.length > 40 ? envelope("agent", shortened(value, mostClaim)) : inline(value);
}
