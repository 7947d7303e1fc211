import { ModelFailed } from "#src/core/errors.ts";
import { createLlmReasoner } from "#src/debate/reasoners/llm/llm-reasoner.ts";
import { chainOfCompany, MONDAY } from "../company.ts";
import { startModelServer, type ModelCall } from "../model-server.ts";
import type { Behaviour } from "../model-wire.ts";
import { finishedRun, keepInMap, runAnalysis } from "../run-analysis.ts";
import type { Habit } from "./habit.ts";

export interface HabitRun {
  /** As in `Ending`, or what was said where it failed. */
  readonly ended: string | { readonly fails: string; readonly says: string };
  /** Of the agent that has the habit. */
  readonly calls: number;
  readonly lookUps: number;
}

const vendors = chainOfCompany();
const listed = ["small", "big-2", "bigger", "huge", "tiny"];
const run = { vendors, ticker: "AAPL", tradeDate: MONDAY } as const;
const manager = "portfolio_manager";

function reasonerAt(url: string, limits: { readonly totalMs: number; readonly idleMs: number }) {
  return createLlmReasoner({
    provider: "openai-compatible",
    settings: { baseUrl: url, apiKey: "sk-secret-0123456789abcdef" },
    models: { deep: "big", quick: "small" },
    maxRetries: 1,
    ...limits,
  });
}

const patient = { totalMs: 60_000, idleMs: 20_000 };
let spoken: Promise<ReadonlyMap<string, string>> | undefined;

/** The steps of all who speak before the portfolio manager, of one debate: they are the same whatever its habit is. */
async function spokenBefore(): Promise<ReadonlyMap<string, string>> {
  const server = await startModelServer();
  try {
    const { kept } = await finishedRun({ ...run, reasoner: reasonerAt(server.url, patient) });
    const before = new Map([...kept].filter(([key]) => !key.includes(manager)));
    if (before.size === kept.size) throw new Error("the portfolio manager has no step");
    return before;
  } finally {
    await server.close();
  }
}

/** A debate over HTTP, in which one agent's model has a habit, in each of its calls or in the first alone. */
export async function runHabit(habit: Habit, mode: "always" | "once"): Promise<HabitRun> {
  const own = habit.agent ?? manager;
  let calls = 0;
  const server = await startModelServer({
    models: listed,
    plan: (call) => {
      if (agentOf(call) !== own) return { kind: "answer" };
      calls += 1;
      return mode === "once" && calls > 1 ? { kind: "answer" } : behaviourOf(habit, call, calls - 1);
    },
  });
  const steps = own === manager ? await (spoken ??= spokenBefore()) : new Map<string, string>();
  const { outcome, events } = await runAnalysis({
    ...run,
    reasoner: reasonerAt(server.url, habit.isSlow === true ? { totalMs: 1500, idleMs: 700 } : patient),
    settings: { toolSteps: habit.toolSteps ?? 0 },
    checkpoint: keepInMap(new Map(steps)),
  });
  await server.close();
  const lookUps = events.filter((event) => event.type === "agent.tool" && event.agent === own).length;
  return { ended: endingOf(outcome), calls, lookUps };
}

export function behaviourOf({ behave }: Habit, call: ModelCall, nth: number): Behaviour {
  return typeof behave === "function" ? behave(call, nth) : behave;
}

export function agentOf({ prompt }: Pick<ModelCall, "prompt">): string {
  return /^YOUR TASK, as (\w+), round/m.exec(prompt)?.[1] ?? "";
}

function endingOf(outcome: Awaited<ReturnType<typeof runAnalysis>>["outcome"]): HabitRun["ended"] {
  if (outcome.ok) {
    const { rating, reports } = outcome.run.result;
    return rating === "REVIEW" ? `REVIEW: ${reports.review_code ?? ""}` : rating;
  }
  const { error } = outcome;
  if (!(error instanceof ModelFailed)) throw error;
  return { fails: error.reason, says: error.message };
}
