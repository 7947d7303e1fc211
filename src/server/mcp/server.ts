import { McpServer, completable, type GetPromptResult } from "@modelcontextprotocol/server";
import { envelopeRule, envelope } from "./envelope.ts";
import { newestIds, registerResources } from "./resources.ts";
import type { Service } from "./service.ts";
import { analyze, cancelAnalysis, getAnalysis, listAnalyses, AnalysisId } from "./tools/analyses.ts";
import { compareAnalyses } from "./tools/compare.ts";
import { estimateBacktest, getBacktest, listBacktests, startBacktest } from "./tools/backtests.ts";
import { getEvidence, listEvidence } from "./tools/evidence.ts";
import { readReport } from "./tools/report.ts";
import { getRanking, getTrackRecord, listSignals } from "./tools/signals.ts";
import { type Tool, tool } from "./tool.ts";
import { z } from "zod";
import { AnswerKind, assistantLimits } from "#src/contract/assistant.ts";
import { ReportAnswer } from "#src/contract/ask-routes.ts";
import { pageOf, shortened } from "./size.ts";
import { Config } from "#src/contract/analysis.ts";
import { UsageReport } from "#src/contract/jobs.ts";
import { ListedInstrumentAnswer } from "#src/contract/track-record-routes.ts";
import { WatchlistAnswer } from "#src/contract/list-routes.ts";
import { inline, cleanLine } from "#src/core/untrusted.ts";

const listInstruments = tool({
  name: "list_instruments",
  title: "List instruments",
  description:
    "Instruments in the service's archives, with the dates for which there are prices. A service with online data covers more.",
  input: z.object({
    search: z.string().min(1).max(100).optional().describe("Part of a symbol or name."),
    limit: z.int().min(1).max(40).default(20),
    cursor: z.string().max(100).optional(),
  }),
  output: z.object({ instruments: z.array(ListedInstrumentAnswer), next_cursor: z.string().nullable() }),
  async run({ search, limit, cursor }, { service }) {
    const query = {
      limit,
      ...(search !== undefined && { search }),
      ...(cursor !== undefined && { cursor }),
    };
    const { data, nextCursor } = await service.client.instruments.list(query);
    const listed = z.array(ListedInstrumentAnswer).parse(data);
    const instruments = listed.map((one) => ({ ...one, symbol: inline(one.symbol), name: inline(one.name) }));
    return { instruments: [...pageOf(instruments, 0).items], next_cursor: nextCursor };
  },
});

const ShownList = WatchlistAnswer.pick({ id: true, schedule: true, runs: true, created_at: true }).extend({
  name: z.string(),
  symbols: z.array(z.string()).describe("The first 50."),
  instruments: z.int(),
});

const listWatchlists = tool({
  name: "list_watchlists",
  title: "List watchlists",
  description: "Your watchlists, whose instruments are analysed on a schedule. Use the ID as list in list_signals.",
  input: z.object({}),
  output: z.object({ watchlists: z.array(ShownList) }),
  async run(_input, { service }) {
    const lists = z
      .array(WatchlistAnswer)
      .parse(await service.client.lists.list())
      .map(({ id, name, schedule, runs, created_at, instruments }) => ({
        id,
        schedule,
        runs,
        created_at,
        name: inline(name),
        symbols: instruments.slice(0, 50).map(({ symbol }) => inline(symbol)),
        instruments: instruments.length,
      }));
    return { watchlists: [...pageOf(lists, 0).items] };
  },
});

const instant = z.iso.datetime({ offset: true }).optional();

const getUsage = tool({
  name: "get_usage",
  title: "Get usage",
  description: "Analyses, tokens and cost of a period, by model and by state. Default: the current month (UTC).",
  input: z.object({
    from: instant.describe("Inclusive, such as 2026-11-01T00:00:00Z."),
    to: instant.describe("Exclusive."),
  }),
  output: UsageReport.omit({ by_day: true }),
  async run({ from, to }, { service }) {
    const query = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
    const { by_day: _days, by_model, ...totals } = UsageReport.parse(await service.client.usage(query));
    return { ...totals, by_model: by_model.slice(0, 50) };
  },
});

const getConfig = tool({
  name: "get_config",
  title: "Get the configuration",
  description: "What new analyses are made with: provider, models, rounds, and whether online data is used.",
  input: z.object({}),
  output: Config,
  async run(_input, { service }) {
    return Config.parse(await service.client.config());
  },
});

/** For a statement, and for the sentence it is based on. */
const mostClaim = 1200;

const askReport = tool({
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
    const shown = claims.map(({ text, quote, passage: { title, heading } }) => ({
      text: envelope(`report ${id}`, shortened(text, mostClaim)),
      quote: envelope(`report ${id}`, shortened(quote, mostClaim)),
      from: heading === null ? title : `${title}, ${heading}`,
    }));
    return { kind, note, claims: [...pageOf(shown, 0).items] };
  },
});

export const tools: readonly Tool[] = [
  analyze,
  getAnalysis,
  listAnalyses,
  cancelAnalysis,
  readReport,
  listEvidence,
  getEvidence,
  askReport,
  compareAnalyses,
  listSignals,
  getTrackRecord,
  getRanking,
  listWatchlists,
  listInstruments,
  estimateBacktest,
  startBacktest,
  getBacktest,
  listBacktests,
  getUsage,
  getConfig,
];

const instructions = [
  "Conclave runs a multi-agent debate about one stock or coin as of a date and returns a rating: Buy, Overweight, Hold, Underweight, Sell, or REVIEW, which means no opinion.",
  "Every number of a report cites evidence, such as [M12]; get_evidence shows it. Start with analyze, then read_report for the outline and the sections that matter.",
  envelopeRule,
  "A rating is not personal advice, and Conclave places no orders. Say the as-of date with every rating.",
].join("\n");

const version = "0.1.0";

/** One server per connection or request: it has no state. */
export function createMcpServer(service: Service): McpServer {
  const server = new McpServer(
    { name: "conclave", title: "Conclave", version, websiteUrl: service.address },
    { instructions },
  );
  for (const { register } of tools) register(server, service);
  registerResources(server, service);
  registerPrompts(server, (start) => newestIds(service, start));
  return server;
}

const line = (most: number) => z.string().trim().min(1).max(most);
const Symbol = line(32).describe("Symbol, such as AAPL or BTC-USD.");

const rules =
  "Cite the evidence IDs of the figures you use, say the as-of date, and say where the report marks a number with ⚠: it has no support. REVIEW means no opinion.";

function asks(text: string): GetPromptResult {
  return { messages: [{ role: "user", content: { type: "text", text: `${text}\n\n${rules}` } }] };
}

/** @param newest ids that begin so */
function registerPrompts(server: McpServer, newest: (start: string) => Promise<string[]>): void {
  // A separate schema, as the library stores the completion on it.
  const report = completable(line(100).describe("ID of a finished analysis."), newest);
  server.registerPrompt(
    "second_opinion",
    {
      title: "Get a second opinion",
      description: "Have the panel debate an instrument, and hold its verdict against your view.",
      argsSchema: z.object({
        ticker: Symbol,
        trade_date: line(10).optional().describe("As-of date, YYYY-MM-DD. Default: the last session."),
        view: line(2000).optional().describe("Your own view, to be tested."),
      }),
    },
    ({ ticker, trade_date: date, view }) =>
      asks(
        [
          `Get a second opinion on ${cleanLine(ticker, 32)}${date === undefined ? "" : ` as of ${cleanLine(date, 10)}`} from Conclave.`,
          "1. Use list_analyses to see if there is a finished analysis for that date. If there is none, say that a new one uses the account's quota, and start it with analyze.",
          '2. Read the summary and "For and against" with read_report, then "Bull" and "Bear".',
          view === undefined
            ? "3. Give the rating, the strongest argument for and against it, and what would change it."
            : `3. Hold this view against the report, point by point: ${cleanLine(view, 2000)}`,
        ].join("\n"),
      ),
  );
  server.registerPrompt(
    "compare_runs",
    {
      title: "Compare two analyses",
      description: "What changed between two analyses: rating, evidence and argument.",
      argsSchema: z.object({ before: report, after: report }),
    },
    ({ before, after }) =>
      asks(
        `Compare the Conclave analyses ${cleanLine(before, 100)} and ${cleanLine(after, 100)}: use compare_analyses, then read_report of both for what needs words. ` +
          "Say first whether the rating changed, then which evidence changed it, then whose argument changed.",
      ),
  );
  server.registerPrompt(
    "explain_disagreement",
    {
      title: "Explain the disagreement",
      description: "Who disagreed in a debate, about what, and which evidence would settle it.",
      argsSchema: z.object({ id: report }),
    },
    ({ id }) =>
      asks(
        `Explain the disagreement in the Conclave analysis ${cleanLine(id, 100)}. Read "Who stood where" with read_report, then the words of the two agents furthest apart. ` +
          "Say what they agree on, the one question they answer differently, the evidence each rests on (get_evidence), and what would settle it.",
      ),
  );
}
