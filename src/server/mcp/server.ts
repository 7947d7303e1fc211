import { type GetPromptResult, McpServer, completable, createMcpHandler } from "@modelcontextprotocol/server";
import { z } from "zod";
import { type Service, envelopeRule } from "./answer.ts";
import { newestIds, registerResources } from "./resources.ts";
import {
  analyzePortfolio,
  getConfig,
  getPortfolio,
  getUsage,
  listPortfolios,
  valuePortfolio,
} from "./tools/account.ts";
import { analyze, cancelAnalysis, getAnalysis, listAnalyses } from "./tools/analyses.ts";
import { askReport, compareAnalyses, getEvidence, listEvidence, readReport } from "./tools/reports.ts";
import { estimateBacktest, getBacktest, listBacktests, startBacktest } from "./tools/backtests.ts";
import { getRanking, getTrackRecord, listInstruments, listSignals, listWatchlists } from "./tools/signals.ts";
import type { Tool } from "./tool.ts";
import { cleanLine } from "#src/core/text/untrusted.ts";

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
  listPortfolios,
  getPortfolio,
  valuePortfolio,
  analyzePortfolio,
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

/** Nothing is sent on these streams, as no list here ever changes. */
const mostSubscriptions = 256;

export type AnswerMcp = (request: Request, message: unknown, service: Service) => Promise<Response>;

/** Loaded with the first message, as most front doors get none. */
export function createAnswering(stopping: AbortSignal, report: (error: unknown) => void): AnswerMcp {
  const services = new WeakMap<Request, Service>();
  const handler = createMcpHandler(
    ({ requestInfo, era }) => {
      const service = requestInfo === undefined ? undefined : services.get(requestInfo);
      if (service === undefined) throw new Error("an MCP message came without its request");
      return createMcpServer({ ...service, leavingCancels: era === "modern" });
    },
    { onerror: report, maxSubscriptions: mostSubscriptions },
  );
  stopping.addEventListener("abort", () => void handler.close(), { once: true });
  return (request, message, service) => {
    services.set(request, service);
    return handler.fetch(request, { parsedBody: message });
  };
}
