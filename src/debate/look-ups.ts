import { z } from "zod";
import type { Analyst } from "#src/contract/jobs/analysis.ts";
import type { AsOfMarket } from "#src/market/door/open-market.ts";
import type { Bar, Measure } from "#src/market/market-data.ts";
import { factHistory } from "#src/market/fundamentals.ts";
import { unitOf } from "#src/market/fundamentals/stated-lines.ts";
import { largeDistributions, putBack, withDividends } from "#src/market/series/corporate-actions.ts";
import { measures, roundToUnit, significant } from "#src/market/measures/measure.ts";
import { addDays } from "#src/core/clock.ts";
import { Evidence } from "#src/contract/run/evidence.ts";
import type { Reasoner, ToolCall, ToolSpec } from "./reasoners/reasoner.ts";
import { actionDays } from "./evidence/fundamentals.ts";
import { priceWindowDays } from "./evidence/market.ts";
import { type Finding, findingsOf, numberEvidence, sameFinding } from "./evidence/numbering.ts";
import { newsFinding, postFinding } from "./evidence/news-and-social.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { prepareFigures } from "./figures/figures.ts";
import { letterOf } from "./evidence/snapshot.ts";
import type { Toolbox } from "./turns/read-turn.ts";

/* No tool takes a date: every look goes through AsOfMarket. */

interface Tool<I> {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType<I>;
  look(market: AsOfMarket, input: I): Promise<Finding[]>;
}

const Sessions = z.object({ sessions: z.int().min(2).max(250).describe("how many sessions back, 2 to 250") });
const Search = z.object({
  query: z.string().min(2).max(60).describe("words to look for"),
  days: z.int().min(1).max(90).describe("how many days back, 1 to 90"),
});
const Filing = z.object({
  concept: z
    .string()
    .regex(/^[A-Za-z]{3,90}$/)
    .describe("an XBRL tag such as NetIncomeLoss"),
  periods: z.int().min(1).max(12).describe("how many periods, 1 to 12"),
});

const priceHistory: Tool<z.infer<typeof Sessions>> = {
  name: "price_history",
  description: "Split-adjusted closes of the last sessions up to the run's instant, thinned to at most 25.",
  input: Sessions,
  async look(market, { sessions }) {
    const bars = (await market.adjustedBars(priceWindowDays)).records.slice(-sessions);
    const every = Math.max(1, Math.ceil(bars.length / 25));
    const sampled = bars.filter((_, index) => (bars.length - 1 - index) % every === 0);
    return one(
      sampled,
      "price_history",
      `Closes over ${bars.length} sessions`,
      sampled.map((bar) => `${bar.date} ${significant(bar.close)}`).join("; "),
    );
  },
};

const returnOver: Tool<z.infer<typeof Sessions>> = {
  name: "return_over",
  description: "Price change in % over the last sessions up to the run's instant, split-adjusted.",
  input: Sessions,
  async look(market, { sessions }) {
    const [{ records: bars }, raw, actions] = await Promise.all([
      market.adjustedBars(priceWindowDays),
      market.bars(priceWindowDays),
      market.actions(priceWindowDays),
    ]);
    const paid = largeDistributions(raw.records, actions.records).filter(({ isShown }) => isShown);
    const plain = returnOf(bars, sessions);
    const back = returnOf(putBack(bars, paid), sessions);
    return findingsOf([...plain, ...withDividends(plain, back, bars.at(-1)?.close ?? 0)]).findings;
  },
};

function returnOf(bars: readonly Bar[], sessions: number): Measure[] {
  const last = bars.at(-1);
  const first = bars.at(-1 - sessions);
  if (last === undefined || first === undefined) return [];
  return measures([
    {
      key: `return_${sessions}d`,
      label: `Return over ${sessions} sessions`,
      value: (last.close / first.close - 1) * 100,
      unit: "%",
      at: last.date,
      source: last.source,
      sourceIds: [first.sourceId, last.sourceId],
      formula: `close / close ${sessions} sessions before − 1`,
      inputs: [`close ${significant(last.close)}`, `close before ${significant(first.close)}`],
    },
  ]);
}

const searchNews: Tool<z.infer<typeof Search>> = {
  name: "search_news",
  description: "News items whose title or summary holds all the words, newest first, at most 8.",
  input: Search,
  async look(market, { query, days }) {
    const items = (await market.news(days)).records.filter((item) =>
      holds(`${item.title} ${item.summary ?? ""}`, query),
    );
    return items
      .slice(-8)
      .toReversed()
      .map((item) => newsFinding(item, market.calendar.dateAt(item.eventTime)));
  },
};

const searchSocial: Tool<z.infer<typeof Search>> = {
  name: "search_social",
  description: "Posts that hold all the words, newest first, at most 8.",
  input: Search,
  async look(market, { query, days }) {
    const posts = (await market.social(days)).records.filter((post) => holds(post.text, query));
    return posts
      .slice(-8)
      .toReversed()
      .map((post) => postFinding(post, market.calendar.dateAt(post.eventTime)));
  },
};

const filingHistory: Tool<z.infer<typeof Filing>> = {
  name: "filing_history",
  description:
    "The last periods of one XBRL concept as known at the run's instant; per share and in shares on today's split basis.",
  input: Filing,
  async look(market, { concept, periods }) {
    const [filings, actions, basis] = await Promise.all([
      market.filings(),
      market.actions(actionDays),
      market.priceBasis(priceWindowDays),
    ]);
    // Splits from before the window of actions are unknown too.
    const comparableFrom = basis.from ?? addDays(market.session, -actionDays);
    const known = { actions: actions.records, comparableFrom, session: market.session };
    return factHistory(filings.records, concept, periods, known).map(({ fact, value, restatement, isStranded }) => {
      const period = fact.start === null ? `${concept} at ${fact.end}` : `${concept}, ${fact.start} to ${fact.end}`;
      const stranded = isStranded ? ", as filed: whether the stock was split since is not known" : "";
      return {
        key: `fact_${concept}`,
        label: `${period}${restatement === null ? "" : ", restated for splits since"}${stranded}`,
        value: restatement === null ? value : roundToUnit(value, fact.unit),
        text: null,
        unit: unitOf(fact.unit),
        at: fact.end,
        source: fact.source,
        source_ids: [fact.sourceId],
        formula: restatement,
      };
    });
  },
};

/** Runs one call after its input was parsed. */
type Look = (market: AsOfMarket, call: ToolCall) => Promise<{ findings: Finding[]; note: string | null }>;
interface OpenTool extends ToolSpec {
  readonly run: Look;
}

/** A look that refuses wrong input in words the model can act on. */
function open<I>(tool: Tool<I>): OpenTool {
  return {
    name: tool.name,
    description: tool.description,
    input: tool.input,
    async run(market, call) {
      const input = tool.input.safeParse(call.input);
      if (!input.success)
        return { findings: [], note: `refused: ${z.prettifyError(input.error).replaceAll("\n", " ")}` };
      const findings = await tool.look(market, input.data);
      return { findings, note: findings.length === 0 ? "nothing found" : null };
    },
  };
}

const toolsOf: Record<Analyst, readonly OpenTool[]> = {
  market: [open(priceHistory), open(returnOver)],
  social: [open(searchSocial)],
  news: [open(searchNews)],
  fundamentals: [open(filingHistory)],
};

export function toolSpecs(analyst: Analyst): readonly ToolSpec[] {
  return toolsOf[analyst].map(({ name, description, input }) => ({ name, description, input }));
}

/** An unknown tool is refused in words and never fails the run. */
export async function useTool(
  market: AsOfMarket,
  analyst: Analyst,
  call: ToolCall,
): Promise<{ findings: Finding[]; note: string | null }> {
  const tool = toolsOf[analyst].find(({ name }) => name === call.name);
  return tool === undefined
    ? { findings: [], note: `refused: there is no tool "${call.name}"` }
    : tool.run(market, call);
}

function one(bars: readonly Bar[], key: string, label: string, text: string): Finding[] {
  const last = bars.at(-1);
  if (last === undefined) return [];
  return [
    {
      key,
      label,
      value: null,
      text,
      unit: null,
      at: last.date,
      source: last.source,
      source_ids: bars.map((bar) => bar.sourceId),
      formula: null,
    },
  ];
}

function holds(text: string, query: string): boolean {
  const lower = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

export const StoredStep = z.object({
  calls: z.array(z.object({ id: z.string(), name: z.string(), input: z.unknown() })).readonly(),
  results: z.array(z.object({ id: z.string(), evidence: z.array(Evidence), note: z.string().nullable() })),
});

/** `undefined` for a reasoner that does not look things up. */
export function analystToolbox(
  reasoner: Reasoner,
  mostSteps: number,
  market: () => Promise<AsOfMarket>,
): (analyst: Analyst, checkpoint: Checkpoint) => Toolbox | undefined {
  return (analyst, checkpoint) =>
    reasoner.usesTools && mostSteps > 0
      ? {
          specs: toolSpecs(analyst),
          mostSteps,
          indexOf: prepareFigures,
          look: (step, calls, known) =>
            checkpoint.step(step, StoredStep, async () => runLookUps(await market(), analyst, calls, known)),
        }
      : undefined;
}

async function runLookUps(
  market: AsOfMarket,
  analyst: Analyst,
  calls: readonly ToolCall[],
  known: readonly Evidence[],
): Promise<z.infer<typeof StoredStep>> {
  const all = [...known];
  const results: { id: string; evidence: Evidence[]; note: string | null }[] = [];
  for (const call of calls) {
    const { findings, note } = await useTool(market, analyst, call);
    const evidence = findings.map((finding) => {
      const old = all.find((item) => sameFinding(item, finding));
      const items = old === undefined ? numberEvidence(letterOf[analyst], [finding], lastNumber(all)) : [old];
      if (old === undefined) all.push(...items);
      return items;
    });
    results.push({ id: call.id, evidence: evidence.flat(), note });
  }
  return { calls, results };
}

/** Numbers continue, also where an earlier one is gone. */
function lastNumber(items: readonly Evidence[]): number {
  return items.reduce((last, { id }) => Math.max(last, Number(id.slice(1))), 0);
}
