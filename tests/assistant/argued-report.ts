import type { Agent } from "#src/contract/run/answers.ts";
import { Reports, type AgentReport, type AgentTurn } from "#src/contract/run/run.ts";
import type { FinishedReport } from "#src/product/assistant/lib/report/parts.ts";
import { demoRun } from "#tests/support/finished-job.ts";

interface Said {
  readonly text: string;
  readonly points?: AgentTurn["points"];
  readonly fields?: AgentTurn["fields"];
}

function report(agent: Agent, ...turns: readonly Said[]): AgentReport {
  return {
    agent,
    text: turns.map(({ text }) => text).join("\n\n"),
    skipped: null,
    turns: turns.map(({ text, points = [], fields = {} }, index) => ({
      round: index + 1,
      text,
      points,
      fields,
      problem: null,
      checked: { text: [], points: points.map(() => []), fields: {} },
    })),
  };
}

/** The run of the archive that ships, argued at length as a language model does: a buy with levels, and dissent. */
export async function arguedReport(): Promise<FinishedReport> {
  const run = structuredClone(await demoRun());
  const reports = Reports.parse(structuredClone(run.result.reports));
  run.result = { ...run.result, rating: "Overweight" };
  return {
    run,
    reports: {
      ...reports,
      market: report("market", {
        text: "The trend is down. The close stands **16.7%** below its 200-session mean [M6].",
        points: [{ claim: "against: The close stands below its 200-session mean", evidence: ["M6"] }],
        fields: { score: -1 },
      }),
      fundamentals: report("fundamentals", {
        text: "Margins held and revenue grew.",
        points: [
          { claim: "for: Gross margin held at 56.86% over twelve months", evidence: ["F4"] },
          { claim: "against: Debt is small but rising", evidence: [] },
        ],
        fields: { score: 1 },
      }),
      bull: report("bull", {
        text: "- Revenue grew by a tenth.\n- The price is not dear.",
        points: [{ claim: "Revenue grew 10.38% on the year", evidence: ["F2"] }],
      }),
      bear: report(
        "bear",
        {
          text: "Margins have nowhere to go but down. Momentum is poor.",
          points: [{ claim: "Operating margin rose by only 0.13 points, which is no cushion", evidence: ["F7"] }],
        },
        {
          text: "The bull leaves out that cash conversion can slip. I would reconsider if gross margin rises above 60%.",
          points: [{ claim: "Momentum is negative: the MACD histogram is below zero", evidence: ["M11"] }],
        },
      ),
      research_manager: report("research_manager", { text: "The bull has it, narrowly.", fields: { lean: "Buy" } }),
      trader: report("trader", {
        text: "Buy a small position.",
        fields: { action: "buy", entry: 44, stop: 41, target: 52, size_pct: 4 },
      }),
      conservative: report("conservative", { text: "Half of that size is enough.", fields: { size_pct: 2 } }),
      portfolio_manager: report("portfolio_manager", {
        text: "Growth outweighs a weak trend. A close below 41 would change my view, and so would gross margin below 50%.",
        fields: { rating: "Overweight" },
      }),
      levels: { action: "buy", entry: 44, stop: 41, target: 52, size_pct: 4, currency: "USD" },
      verdict: { thesis: "Growth outweighs a weak trend.", target: 52, horizon_days: 90, confidence: 0.62 },
      checks: [
        {
          id: "stop_side",
          subject: "stop",
          outcome: "pass",
          detail: "The stop 41.00 USD is below the entry 44.00 USD.",
        },
        {
          id: "target_side",
          subject: "target",
          outcome: "fail",
          detail: "The target 52.00 USD is a test of a failure.",
        },
      ],
      numbers: { supported: 95, unsupported: 2 },
    },
  };
}
