import { markEnd, markStart, withMarks } from "./marked-text.ts";
import { agentTitles, duration, groundingLine, money, priceText, reasonerName, reportsInOrder, syntheticNote, valueText, type Finished } from "./words.ts";

/** The report as GitHub-flavoured markdown. Unsupported numbers carry a ⚠. */
export function renderMarkdown(finished: Finished): string {
  const { run, reports } = finished;
  const { data } = reports;
  return [
    `# ${data.symbol}: ${run.result.rating} as of ${data.session ?? run.request.trade_date}`,
    ...(data.synthetic ? [`> **${syntheticNote}**`] : []),
    outcome(finished),
    ...(run.result.decision === null ? [] : ["## Decision", quoteSafe(run.result.decision), levelsTable(finished)]),
    ...(reports.checks.length === 0 ? [] : ["## Checks", table(["Check", "Outcome", "Detail"], reports.checks.map((check) => [check.id, check.outcome.replace("_", " "), check.detail]))]),
    ...(data.notes.length === 0 ? [] : ["## About the data", data.notes.map((note) => `- ${cell(note)}`).join("\n")]),
    ...reportsInOrder(reports).map(agentSection),
    ...evidenceSection(finished),
    "## Cost and setting",
    setting(finished),
    "",
  ].join("\n\n");
}

function outcome({ run, reports }: Finished): string {
  const { verdict, data } = reports;
  const lines = [
    `**${data.name}** (${data.symbol}), ${data.asset_type}, ${data.currency}`,
    data.as_of === null ? "" : `Known by: ${data.as_of}`,
    `Rating: **${run.result.rating}**`,
  ];
  if (reports.review_reason !== null) lines.push(`No opinion, because ${cell(reports.review_reason)}. REVIEW is not a Hold.`);
  else if (verdict !== null)
    lines.push(
      verdict.thesis,
      [
        verdict.target === null ? "" : `Target ${priceText(verdict.target, data.currency)}`,
        verdict.horizon_days === null ? "" : `horizon ${verdict.horizon_days} days`,
        verdict.confidence === null ? "" : `confidence ${verdict.confidence}`,
      ]
        .filter((part) => part !== "")
        .join(", "),
    );
  return lines.filter((line) => line !== "").join("\n\n");
}

function levelsTable({ reports }: Finished): string {
  const { levels } = reports;
  if (levels === null) return "";
  const price = (value: number | null): string => priceText(value, levels.currency);
  return table(
    ["Action", "Entry", "Stop", "Target", "Size"],
    [[levels.action, price(levels.entry), price(levels.stop), price(levels.target), levels.size_pct === null ? "–" : `${levels.size_pct} %`]],
  );
}

function agentSection(report: ReturnType<typeof reportsInOrder>[number]): string {
  const title = `## ${agentTitles[report.agent]}`;
  if (report.skipped !== null) return `${title}\n\nNot asked: ${report.skipped}.`;
  const rounds = report.turns.map((turn) => {
    const text = quoteSafe(withMarks(turn.text, turn.grounding)).replaceAll(markStart, "").replaceAll(markEnd, " ⚠");
    const problem = turn.problem === null ? "" : `\n\n_No structured answer: ${cell(turn.problem)}_`;
    return `${report.turns.length === 1 ? "" : `### Round ${turn.round}\n\n`}${text}${problem}`;
  });
  const line = groundingLine(report);
  return [title, ...rounds, ...(line === null ? [] : [`_${line}_`])].join("\n\n");
}

function evidenceSection({ run }: Finished): string[] {
  const { evidence } = run.manifest;
  if (evidence.length === 0) return [];
  const rows = evidence.map((item) => [item.id, item.label, valueText(item), item.at, item.source]);
  return ["## Evidence", table(["Id", "What", "Value", "Day", "Source"], rows)];
}

function setting(finished: Finished): string {
  const { run } = finished;
  const { usage, manifest } = run;
  const agents = usage.agents.map((line) => [
    agentTitles[line.agent],
    line.model,
    String(line.calls),
    line.input_tokens.toLocaleString("en-US"),
    line.output_tokens.toLocaleString("en-US"),
    money(line.cost_usd),
  ]);
  return [
    `- Reasoner: ${reasonerName(finished)}`,
    `- Cost: ${money(usage.cost_usd)}${usage.budget_usd === null ? "" : ` of a budget of $${usage.budget_usd}`}; ${usage.calls} calls; ${duration(finished)}`,
    `- Run: ${manifest.run_id}, code ${manifest.code_version}, seed ${manifest.seed}`,
    ...(agents.length === 0 ? [] : ["", table(["Agent", "Model", "Calls", "Input tokens", "Output tokens", "Cost"], agents)]),
  ].join("\n");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), `| ${head.map(() => "---").join(" | ")} |`, ...rows.map(line)].join("\n");
}

/** One line, with nothing that ends a table cell or starts a tag. */
function cell(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|").replaceAll("<", "&lt;").trim();
}

/** Prose of an agent: no raw HTML, and no heading that could be taken for one of the report's own. */
function quoteSafe(text: string): string {
  return text.replaceAll("<", "&lt;").replaceAll(/^(#{1,3})\s/gm, "#### ");
}
