import { Decimal } from "decimal.js";
import { type ForHoldings, HoldingAnswer, type Holdings, holdingsCalls } from "#src/contract/holdings/holdings.ts";
import type { Agent } from "#src/contract/run/answers.ts";
import { proseLanguage } from "#src/contract/run/language.ts";
import type { DebateEvent } from "#src/contract/run/events.ts";
import { Analyst } from "#src/contract/jobs/analysis.ts";
import type { Evidence } from "#src/contract/run/evidence.ts";
import { type ModelCall, Reports, type Run } from "#src/contract/run/run.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import { BudgetExceeded, ModelFailed } from "#src/core/errors.ts";
import { sharedEvidence } from "#src/debate/evidence/snapshot.ts";
import { type Role, isStated, proposals } from "../agents.ts";
import { isAbsent, takeTurn } from "../turns/turn.ts";
import { createBudget, usageOf } from "../budget.ts";
import { type Checkpoint, runBranches } from "../checkpoint.ts";
import type { Turn } from "../turns/read-turn.ts";
import { numberEvidence } from "../evidence/numbering.ts";
import { prepareFigures } from "../figures/figures.ts";
import { whenAsked } from "#src/core/once.ts";
import { type DebateContext, keptCalls } from "../turns/model-call.ts";
import type { Reasoner, TranscriptEntry } from "../reasoners/reasoner.ts";
import { bookFindings, decided, undecided } from "./findings.ts";
import { Figures, isSame, readFigures } from "./prices.ts";
import { type Plan, type Situation, planFor } from "./plan.ts";

/* Who argues about a holder's book, once the opinion is settled. */

const bookVoices = ["aggressive", "neutral", "conservative"] as const;
export type BookAgent = "trader" | (typeof bookVoices)[number] | "portfolio_manager";

const tasks: Readonly<Record<BookAgent, string>> = {
  trader: "You are the trader. Propose what the holder does now.",
  aggressive:
    "You are the aggressive risk voice. Ask whether the trader's proposal leaves too much on the table for this book.",
  neutral:
    "You are the neutral risk voice. Ask whether the trader's proposal fits this book: its weight, its cash, its concentration.",
  conservative:
    "You are the conservative risk voice. Ask how the trader's proposal could hurt this book: what it loses at the stop, and what else falls with it.",
  portfolio_manager: "You are the portfolio manager and decide what the holder does now.",
};

const rules = `The rating is settled and the same for every reader: do not change it or argue it again. Say what it means for this book. Give \`action\`: open (nothing is held), add, keep, trim, exit (all of it), or stay_out (nothing is held and nothing is bought); and \`quantity\`, the shares or coins to trade as a positive number, null for keep and stay_out. Explain it in 60 to 140 words in \`text\` with references and ids, and give at most 3 \`points\`, each one sentence of at most 10 words.`;

/** @param block the holder's limits and horizon, in our own words */
function bookRole(agent: BookAgent, block: string): Role<HoldingAnswer> {
  return {
    agent,
    depth: agent === "portfolio_manager" ? "deep" : "quick",
    answer: HoldingAnswer,
    form: () => `${block}\n\n${rules}`,
    ask: () => tasks[agent],
    lacks: (said) =>
      isStated(said, "action")
        ? null
        : 'The field "action" must be "open", "add", "keep", "trim", "exit" or "stay_out".',
    digest: ({ action, quantity, points }) => ({
      headline: action,
      summary: `action ${action ?? "none"}; quantity ${quantity ?? "none"}`,
      points,
      fields: { action, quantity },
      proposed: proposals(agent satisfies Agent, { quantity }),
    }),
  };
}

export interface HoldingsTools {
  readonly vendors: VendorChain;
  readonly reasoner: Reasoner;
  /** Private to the holder. */
  readonly checkpoint: Checkpoint;
  readonly signal: AbortSignal;
  /** Told how far it is, and nothing else. */
  readonly emit?: (event: DebateEvent) => void;
}

/**
 * What a finished run means for what somebody holds. The run is settled and is not touched: the opinion is the same for
 * every reader, and nothing of the book gets into it (docs/adr/0036).
 * @throws Cancelled; ModelFailed for a refused key
 */
export async function adviseHoldings(tools: HoldingsTools, run: Run, holdings: Holdings): Promise<ForHoldings> {
  const reports = Reports.parse(run.result.reports);
  const figures = await tools.checkpoint.step("figures", Figures, () => readFigures(tools, run, reports, holdings));
  const s = situationOf(run, reports, holdings, figures);
  const plan = s.price === null ? null : planFor(s);
  const common = {
    symbol: reports.data.symbol,
    as_of: reports.data.as_of,
    held: s.held.toFixed(),
    price: s.price === null ? null : figures.price,
    rate: figures.rate,
    book: figures.book,
    correlation: figures.correlation,
    beta_to_book: figures.beta,
    computed: plan === null ? null : { action: plan.action, quantity: plan.quantity?.toFixed() ?? null },
  };
  if (plan === null) return { ...common, ...undecided(s, run) };
  const argued = await argue(tools, run, reports, holdings, { s, plan, figures });
  return { ...common, ...decided(s, plan, reports, argued), usage: usageOf(argued.calls, run.usage.budget_usd) };
}

function situationOf(run: Run, reports: Reports, holdings: Holdings, { book, price, rate: known }: Figures): Situation {
  const { data, levels } = reports;
  const held = holdings.positions.filter(({ symbol }) => isSame(symbol, data.symbol));
  const volatility = run.manifest.evidence.find(({ key }) => key === "volatility_21")?.value ?? null;
  const { limits } = holdings;
  const rate = known?.rate ?? 1;
  const inBook = (level: number | null | undefined): number | null => (level == null ? null : level * rate);
  return {
    rating: run.result.rating,
    isDivisible: data.asset_type === "crypto",
    held: held.reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0)),
    price: data.asset_type === "index" ? null : inBook(price),
    rate,
    value: new Decimal(book.value),
    cash: new Decimal(book.cash),
    entry: inBook(levels?.entry),
    stop: inBook(levels?.stop),
    sizePct: levels?.size_pct ?? null,
    volatility,
    limits,
    allowShort: run.request.allow_short === true && !limits.no_shorts,
  };
}

interface Argued {
  readonly turns: readonly Turn<HoldingAnswer>[];
  readonly calls: readonly ModelCall[];
  readonly problem: string | null;
}

interface Ground {
  readonly s: Situation;
  readonly plan: Plan;
  readonly figures: Figures;
}

/** Trader, then the risk voices at the same time, then the portfolio manager. */
async function argue(
  tools: HoldingsTools,
  run: Run,
  reports: Reports,
  holdings: Holdings,
  ground: Ground,
): Promise<Argued> {
  const table = tableOf(tools, run, reports, ground.plan);
  const evidence = evidenceFor(run, reports, ground);
  const index = whenAsked(() => prepareFigures(evidence));
  const block = blockOf(holdings, ground.s);
  const said: TranscriptEntry[] = opinionOf(reports);
  const turns: Turn<HoldingAnswer>[] = [];
  const calls: ModelCall[] = [];
  let done = 0;
  const tell = (more: number): void => {
    done += more;
    tools.emit?.({ type: "holdings.progress", done, of: holdingsCalls });
  };
  const speak = async (agents: readonly BookAgent[]): Promise<void> => {
    const transcript = [...said];
    const proposed = turns.flatMap((turn) => turn.proposed);
    const moves = await runBranches(
      table.checkpoint,
      agents.map(
        (agent) => (checkpoint: Checkpoint) =>
          takeTurn({ ...table, checkpoint }, bookRole(agent, block), {
            round: 1,
            evidence,
            transcript,
            index,
            proposed,
          }),
      ),
    );
    for (const move of moves) {
      calls.push(...move.calls);
      if (isAbsent(move)) continue;
      turns.push(move);
      said.push(move.entry);
    }
    tell(agents.length);
  };
  tell(0);
  try {
    await speak(["trader"]);
    await speak(bookVoices);
    await speak(["portfolio_manager"]);
    return { turns, calls, problem: null };
  } catch (error) {
    // The opinion stands; only this part is missing.
    if (error instanceof BudgetExceeded || (error instanceof ModelFailed && error.reason !== "unauthorized"))
      return { turns, calls, problem: `The agents could not finish arguing about your holdings: ${error.message}` };
    throw error;
  }
}

function tableOf(
  { reasoner, checkpoint, signal }: HoldingsTools,
  run: Run,
  { data }: Reports,
  plan: Plan,
): DebateContext {
  const budget = createBudget(run.usage.budget_usd);
  if (run.usage.budget_usd !== null) {
    budget.count(run.usage.cost_usd);
    for (const { cost_usd } of keptCalls(checkpoint.kept)) budget.count(cost_usd);
  }
  return {
    reasoner,
    checkpoint,
    signal,
    budget,
    asksAgainFigures: run.manifest.config.ask_again_figures !== false,
    header: {
      instrument: { symbol: data.symbol, name: data.name, assetType: data.asset_type, currency: data.currency },
      asOf: data.as_of ?? "",
      tradeDate: run.request.trade_date,
      seed: run.manifest.seed,
      ...(run.request.allow_short === true && { allowShort: run.request.allow_short }),
      ...proseLanguage(reasoner.provider, run.request.language),
      book: { action: plan.action, quantity: plan.quantity?.toNumber() ?? null, reason: plan.reason },
    },
  };
}

/** What the debate shared, then the book under further numbers of the market. */
function evidenceFor(run: Run, reports: Reports, { s, plan, figures }: Ground): Evidence[] {
  const all = run.manifest.evidence;
  const heard = Analyst.options.flatMap((agent) =>
    (reports[agent]?.turns ?? []).map((report) => ({ agent, report, answer: report.problem === null ? report : null })),
  );
  const last = all.filter(({ id }) => id.startsWith("M")).length;
  const own = figures.book.positions.filter(({ symbol }) => isSame(symbol, reports.data.symbol));
  const profits = own.flatMap(({ profit }) => (profit === null ? [] : [new Decimal(profit)]));
  const findings = bookFindings(s, {
    ...figures,
    plan,
    profit: profits.length === own.length && own.length > 0 ? Decimal.sum(...profits).toFixed(2) : null,
    levels: reports.levels,
    at: reports.data.session ?? run.request.trade_date,
  });
  return [...sharedEvidence(all, heard), ...numberEvidence("M", findings, last)];
}

/** The settled part of the debate, as those who argue on read it. */
function opinionOf(reports: Reports): TranscriptEntry[] {
  return (["research_manager", "trader", ...bookVoices, "portfolio_manager"] as const).flatMap((agent) =>
    (reports[agent]?.turns ?? []).slice(-1).map(({ round, points, fields }) => ({
      agent,
      round,
      points,
      summary: Object.entries(fields)
        .flatMap(([name, value]) => (value === null ? [] : [`${name} ${value}`]))
        .join("; "),
    })),
  );
}

function blockOf({ limits, horizon_days: days }: Holdings, s: Situation): string {
  const { largest_position_pct: position, largest_loss_pct: loss } = limits;
  const limited = [
    ...(position === null ? [] : [`no position above ${position} % of the book`]),
    ...(loss === null ? [] : [`no loss above ${loss} % of the book down to the stop`]),
    s.allowShort ? "short positions are allowed" : "no short positions",
    "no purchase beyond the cash",
  ];
  const horizon = days === null ? "" : ` The holder looks ${days} calendar days ahead.`;
  return `THE HOLDER'S BOOK stands at the end of the evidence, from "Held of this instrument" on. Limits: ${limited.join(", ")}.${horizon}`;
}
