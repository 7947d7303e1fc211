import type { AgentTurn } from "#src/contract/run/run.ts";
import { promptText, renderPrompt } from "#src/debate/reasoners/prompt.ts";
import type { Brief } from "#src/debate/reasoners/reasoner.ts";
import { createScriptedReasoner, type Line } from "#src/debate/reasoners/scripted/scripted-reasoner.ts";
import { demoChain, report, run } from "./setup.ts";

/*
 * Input tokens of a run against the plain way: every later agent is sent all analysts' reports and the whole
 * history of prose. Both sides get the same system text, the same evidence for the analysts, the same asks and
 * the same statements, and both are counted as UTF-8 bytes / 4: the figures are ratios, in which that cancels.
 * The scripted agents write as long as they are asked to at most, in words.
 */
const analysts = ["market", "social", "news", "fundamentals"] as const;
const wordsOf: Record<string, number> = {
  market: 500,
  social: 500,
  news: 500,
  fundamentals: 500,
  bull: 300,
  bear: 300,
  research_manager: 300,
  trader: 180,
  aggressive: 180,
  neutral: 180,
  conservative: 180,
  portfolio_manager: 250,
};

/** As many as each is asked for at most. */
function pointsOf(agent: string): number {
  if (analysts.some((analyst) => analyst === agent)) return 5;
  return agent === "aggressive" || agent === "neutral" || agent === "conservative" ? 3 : 4;
}

const lorem =
  "the price has held above its average while volume thinned and the margin of the last quarter widened against a year before".split(
    " ",
  );

function prose(words: number): string {
  return Array.from({ length: words }, (_, index) => lorem[index % lorem.length]).join(" ");
}

function lineOf(brief: Brief<unknown>): Line {
  const looks = brief.tools.length > 0 && brief.steps.length === 0;
  if (looks)
    return {
      tools: [
        {
          id: "1",
          name: brief.tools[0]?.name ?? "",
          input: { sessions: 60, query: "results", days: 30, concept: "NetIncomeLoss", periods: 6 },
        },
      ],
    };
  const ids = brief.evidence.filter((item) => item.value !== null || item.text !== null).map((item) => item.id);
  const point = (index: number): { claim: string; evidence: string[]; side: string } => ({
    claim: prose(10),
    evidence: ids.slice(index * 2, index * 2 + 2),
    side: "for",
  });
  const text = prose(wordsOf[brief.agent] ?? 150);
  const points = Array.from({ length: pointsOf(brief.agent) }, (_, index) => point(index));
  return {
    answer: {
      text,
      points,
      score: 1,
      lean: "Hold",
      action: "buy",
      entry: 100,
      stop: 95,
      target: 110,
      size_pct: 5,
      rating: "Hold",
      thesis: prose(40),
      horizon_days: 30,
      confidence: 0.5,
    },
  };
}

const tokens = (text: string): number => Buffer.byteLength(text) / 4;

async function measure(rounds: number, toolSteps: number): Promise<Record<string, number>> {
  const prompts: { brief: Brief<unknown>; text: string }[] = [];
  const reasoner = createScriptedReasoner({
    provider: "scripted",
    models: { deep: "scripted", quick: "scripted" },
    usesTools: true,
    script: (brief) => {
      prompts.push({ brief, text: promptText(renderPrompt(brief)) });
      return lineOf(brief);
    },
  });
  const { run: made } = await run(await demoChain(), reasoner, "2019-06-03", { rounds, toolSteps });
  const reports = made.result.reports;
  const said = (agent: Brief<unknown>["agent"], before: number): AgentTurn[] =>
    (reports[agent]?.turns ?? []).filter((turn) => turn.round < before);

  let ours = 0;
  let repeated = 0;
  let plain = 0;
  const seen: string[] = [];
  for (const { brief, text } of prompts) {
    ours += tokens(text);
    repeated += tokens(text.slice(0, longestStart(text, seen)));
    seen.push(text);
    plain += plainTokens(brief, text, said);
  }
  return {
    calls: prompts.length,
    input_tokens: Math.round(ours),
    plain_input_tokens: Math.round(plain),
    share_of_plain: Number((ours / plain).toFixed(3)),
    repeated_prefix_share: Number((repeated / ours).toFixed(3)),
  };
}

function longestStart(text: string, seen: readonly string[]): number {
  let longest = 0;
  for (const other of seen) {
    let at = 0;
    while (at < text.length && text[at] === other[at]) at += 1;
    longest = Math.max(longest, at);
  }
  return longest;
}

const order = [
  ...analysts,
  "bull",
  "bear",
  "research_manager",
  "trader",
  "aggressive",
  "neutral",
  "conservative",
  "portfolio_manager",
] as const;

/** The same call the plain way: for an analyst what we send too; for the others all reports and all prose before. */
function plainTokens(
  brief: Brief<unknown>,
  text: string,
  said: (agent: Brief<unknown>["agent"], before: number) => AgentTurn[],
): number {
  if (analysts.some((analyst) => analyst === brief.agent)) return tokens(text);
  const place = order.findIndex((agent) => agent === brief.agent);
  const sides: readonly string[] =
    brief.agent === "bull" || brief.agent === "bear" ? ["bull", "bear"] : ["aggressive", "neutral", "conservative"];
  const history = order.flatMap((agent, index) => {
    const same = sides.includes(brief.agent) && sides.includes(agent);
    if (same) return said(agent, brief.round);
    return index < place ? said(agent, Number.POSITIVE_INFINITY) : [];
  });
  const { system } = renderPrompt(brief);
  return (
    tokens(system) +
    tokens(brief.form ?? "") +
    tokens(brief.ask) +
    history.reduce((sum, turn) => sum + tokens(turn.text), 0)
  );
}

const settings = {
  "1 round": await measure(1, 0),
  "1 round, 1 look-up each": await measure(1, 1),
  "2 rounds, 1 look-up each": await measure(2, 1),
  "3 rounds, 1 look-up each": await measure(3, 1),
};
const all = Object.values(settings);
const most = Math.max(...all.map(({ share_of_plain = Number.NaN }) => share_of_plain));
const least = Math.min(...all.map(({ repeated_prefix_share = Number.NaN }) => repeated_prefix_share));
report(
  {
    figure: "input tokens of a run / sending every report and the full history in each turn, the most of four settings",
    value: most,
    unit: "x",
    target: "<= 0.5",
    met: most <= 0.5,
  },
  settings,
);
report({
  figure: "share of input tokens in a repeated prefix, the least of four settings",
  value: least,
  unit: "share",
  target: ">= 0.7",
  met: least >= 0.7,
});
