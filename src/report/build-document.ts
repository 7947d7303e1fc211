import { titleOf, type AnalysisRequest } from "#src/contract/jobs/analysis.ts";
import { type Agent, stages } from "#src/contract/run/answers.ts";
import type { ConditionState } from "#src/contract/run/conditions.ts";
import { dayOf, type AgentReport, type Reports } from "#src/contract/run/run.ts";
import type { ChartData, DrawnBar } from "#src/contract/chart.ts";
import type { ShownEvidence } from "#src/contract/run/evidence.ts";
import { languageField } from "#src/contract/run/language.ts";
import { isolated } from "#src/core/text/untrusted.ts";
import { counted, countText, priceDigits } from "#src/core/text/number-text.ts";
import type { Block, Line, Part, ReportDocument, Stage } from "./document.ts";
import { footerText } from "./text/figures-text.ts";
import { unheardLine, repetitions, roundsOf, type Telling } from "./rounds.ts";
import { attributionBlocks, weightOf } from "./attribution.ts";
import { cells, column, folded, list, numbers, said, table, checkTable } from "./blocks.ts";
import { conditionBlocks } from "./conditions.ts";
import { holdingsBlocks } from "./for-holdings.ts";
import { changeOfMind, headFacts, unadopted, strongestPoints } from "./headline.ts";
import {
  inPoints,
  agentTitles,
  capitalised,
  costText,
  dataNotes,
  instantText,
  money,
  reasonerName,
  reportsInOrder,
  turnsOf,
  asSentence,
  unrealNotes,
  unwrittenLine,
  writtenIn,
  type FinishedRun,
  shownEvidence,
} from "./text/result-text.ts";
import { isMemory, memoryNote } from "./backtest/memory-text.ts";
import { createReader, markdownLine, paragraph, plain, type Reader } from "./text/prose.ts";
import { citedIn, runChart } from "./charts/run-chart.ts";
import { stanceMap } from "./charts/stance-map.ts";

/**
 * All that a report says of a finished run.
 * @param later prices after the run, for a chart that can keep them apart
 * @param states where the conditions of the rating stand by now; `null` where nobody looked
 */
export function buildDocument(
  given: FinishedRun,
  later: readonly DrawnBar[] = [],
  states: readonly ConditionState[] | null = null,
): ReportDocument {
  const finished = inPoints(given);
  const { run, reports } = finished;
  const { session } = reports.data;
  const day = dayOf(run.manifest);
  const known = session === null ? null : `All known by the close of ${session}`;
  const evidence = new Map(run.manifest.evidence.map((item) => [item.id, item]));
  const reader = createReader(new Set(evidence.keys()), writtenIn(finished));
  const telling = { reader, evidence };
  return {
    title: `${reports.data.symbol}: ${run.result.rating} as of ${day}`,
    headline: `${reports.data.symbol} as of ${day}`,
    runId: run.manifest.run_id,
    finishedAt: run.manifest.finished_at,
    parts: [
      ...part("verdict", null, verdict(finished, reader)),
      ...part("holdings", "For your holdings", finished.forHoldings ? holdingsBlocks(finished.forHoldings) : []),
      ...part("chart", "Price", chart(finished, later)),
      ...part("conditions", "What would change the view", [
        ...list(null, changeOfMind(finished, reader)),
        ...conditionBlocks(finished, reader, states),
      ]),
      ...part("reasons", "For and against", reasons(finished, reader)),
      ...part("stances", "Who stood where", [stanceMap(finished) ?? []].flat()),
      ...part("attribution", "What the rating rests on", attributionBlocks(finished), "Measured, one change at a time"),
      ...part("runs", "Repetitions", repetitions(finished)),
      ...part("debate", "The debate", debate(reports, telling)),
      ...part("checks", "Checks", checks(finished)),
      ...part("data", "Data", [...aboutData(reports), ...prices(finished)]),
      ...part("cost", "Cost by agent and settings", setting(finished)),
      ...part("evidence", "Evidence", evidenceBlocks(finished), known),
    ],
    footer: footerText(turnsOf(reports), writtenIn(finished).language, run.manifest.config.llm_provider === "rules"),
  };
}

function part(id: string, title: string | null, blocks: readonly Block[], note: string | null = null): Part[] {
  return blocks.length === 0 ? [] : [{ id, title, note, blocks }];
}

/** Whoever has spoken. */
export type Spoken = { readonly [agent in Agent]?: AgentReport | undefined };

/** What had been said when a run failed, so that what was paid for is not lost. */
export function buildPartial(request: AnalysisRequest, reason: string, reports: Spoken): ReportDocument {
  const title = `${titleOf(request)}: ended without a result`;
  const tongue = languageField(request.language);
  const telling = { reader: createReader(null, tongue), evidence: new Map() };
  const parts = [
    ...part("reason", null, said("plain", asSentence(reason))),
    ...part("debate", "The debate", debate(reports, telling)),
  ];
  const footer = footerText(turnsOf(reports), tongue.language, false);
  return { title, headline: title, runId: "", finishedAt: "", parts, footer };
}

function verdict(finished: FinishedRun, reader: Reader): Block[] {
  const { run, reports, memory } = finished;
  const { data, review_reason: reason, instruction } = reports;
  const asOf = data.as_of === null ? "" : `data as known by ${instantText(data.as_of)}`;
  const about = [isolated(data.name), data.asset_type, data.currency, asOf];
  const facts = headFacts(finished);
  const proposal = unadopted(finished, reader);
  return [
    paragraph("quiet", about.filter((text) => text !== "").join(" · ")),
    ...unrealNotes(finished).map((note) => paragraph("warning", note)),
    ...(memory === undefined ? [] : [paragraph(isMemory(memory) ? "warning" : "quiet", memoryNote(memory))]),
    ...said("warning", unheardLine(reports)),
    ...said("quiet", unwrittenLine(finished)),
    { kind: "rating", rating: run.result.rating },
    ...said("lead", reason !== null || instruction === undefined ? null : markdownLine(`**${instruction.says}**`)),
    ...said("review", reason === null ? null : markdownLine(`**No opinion.** ${asSentence(reason)} ${unlikeHold}`)),
    ...(facts.length === 0 ? [] : [{ kind: "facts", facts } as const]),
    ...said("plain", proposal?.says ?? null),
    ...folded("Why it was not adopted", list(null, proposal?.reasons ?? [])),
  ];
}

const unlikeHold = "REVIEW is not a Hold. The run found no sound basis for any rating.";

/** The thesis, and what the debate had for it and against it. */
function reasons(finished: FinishedRun, reader: Reader): Block[] {
  const { reports } = finished;
  const points = (side: "bull" | "bear"): Line[] =>
    strongestPoints(reports, side).map(({ turn, index }) => reader.claim(turn, index));
  return [
    ...said("plain", reports.review_reason === null ? reports.verdict && reader.thesis(reports) : null),
    ...list("For", points("bull")),
    ...list("Against", points("bear")),
  ];
}

function chart(finished: FinishedRun, later: readonly DrawnBar[]): Block[] {
  const data = runChart(finished, later);
  const last = data?.bars.at(-1);
  if (data === null || last === undefined) return [];
  const { currency, asOf, holes } = data;
  const caption = plain(
    `Daily bars in ${currency} up to ${last.date}, adjusted for splits known then. ${holesText(holes.filter(({ from }) => from <= asOf))}The run used nothing later.`,
  );
  return [{ kind: "chart", data, caption }];
}

function holesText(holes: ChartData["holes"]): string {
  const missing = holes.reduce((sum, { sessions }) => sum + sessions, 0);
  return missing === 0
    ? ""
    : `${counted(missing, "session")} without a price, shown as ${holes.length === 1 ? "a gap" : "gaps"}. `;
}

/** What code found of the levels and the rating; the decision in words where no trader spoke. */
function checks({ run, reports }: FinishedRun): Block[] {
  return [
    ...said("plain", reports.trader === undefined ? run.result.decision : null),
    ...checkTable("Checks of levels and rating", reports.checks),
  ];
}

/** All that was said, in its order. */
function debate(reports: Spoken, telling: Telling): Stage[] {
  return stages.flatMap(({ title, note, agents }) => stage({ title, note }, agents, reports, telling));
}

function stage(
  head: Pick<Stage, "title" | "note">,
  agents: readonly Agent[],
  reports: Spoken,
  telling: Telling,
): Stage[] {
  const spoke = agents.flatMap((agent) => reports[agent] ?? []);
  return spoke.length === 0 ? [] : [{ kind: "stage", ...head, rounds: roundsOf(spoke, telling) }];
}

/** Where the evidence came from, and what was missing, refused or stale as of the date. */
function aboutData(reports: Reports): Block[] {
  const { sources, as_of: asOf, historical } = reports.data;
  const refused = historical ? " Sources that only show current data were excluded." : "";
  const known = `Every piece of evidence was public by ${instantText(asOf ?? "")}. Anything published later, or with an unknown publication date, was withheld from the agents by code.${refused}`;
  return [
    ...said("plain", asOf === null ? null : known),
    ...said("plain", sources.length === 0 ? null : `Sources: ${sources.join(", ")}`),
    ...list(null, dataNotes(reports).map(plain)),
    ...said("quiet", isWhole(reports) ? "No data was missing, refused or stale." : null),
  ];
}

/** Whether nothing at all was lacking: neither the instrument itself nor what an analyst works from. */
function isWhole(reports: Reports): boolean {
  const { data, review_reason: reason } = reports;
  const silent = reportsInOrder(reports).some(({ skipped }) => skipped !== null);
  return data.as_of !== null && data.notes.length === 0 && reason === null && !silent;
}

function evidenceBlocks({ run, reports, attribution }: FinishedRun): Block[] {
  const items = run.manifest.evidence.map((item) =>
    shownEvidence(item, {
      availableAt: run.manifest.available_at?.[item.id],
      weighs: attribution === undefined ? null : weightOf(attribution, item.id),
    }),
  );
  if (items.length === 0) return [];
  const cited = citedIn(reports);
  // Where the ratio would be: behind the other figures of the company.
  const place = items.findLastIndex(({ id }) => id.startsWith("F")) + 1;
  const all = items.toSpliced(place, 0, ...missingRatios(reports.data));
  return [{ kind: "evidence", items: all, cited: items.map(({ id }) => id).filter((id) => cited.has(id)) }];
}

/** Rows without a value. Their ids are in nobody's reach: what is not there cannot be cited. */
function missingRatios({ missing = [], session }: Reports["data"]): ShownEvidence[] {
  return missing.map(({ key, label, reason }) => ({
    id: `F:${key}`,
    label,
    value: null,
    text: `Left out: ${reason}.`,
    at: session ?? "",
    source: "–",
    formula: null,
  }));
}

const mostSessions = 60;

/** The chart's last sessions as figures, newest first. */
function prices({ run, reports: { data } }: FinishedRun): Block[] {
  const bars = run.manifest.chart.slice(-mostSessions).toReversed();
  const figures = table(
    `Daily prices in ${data.currency}`,
    [column("Session"), ...numbers("Open", "High", "Low", "Close")],
    bars.map(({ date, open, high, low, close }) => cells(date, ...[open, high, low, close].map(priceDigits))),
  );
  return folded(`Prices of the last ${counted(bars.length, "session")}`, figures, true);
}

/** What the run took, by agent, and with what it was made. */
function setting(finished: FinishedRun): Block[] {
  const { usage, manifest } = finished.run;
  const { run_id: id, code_version: code, seed } = manifest;
  const figures = (line: Omit<(typeof usage.agents)[number], "agent" | "model">): string[] => [
    ...[line.calls, line.input_tokens, line.cached_input_tokens, line.output_tokens].map((count) => countText(count)),
    money(line.cost_usd),
  ];
  const total = usage.agents.length === 0 ? [] : [cells("Total", "", ...figures(usage))];
  return [
    paragraph("plain", `Reasoner: ${reasonerName(finished)}`),
    paragraph("plain", `Cost: ${costText(finished)}`),
    paragraph("quiet", capitalised(`${id === "shared" ? "" : `run ${id}, `}code ${code}, seed ${seed}`)),
    ...table(
      "Cost and tokens by agent",
      [
        column("Agent"),
        column("Model", "wide"),
        ...numbers("Calls", "Input tokens", "Cached input", "Output tokens", "Cost"),
      ],
      [...usage.agents.map((line) => cells(agentTitles[line.agent], line.model, ...figures(line))), ...total],
    ),
  ];
}
