import { z } from "zod";
import { Refusal, type Service, envelope, pageOf, shortened, textPage } from "../answer.ts";
import { firstSection, sectionsOf, textOf } from "../shown-analysis.ts";
import { tool } from "../tool.ts";
import { AnalysisId } from "./analyses.ts";
import { AnswerKind, assistantLimits } from "#src/contract/jobs/assistant.ts";
import { ReportAnswer } from "#src/contract/jobs/analysis-routes.ts";
import { Analyst } from "#src/contract/jobs/analysis.ts";
import { Evidence, EvidenceId } from "#src/contract/run/evidence.ts";
import { inline } from "#src/core/text/untrusted.ts";
import { DescribedRun } from "#src/contract/run/run.ts";
import { Change, type RunDiff, type Compared, diffRuns } from "#src/report/text/diff.ts";

const Offset = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

export async function readMarkdown({ client }: Pick<Service, "client">, id: string): Promise<string> {
  return client.analyses.report(id, { format: "markdown" });
}

export const readReport = tool({
  name: "read_report",
  title: "Read a report",
  description:
    "A finished report in parts. Without section it returns the summary and the list of sections, agents among them, with their sizes. " +
    'With section it returns that part, such as "Decision", "Bull" or "Evidence"; long parts come in pages: pass next_cursor as cursor.',
  input: z.object({
    id: AnalysisId,
    section: z.string().min(1).max(100).optional().describe("A name from the list of sections."),
    cursor: z
      .string()
      .regex(/^\d{1,9}$/)
      .optional(),
  }),
  output: z.object({
    id: z.string(),
    title: z.string(),
    section: z.string(),
    text: z.string(),
    sections: z
      .array(z.object({ name: z.string(), within: z.string().nullable(), characters: z.int() }))
      .describe("Empty where a section was asked for."),
    next_cursor: z.string().nullable(),
  }),
  async run({ id, section = firstSection, cursor }, { service }) {
    const { title, sections } = sectionsOf(await readMarkdown(service, id));
    const whole = textOf(sections, section);
    if (whole === null) {
      const names = sections.map(({ name }) => `"${name}"`).join(", ");
      throw new Refusal(`This report has no section of that name. It has ${names}.`);
    }
    const { text, next } = textPage(whole, Math.min(Offset.parse(cursor ?? "0"), whole.length));
    const listed = sections.map(({ name, within, text: own }) => ({ name, within, characters: own.length }));
    return {
      id,
      title,
      section,
      text: envelope(`report ${id}`, text),
      sections: section === firstSection ? listed : [],
      next_cursor: next === null ? null : String(next),
    };
  },
});

/** For a statement, and for the sentence it is based on. */
const mostAnswer = 1200;

export const askReport = tool({
  name: "ask_report",
  title: "Ask a report",
  description:
    "Answers a question from one finished report and nothing else, each claim with its quote: what an agent said, why, which numbers, what if a level were different.",
  input: z.object({ id: AnalysisId, question: z.string().trim().min(1).max(assistantLimits.questionLength) }),
  output: z.object({
    kind: AnswerKind.describe("refused: the report does not say."),
    note: z.string().nullable(),
    claims: z.array(z.object({ text: z.string(), quote: z.string(), from: z.string() })),
  }),
  async run({ id, question }, { service }) {
    const { kind, note, claims } = ReportAnswer.parse(await service.client.analyses.ask(id, question));
    const given = claims.map(({ text, quote, passage: { title, heading } }) => ({
      text: envelope(`report ${id}`, shortened(text, mostAnswer)),
      quote: envelope(`report ${id}`, shortened(quote, mostAnswer)),
      from: heading === null ? title : `${title}, ${heading}`,
    }));
    return { kind, note, claims: [...pageOf(given, 0).items] };
  },
});

/** Of one item that somebody wrote. */
const mostText = 2000;

const ShownEvidence = z.object({
  id: EvidenceId,
  label: z.string(),
  value: z.number().nullable(),
  unit: z.string().nullable(),
  text: z.string().nullable().describe("Text written by a third party, such as a headline."),
  at: z.string().describe("The day it belongs to."),
  source: z.string(),
  formula: z.string().nullable(),
});

const WithEvidence = z.object({ manifest: z.object({ evidence: z.array(Evidence) }) });
const letters = { market: "M", social: "S", news: "N", fundamentals: "F" } as const satisfies Record<Analyst, string>;

export async function evidenceOf({ client }: Pick<Service, "client">, id: string): Promise<Evidence[]> {
  const read = WithEvidence.safeParse(await client.analyses.report(id));
  if (!read.success) throw new Refusal("This analysis ended without a report, so there is no evidence to show.");
  return read.data.manifest.evidence;
}

export function shownEvidence({ id, label, value, unit, text, at, source, formula }: Evidence) {
  return {
    id,
    label: inline(label),
    value,
    unit,
    text: text === null ? null : envelope(`evidence ${id}`, shortened(text, mostText)),
    at,
    source: inline(source),
    formula,
  };
}

export const listEvidence = tool({
  name: "list_evidence",
  title: "List evidence",
  description:
    "The numbered evidence that a report rests on: figures, filings, news and posts known on the as-of date. Pass next_cursor as cursor for the next page.",
  input: z.object({
    id: AnalysisId,
    analyst: Analyst.optional().describe("Only the evidence of this analyst."),
    cursor: z
      .string()
      .regex(/^\d{1,6}$/)
      .optional(),
  }),
  output: z.object({ evidence: z.array(ShownEvidence), total: z.int(), next_cursor: z.string().nullable() }),
  async run({ id, analyst, cursor }, { service }) {
    const all = await evidenceOf(service, id);
    const asked = analyst === undefined ? all : all.filter((item) => item.id.startsWith(letters[analyst]));
    const { items, next } = pageOf(asked.map(shownEvidence), Number(cursor ?? "0"));
    return { evidence: [...items], total: asked.length, next_cursor: next === null ? null : String(next) };
  },
});

export const getEvidence = tool({
  name: "get_evidence",
  title: "Get evidence by ID",
  description: "The evidence behind the citations of a report, such as M12 or N3.",
  input: z.object({ id: AnalysisId, evidence_ids: z.array(EvidenceId).min(1).max(20) }),
  output: z.object({
    evidence: z.array(ShownEvidence),
    unknown_ids: z.array(z.string()).describe("IDs that this report does not have."),
    left_out: z.array(z.string()).describe("IDs that did not fit in this answer: ask for them again."),
  }),
  async run({ id, evidence_ids: asked }, { service }) {
    const known = new Map((await evidenceOf(service, id)).map((item) => [item.id, item]));
    const wanted = [...new Set(asked)];
    const found = wanted.flatMap((one) => known.get(one) ?? []).map(shownEvidence);
    const { items } = pageOf(found, 0);
    return {
      evidence: [...items],
      unknown_ids: wanted.filter((one) => !known.has(one)),
      left_out: found.slice(items.length).map((item) => item.id),
    };
  },
});

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
