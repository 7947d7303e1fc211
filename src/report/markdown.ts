import type { AnalysisRequest } from "#src/contract/analysis.ts";
import type { AgentReport, AgentTurn } from "#src/contract/run.ts";
import { claimPart, doubtfulPoints, markEnd, markStart, prosePart, withMarks } from "./marked-text.ts";
import { thesisMarked } from "./thesis.ts";
import { safeLine, safeProse } from "./safe-markdown.ts";
import {
  agentTitles,
  badComputations,
  checkTitle,
  costText,
  dataNotes,
  instantText,
  levelParts,
  money,
  reasonerName,
  reportsInOrder,
  sentence,
  syntheticNote,
  valueText,
  verdictParts,
  type Finished,
} from "./words.ts";
import { flaggedNotes, groundingLine } from "./grounding-words.ts";

type Known = ReadonlySet<string>;

/** The report as GitHub-flavoured markdown. Numbers and ids that rest on nothing carry a ⚠. */
export function renderMarkdown(finished: Finished): string {
  const { run, reports } = finished;
  const { data, checks } = reports;
  const notes = dataNotes(reports);
  const known = new Set(run.manifest.evidence.map((item) => item.id));
  return [
    `# ${safeLine(data.symbol)}: ${run.result.rating} as of ${data.session ?? run.request.trade_date}`,
    ...(data.synthetic ? [`> **${syntheticNote}**`] : []),
    ...outcome(finished),
    ...decision(finished, known),
    ...(checks.length === 0
      ? []
      : [
          "## Checks",
          table(
            ["Check", "Outcome", "Detail"],
            checks.map((check) => [checkTitle(check.id), check.outcome.replace("_", " "), check.detail]),
          ),
        ]),
    ...(notes.length === 0 ? [] : ["## About the data", notes.map((note) => `- ${safeLine(note)}`).join("\n")]),
    ...reportsInOrder(reports)
      .filter(({ agent }) => agent !== "trader")
      .map((report) => agentSection(report, known)),
    ...evidenceSection(finished),
    "## Cost and setting",
    ...setting(finished),
    "",
  ].join("\n\n");
}

/** What had been said when a run failed, so that what was paid for is not lost. */
export function renderPartial(
  request: AnalysisRequest,
  reason: string,
  reports: Partial<Record<AgentReport["agent"], AgentReport>>,
): string {
  return [
    `# ${safeLine(request.ticker)} as of ${request.trade_date}: ended without a result`,
    safeLine(sentence(reason)),
    ...Object.values(reports).map((report) => agentSection(report, null)),
    "",
  ].join("\n\n");
}

function outcome(finished: Finished): string[] {
  const { verdict, data, review_reason } = finished.reports;
  const parts = verdictParts(finished);
  return [
    `**${safeLine(data.name)}**, ${data.asset_type}, ${safeLine(data.currency)}${data.as_of === null ? "" : `; what was known by ${instantText(data.as_of)}`}`,
    `Rating: **${finished.run.result.rating}**`,
    ...(review_reason !== null
      ? [`No opinion. ${safeLine(sentence(review_reason))} REVIEW is not a Hold.`]
      : verdict !== null
        ? [`Thesis: ${withWarnings(safeLine(thesisMarked(finished.reports, false).text), null)}`]
        : []),
    ...(review_reason !== null || parts.length === 0 ? [] : [sentence(parts.join(", "))]),
  ];
}

function decision({ run, reports: { trader, levels } }: Finished, known: Known): string[] {
  if (run.result.decision === null) return [];
  const parts = levelParts(levels);
  return [
    "## Decision",
    ...(trader === undefined ? [safeProse(run.result.decision)] : turns(trader, known)),
    ...(parts.length === 0
      ? []
      : [
          table(
            parts.map(([name]) => name),
            [parts.map(([, text]) => text)],
          ),
        ]),
  ];
}

function agentSection(report: AgentReport, known: Known | null): string {
  const title = `## ${agentTitles[report.agent]}`;
  return [
    title,
    ...(report.skipped === null ? turns(report, known) : [`Not asked: ${safeLine(sentence(report.skipped))}`]),
  ].join("\n\n");
}

/** @param known the ids there are; `null` when the run ended before they were collected */
function turns(report: AgentReport, known: Known | null): string[] {
  const line = groundingLine(report);
  const notes = [...(line === null ? [] : [line]), ...flaggedNotes(report), ...badComputations(report)];
  return [
    ...report.turns.flatMap((turn) => [
      ...(report.turns.length === 1 ? [] : [`### Round ${turn.round}`]),
      withWarnings(safeProse(withMarks(turn.text, turn.grounding, prosePart)), known),
      ...(turn.problem === null ? [] : [`_No structured answer: ${safeLine(sentence(turn.problem))}_`]),
      ...doubtfulClaims(turn, known),
    ]),
    ...notes.map((note) => `_${safeLine(note)}_`),
  ];
}

/** Claims repeat the prose, so only those are shown that were flagged. */
function doubtfulClaims(turn: AgentTurn, known: Known | null): string[] {
  const doubtful = doubtfulPoints(turn.grounding);
  if (doubtful.size === 0) return [];
  const claims = [...doubtful].map(
    (point) =>
      `- ${withWarnings(safeLine(withMarks(turn.points[point]?.claim ?? "", turn.grounding, claimPart(point))), known)}`,
  );
  return [`Points that do not hold against the evidence:\n\n${claims.join("\n")}`];
}

function withWarnings(text: string, known: Known | null): string {
  const marked = text.replaceAll(markStart, "").replaceAll(markEnd, " ⚠");
  if (known === null) return marked;
  return marked.replaceAll(/\[([MSNFD]\d{1,4}(?:[,;] ?[MSNFD]\d{1,4})*)\]/g, (group, ids: string) =>
    ids.split(/[,;] ?/).every((id) => known.has(id)) ? group : `${group} ⚠`,
  );
}

function evidenceSection({ run }: Finished): string[] {
  const { evidence } = run.manifest;
  if (evidence.length === 0) return [];
  const rows = evidence.map((item) => [item.id, item.label, valueText(item), item.at, item.source]);
  return ["## Evidence", table(["Id", "What", "Value", "Day", "Source"], rows)];
}

function setting(finished: Finished): string[] {
  const { usage, manifest } = finished.run;
  const agents = usage.agents.map((line) => [
    agentTitles[line.agent],
    line.model,
    String(line.calls),
    line.input_tokens.toLocaleString("en-US"),
    line.cached_input_tokens.toLocaleString("en-US"),
    line.output_tokens.toLocaleString("en-US"),
    line.cost_usd === null ? "–" : money(line.cost_usd),
  ]);
  return [
    [
      `- Reasoner: ${safeLine(reasonerName(finished))}`,
      `- Cost: ${costText(finished)}`,
      `- Run: ${safeLine(manifest.run_id)}, code ${safeLine(manifest.code_version)}, seed ${manifest.seed}`,
    ].join("\n"),
    ...(agents.length === 0
      ? []
      : [table(["Agent", "Model", "Calls", "Input tokens", "of them cached", "Output tokens", "Cost"], agents)]),
  ];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(safeLine).join(" | ")} |`;
  return [line(head), `| ${head.map(() => "---").join(" | ")} |`, ...rows.map(line)].join("\n");
}
