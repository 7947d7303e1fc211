import { McpServer } from "@modelcontextprotocol/server";
import { envelopeRule } from "./envelope.ts";
import { registerPrompts } from "./prompts.ts";
import { newestIds, registerResources } from "./resources.ts";
import type { Service } from "./service.ts";
import { getConfig, getUsage } from "./tools/account.ts";
import { analyze, cancelAnalysis, getAnalysis, listAnalyses } from "./tools/analyses.ts";
import { askReport } from "./tools/ask-report.ts";
import { compareAnalyses } from "./tools/compare.ts";
import { estimateBacktest, getBacktest, listBacktests, startBacktest } from "./tools/backtests.ts";
import { getEvidence, listEvidence } from "./tools/evidence.ts";
import { listInstruments, listWatchlists } from "./tools/instruments.ts";
import { readReport } from "./tools/report.ts";
import { getRanking, getTrackRecord, listSignals } from "./tools/signals.ts";
import type { Tool } from "./tool.ts";

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
  "A rating is no advice to a person, and Conclave places no orders. Say the as-of date with every rating.",
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
