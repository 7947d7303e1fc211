import type { AnalysisRequest } from "#src/contract/analysis.ts";
import type { Agent } from "#src/contract/answers.ts";
import type { AgentReport, Reports } from "#src/contract/run.ts";
import type { ChartData, DrawnBar } from "#src/contract/chart.ts";
import { isEnglish, languageField } from "#src/contract/language.ts";
import { stages } from "#src/contract/stages.ts";
import { counted, countText, priceDigits } from "#src/platform/number-text.ts";
import type { Block, Cell, Column, Line, Part, ReportDocument, Stage } from "./document.ts";
import { flaggedCount, groundingSummary } from "./grounding-text.ts";
import { unheardLine } from "./answer-notes.ts";
import { changeOfMind, headFacts } from "./headline.ts";
import { createReader, paragraph, plain, type Reader } from "./prose.ts";
import {
  agentTitles,
  capitalised,
  costText,
  dataNotes,
  instantText,
  money,
  reasonerName,
  reportsInOrder,
  asSentence,
  syntheticNote,
  unwrittenLine,
  writtenIn,
  type FinishedRun,
} from "./result-text.ts";
import { citedIn, runChart } from "./run-chart.ts";
import { shownEvidence } from "./shown-evidence.ts";
import { roundsOf } from "./rounds.ts";
import { stanceMap } from "./stance-map.ts";

/**
 * All that a report says of a finished run.
 * @param later prices after the run, for a chart that can keep them apart
 */
export function buildDocument(finished: FinishedRun, later: readonly DrawnBar[] = []): ReportDocument {
  const { run, reports } = finished;
  const day = reports.data.session ?? run.request.trade_date;
  const reader = createReader(new Set(run.manifest.evidence.map(({ id }) => id)), writtenIn(finished));
  const part = (id: string, title: string | null, blocks: readonly Block[], note: string | null = null): Part[] =>
    blocks.length === 0 ? [] : [{ id, title, note, blocks }];
  return {
    title: `${reports.data.symbol}: ${run.result.rating} as of ${day}`,
    headline: `${reports.data.symbol} as of ${day}`,
    runId: run.manifest.run_id,
    finishedAt: run.manifest.finished_at,
    parts: [
      ...part("verdict", null, verdict(finished, reader)),
      ...part("stances", "Who stood where", stances(finished), "Each voice on one scale, from Sell to Buy"),
      ...part("chart", "Price", [...chart(finished, later), ...prices(finished)]),
      ...part("decision", "Decision", decision(finished, reader)),
      ...part("debate", "The debate", debate(reports, reader)),
      ...part("data", "About the data", aboutData(reports)),
      ...part("cost", "Cost and settings", setting(finished)),
      ...part("evidence", "Evidence", evidence(finished), knownBy(reports)),
    ],
  };
}

/** Whoever has spoken. */
export type Spoken = { readonly [agent in Agent]?: AgentReport | undefined };

/** What had been said when a run failed, so that what was paid for is not lost. */
export function buildPartial(request: AnalysisRequest, reason: string, reports: Spoken): ReportDocument {
  const title = `${request.ticker} as of ${request.trade_date}: ended without a result`;
  const parts: Part[] = [{ id: "reason", title: null, note: null, blocks: [paragraph("plain", asSentence(reason))] }];
  const said = debate(reports, createReader(null, languageField(request.language)), []);
  if (said.length > 0) parts.push({ id: "debate", title: "The debate", note: null, blocks: said });
  return { title, headline: title, runId: "", finishedAt: "", parts };
}

function verdict(finished: FinishedRun, reader: Reader): Block[] {
  const { run, reports } = finished;
  const { data, review_reason: reason } = reports;
  const about = [
    data.name,
    data.asset_type,
    data.currency,
    ...(data.as_of === null ? [] : [`data as known by ${instantText(data.as_of)}`]),
  ];
  const facts = headFacts(finished);
  const changes = changeOfMind(finished, reader);
  return [
    paragraph("quiet", about.filter((text) => text !== "").join(" · ")),
    ...(data.synthetic ? [paragraph("warning", syntheticNote)] : []),
    { kind: "rating", rating: run.result.rating },
    ...(reason !== null
      ? [paragraph("review", noOpinion(reader.line(asSentence(reason))))]
      : reports.verdict === null
        ? []
        : [paragraph("lead", reader.thesis(reports))]),
    ...(changes.length === 0 ? [] : [{ kind: "list", title: "What would change the rating", items: changes } as const]),
    ...(facts.length === 0 ? [] : [{ kind: "facts", facts } as const]),
    ...checked(finished),
  ];
}

function stances(finished: FinishedRun): Block[] {
  const map = stanceMap(finished);
  return map === null ? [] : [map];
}

function noOpinion(reason: Line): Line {
  const behind = " REVIEW is not a Hold. The run found no sound basis for any rating.";
  return {
    source: `**No opinion.** ${reason.source}${behind}`,
    spans: [
      { kind: "strong", spans: plain("No opinion.").spans },
      ...plain(" ").spans,
      ...reason.spans,
      ...plain(behind).spans,
    ],
  };
}

/** What the report says of its own checking, over all its texts. */
function checked(finished: FinishedRun): Block[] {
  const { reports } = finished;
  const groundings = reportsInOrder(reports).flatMap(({ turns }) => turns.map(({ grounding }) => grounding));
  const summary = groundingSummary(groundings, !isEnglish(writtenIn(finished).language));
  const unwritten = unwrittenLine(finished);
  const flagged = flaggedCount(groundings);
  const unheard = unheardLine(reports);
  const marked = flagged === 0 ? "" : ` ${flagged} flagged and marked in the text.`;
  return [
    ...(unheard === null ? [] : [paragraph("warning", unheard)]),
    ...(unwritten === null ? [] : [paragraph("quiet", unwritten)]),
    ...(summary === null ? [] : [paragraph("quiet", `${summary}${marked}`)]),
  ];
}

function chart(finished: FinishedRun, later: readonly DrawnBar[]): Block[] {
  const data = runChart(finished, later);
  const last = data?.bars.at(-1);
  if (data === null || last === undefined) return [];
  const { currency, asOf, holes } = data;
  const caption = plain(
    `Daily bars in ${currency} up to ${last.date}, last close ${priceDigits(last.close)}, adjusted for splits known on ${asOf}. ${holesText(holes.filter(({ from }) => from <= asOf))}The run used nothing later.`,
  );
  return [{ kind: "chart", data, caption }];
}

function holesText(holes: ChartData["holes"]): string {
  const missing = holes.reduce((sum, { sessions }) => sum + sessions, 0);
  return missing === 0
    ? ""
    : `${counted(missing, "session")} without a price, shown as ${holes.length === 1 ? "a gap" : "gaps"}. `;
}

function decision({ run, reports }: FinishedRun, reader: Reader): Block[] {
  const { trader, portfolio_manager: manager, checks } = reports;
  const spoke = [trader, manager].flatMap((report) => report ?? []);
  return [
    ...(trader === undefined && run.result.decision !== null ? [paragraph("plain", run.result.decision)] : []),
    ...(spoke.length === 0
      ? []
      : [{ kind: "stage", title: null, note: null, rounds: roundsOf(spoke, reader) } as const]),
    ...(checks.length === 0
      ? []
      : [
          table(
            "Checks of levels and rating",
            [column("Check"), column("Outcome"), column("Detail", "wide")],
            checks.map(({ id, outcome, detail }) => [
              cell(capitalised(id.replaceAll("_", " "))),
              { line: plain(capitalised(outcome.replace("_", " "))), outcome },
              cell(detail),
            ]),
          ),
        ]),
  ];
}

/** What led to the decision, in the order in which it was said. */
function debate(reports: Spoken, reader: Reader, above: readonly Agent[] = ["trader", "portfolio_manager"]): Stage[] {
  return stages.flatMap(({ title, note, agents }): Stage[] => {
    const spoke = agents.flatMap((agent) => (above.includes(agent) ? [] : (reports[agent] ?? [])));
    if (spoke.length === 0) return [];
    return [{ kind: "stage", title, note, rounds: roundsOf(spoke, reader) }];
  });
}

/** Where the evidence came from, and what was missing, refused or stale as of the date. */
function aboutData(reports: Reports): Block[] {
  const { sources, as_of: asOf, historical } = reports.data;
  const notes = dataNotes(reports);
  const refused = historical ? " Sources that only show current data were excluded." : "";
  return [
    ...(asOf === null
      ? []
      : [
          paragraph(
            "plain",
            `Every piece of evidence was public by ${instantText(asOf)}. Anything published later, or with an unknown publication date, was withheld from the agents by code.${refused}`,
          ),
        ]),
    ...(sources.length === 0 ? [] : [paragraph("plain", `Sources: ${sources.join(", ")}`)]),
    ...(notes.length > 0
      ? [{ kind: "list", title: null, items: notes.map(plain) } as const]
      : isWhole(reports)
        ? [paragraph("quiet", "No data was missing, refused or stale.")]
        : []),
  ];
}

/** Whether nothing at all was lacking: neither the instrument itself nor what an analyst works from. */
function isWhole(reports: Reports): boolean {
  const { data, review_reason: reason } = reports;
  const silent = reportsInOrder(reports).some(({ skipped }) => skipped !== null);
  return data.as_of !== null && data.notes.length === 0 && reason === null && !silent;
}

function knownBy({ data: { session } }: Reports): string | null {
  return session === null ? null : `All known by the close of ${session}`;
}

function evidence({ run, reports }: FinishedRun): Block[] {
  const items = run.manifest.evidence.map(shownEvidence);
  if (items.length === 0) return [];
  const cited = citedIn(reports);
  return [{ kind: "evidence", items, cited: items.map(({ id }) => id).filter((id) => cited.has(id)) }];
}

const mostSessions = 60;

/** The chart's last sessions as figures, newest first. */
function prices({ run, reports: { data } }: FinishedRun): Block[] {
  const bars = run.manifest.chart.slice(-mostSessions).toReversed();
  if (bars.length === 0) return [];
  const block = table(
    `Daily prices in ${data.currency}`,
    [column("Session"), ...["Open", "High", "Low", "Close"].map((name) => column(name, "number"))],
    bars.map(({ date, open, high, low, close }) => [
      cell(date),
      ...[open, high, low, close].map(priceDigits).map(cell),
    ]),
  );
  return [{ kind: "folded", title: `Prices of the last ${counted(bars.length, "session")}`, open: false, block }];
}

/** What the run took, by agent, and with what it was made. */
function setting(finished: FinishedRun): Block[] {
  const { usage, manifest } = finished.run;
  const { run_id: id, code_version: code, seed } = manifest;
  const figures = (line: Omit<(typeof usage.agents)[number], "agent" | "model">): Cell[] =>
    [
      ...[line.calls, line.input_tokens, line.cached_input_tokens, line.output_tokens].map((count) => countText(count)),
      money(line.cost_usd),
    ].map(cell);
  return [
    paragraph("plain", `Reasoner: ${reasonerName(finished)}`),
    paragraph("plain", `Cost: ${costText(finished)}`),
    paragraph("quiet", capitalised(`${id === "shared" ? "" : `run ${id}, `}code ${code}, seed ${seed}`)),
    ...(usage.agents.length === 0
      ? []
      : [
          table(
            "Cost and tokens by agent",
            [
              column("Agent"),
              column("Model", "wide"),
              ...["Calls", "Input tokens", "Cached input", "Output tokens", "Cost"].map((name) =>
                column(name, "number"),
              ),
            ],
            [
              ...usage.agents.map((line) => [cell(agentTitles[line.agent]), cell(line.model), ...figures(line)]),
              [cell("Total"), cell(""), ...figures(usage)],
            ],
          ),
        ]),
  ];
}

function table(name: string, columns: readonly Column[], rows: readonly (readonly Cell[])[]): Block {
  return { kind: "table", name, columns, rows };
}

function column(title: string, look: "wide" | "number" | null = null): Column {
  return { line: plain(title), align: look === "number" ? "right" : "left", wide: look === "wide" };
}

function cell(text: string): Cell {
  return { line: plain(text), outcome: null };
}
