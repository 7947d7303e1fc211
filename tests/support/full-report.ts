import { join } from "node:path";
import type { Attribution } from "#src/contract/jobs/attribution.ts";
import type { Condition, DroppedCondition } from "#src/contract/run/conditions.ts";
import { Reports, type AgentTurn } from "#src/contract/run/run.ts";
import type { SpanKind, TextSpan } from "#src/contract/run/spans.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import type { FinishedRun } from "#src/report/text/result-text.ts";
import { archiveChain, finishedRun } from "./run-analysis.ts";

const text = `# A heading

**Bold**, *slanted*, ~~struck~~ and \`code of 5.5\`, then\\
a new line: 12.34 flagged [M1, M999], 7.7 rests.

3. third
4. fourth
   - below it

> a quotation

\`\`\`
a program
\`\`\`

---

| Left | Right |
|---|--:|
| cell | 8.8 |
`;

/** A report with everything that a report can have, on a run of the archive that ships. */
export async function fullReport(): Promise<FinishedRun> {
  const vendors = await archiveChain(join(import.meta.dirname, "../../demo"));
  if (vendors === null) throw new Error("the archive in demo/ is not there");
  const reasoner = createRulesReasoner();
  const { outcome } = await finishedRun({ vendors, reasoner, ticker: "DEMO", tradeDate: "2019-06-03" });
  const run = structuredClone(outcome.run);
  const reports = Reports.parse(structuredClone(run.result.reports));
  const { market, social } = reports;
  const [turn] = market?.turns ?? [];
  const [item] = run.manifest.evidence;
  if (market === undefined || social === undefined || turn === undefined || item === undefined)
    throw new Error("the run lacks a voice or evidence");
  market.turns = [spoken(), { ...turn, round: 2 }];
  reports.social = { ...social, turns: [], skipped: "the budget was used up" };
  reports.levels = { action: "buy", entry: 44.5, stop: 40.25, target: 52, size_pct: 3, currency: "USD" };
  reports.instruction = {
    says: "Overweight: own more than usual.",
    not_adopted: { ...reports.levels, action: "sell", target: 33, reason: "A reason in words." },
  };
  reports.verdict = { thesis: "It rises by 3.3 % [M1].", target: 52, horizon_days: 30, confidence: 0.4 };
  reports.conditions = {
    watched: [watched("C1", { at: "close", sessions: 2 }), watched("C2", { at: "next_filing" })],
    dropped,
  };
  const attribution = attributed(item.id, run.result.rating);
  reports.data.missing = [{ key: "pe_ttm", label: "Price to trailing earnings", reason: "the filings are in TWD" }];
  reports.checks = (["pass", "fail", "not_checked"] as const).map((outcome) => ({
    id: "stop_side",
    subject: "stop",
    outcome,
    detail: `The detail of ${outcome}.`,
  }));
  run.manifest.evidence.push({ ...item, id: "N900", value: null, text: "What somebody wrote", formula: "a formula" });
  run.usage.agents[0] = {
    agent: "market",
    model: "a model",
    calls: 3,
    input_tokens: 12_345,
    cached_input_tokens: 678,
    output_tokens: 910,
    cost_usd: null,
  };
  run.usage.cost_usd = "1.2345";
  return { run, reports, attribution };
}

/** Of more changes than stand open, one of them with several outcomes. */
function attributed(evidence: string, rating: Attribution["rating"]): Attribution {
  const run = { rating, confidence: 0.4, score: 0.5, words: [], calls: 3, reused: 9, cost_usd: "0.01" };
  const same = { label: "What was changed", runs: [run, run], changed: 0, rating_shift: 0, score_shift: 0 };
  return {
    version: 1,
    run_id: "run-1",
    rating,
    confidence: 0.4,
    score: 0.5,
    repetitions: 2,
    lines: [
      {
        change: { kind: "without_evidence", evidence },
        label: "The decisive one",
        runs: [{ ...run, rating: "Sell", words: ["bear", "trader"] }, run],
        changed: 1,
        rating_shift: -1,
        score_shift: -0.25,
      },
      { ...same, change: { kind: "flipped_evidence", evidence } },
      ...(["market", "bull", "bear", "trader", "aggressive", "neutral", "conservative"] as const).flatMap((agent) => [
        { ...same, change: { kind: "without_agent", agent } as const, label: agent },
        { ...same, change: { kind: "without_evidence", evidence: `F${agent.length}${agent.charCodeAt(0)}` } as const },
      ]),
    ],
    skipped: [{ change: { kind: "flipped_evidence", evidence: "N900" }, label: "News", reason: "a text has no sign" }],
    calls: 96,
    reused: 288,
    cost_usd: "0.32",
    stopped: "the budget of $0.40 does not cover the next call",
  };
}

function watched(id: string, watch: Condition["watch"]): Condition {
  return {
    id,
    place: 1,
    said: "below 40.5 twice",
    measure: "close",
    label: "A measure that is watched",
    evidence: "M1",
    value: 43.74,
    at: "2019-06-03",
    comparator: "at_or_below",
    threshold: 40.5,
    unit: "USD",
    scale: "price",
    watch,
    deadline: "2019-07-03",
    deadline_from: "horizon",
  };
}

const dropped: DroppedCondition[] = [
  { place: 3, said: "if sentiment sours", reason: "no_measure", detail: "It names no measure of the evidence." },
];

/** A report of a run that came to no opinion, without prices and without evidence. */
export function bareReport(full: FinishedRun): FinishedRun {
  const { run, reports } = structuredClone(full);
  run.result = { ...run.result, rating: "REVIEW", decision: "A decision in words." };
  run.manifest = { ...run.manifest, evidence: [], chart: [] };
  const { data, numbers } = reports;
  const nothing = { checks: [], levels: null, verdict: null, review_reason: "the answer had no rating" };
  return { run, reports: { data: { ...data, notes: [], as_of: null, session: null }, numbers, ...nothing } };
}

const said = {
  round: 1,
  text,
  points: [{ claim: "A claim of 9.9", evidence: ["M2"] }],
  fields: {},
  problem: "the answer was no JSON",
} as const;

function spoken(): AgentTurn {
  const at = (printed: string, kind: SpanKind, ids: string[] = [], expression: string | null = null): TextSpan => {
    const whole = printed === "9.9" ? said.points[0].claim : text;
    const from = whole.indexOf(printed);
    return { from, to: from + printed.length, kind, ids, expression };
  };
  return {
    ...said,
    points: [{ claim: said.points[0].claim, evidence: ["M2"] }],
    read_as: ["asked_again", "asked_again_figures"],
    checked: {
      text: [
        at("5.5", "own", [], "stop"),
        at("12.34", "wrong_source", ["M2"]),
        at("M1", "citation", ["M1"]),
        at("M999", "unknown_id", ["M999"]),
        at("7.7", "reference", ["M1", "M2"], "M1 / M2"),
        at("rests", "contradicted", ["M1"]),
        at("8.8", "supported", ["M2"]),
      ],
      points: [[at("9.9", "unsupported")]],
      fields: {},
    },
  };
}

/** The same report as an earlier release stored it, with what its reader of digits found. */
export function oldReport(full: FinishedRun): FinishedRun {
  const { run, reports } = structuredClone(full);
  const [, ...others] = reports.market?.turns ?? [];
  if (reports.market !== undefined) reports.market.turns = [oldTurn(), ...others];
  return { run, reports };
}

function oldTurn(): AgentTurn {
  const number = { point: null, field: null, value: 0, unit: null, cited: true, basis: null };
  const { claim } = said.points[0];
  return {
    ...said,
    points: [{ claim, evidence: ["M2"] }],
    grounding: {
      numbers: [
        { ...number, text: "5.5", offset: text.indexOf("5.5"), verdict: "proposal", evidence: [] },
        { ...number, text: "12.34", offset: text.indexOf("12.34"), verdict: "wrong_source", evidence: ["M2"] },
        { ...number, text: "7.7", offset: text.indexOf("7.7"), verdict: "evidence", evidence: ["M1"] },
        { ...number, text: "9.9", offset: claim.indexOf("9.9"), point: 0, verdict: "unsupported", evidence: [] },
      ],
      supported: 2,
      unsupported: 2,
      words: [
        {
          point: null,
          field: null,
          offset: text.indexOf("rests"),
          text: "rests",
          verdict: "contradicted",
          evidence: ["M1"],
        },
      ],
      unread: [],
      bad_computations: [{ expression: "M1 / 0", value: 1, reason: "it divides by zero" }],
      unknown_ids: ["M999"],
    },
  };
}
