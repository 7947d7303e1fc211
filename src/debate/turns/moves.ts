import { z } from "zod";
import type { Agent } from "#src/contract/run/answers.ts";
import { ModelCall, type Unheard } from "#src/contract/run/run.ts";
import { BudgetExceeded, ModelFailed } from "#src/core/errors.ts";
import type { Checkpoint } from "../checkpoint.ts";
import type { Turn } from "./read-turn.ts";

/** Kept, so that a resumed or replayed run goes without it too. */
const Kept = z.object({ reason: z.string(), isRefusal: z.boolean(), calls: z.array(ModelCall) });

/** A statement that was not given. */
export interface Absence {
  readonly agent: Agent;
  readonly round: number;
  readonly reason: string;
  /** The provider withheld the answer. */
  readonly isRefusal: boolean;
  /** What the agent had asked for before. */
  readonly calls: readonly ModelCall[];
  /** `null` when an earlier attempt of the run went on without it. */
  readonly error: ModelFailed | null;
}

export function unheard({ agent, round, reason }: Absence): Unheard {
  return { agent, round, reason };
}

/** `null` where there is none. */
export async function keptAbsence(checkpoint: Checkpoint, agent: Agent, round: number): Promise<Absence | null> {
  const key = absenceKey({ agent, round });
  if (!checkpoint.kept.has(key)) return null;
  const kept = await checkpoint.step(key, Kept, () => Promise.reject(new Error(`${key} is gone`)));
  return { agent, round, ...kept, error: null };
}

/** Notes that the debate goes on without it. */
async function keepAbsence(checkpoint: Checkpoint, absence: Absence): Promise<void> {
  if (absence.error === null) return;
  const { reason, isRefusal, calls } = absence;
  await checkpoint.step(absenceKey(absence), Kept, () => Promise.resolve({ reason, isRefusal, calls: [...calls] }));
}

function absenceKey({ agent, round }: Pick<Absence, "agent" | "round">): string {
  return `absent ${agent}/${round}`;
}

const Unasked = z.object({ reason: z.string(), isBudget: z.boolean() });

/** @returns why it could not be asked, where the run goes on without it */
export async function orUnasked<T>(
  checkpoint: Checkpoint,
  step: string,
  ask: () => Promise<T>,
): Promise<{ readonly ok: true; readonly value: T } | ({ readonly ok: false } & z.infer<typeof Unasked>)> {
  const key = `unasked ${step}`;
  const kept = (run: () => Promise<z.infer<typeof Unasked>>) => checkpoint.step(key, Unasked, run);
  if (checkpoint.kept.has(key))
    return { ok: false, ...(await kept(() => Promise.reject(new Error(`${key} is gone`)))) };
  try {
    return { ok: true, value: await ask() };
  } catch (error) {
    if (!(error instanceof BudgetExceeded || error instanceof ModelFailed)) throw error;
    const isBudget = error instanceof BudgetExceeded;
    return { ok: false, ...(await kept(() => Promise.resolve({ reason: error.message, isBudget }))) };
  }
}

/** What came of asking somebody to speak. */
export type Move = Turn<unknown> | Absence;

export function isAbsent(move: Move): move is Absence {
  return "error" in move;
}

function isTurn(move: Move): move is Turn<unknown> {
  return !isAbsent(move);
}

/** The moves of a debate in speaking order. */
export interface Moves {
  readonly all: readonly Move[];
  readonly turns: () => readonly Turn<unknown>[];
  /** @throws the error of a wave in which nobody spoke */
  note(wave: readonly Move[]): Promise<void>;
}

export function openMoves(checkpoint: Checkpoint): Moves {
  const all: Move[] = [];
  return {
    all,
    turns: () => all.filter(isTurn),
    async note(wave) {
      const absences = wave.filter(isAbsent);
      const [first] = absences;
      if (first?.error != null && absences.length === wave.length && !speaksAlone(first)) throw first.error;
      for (const absence of absences) await keepAbsence(checkpoint, absence);
      all.push(...wave);
    },
  };
}

/** Without these the result says so; the debate goes on. */
function speaksAlone({ agent }: Absence): boolean {
  return agent === "research_manager" || agent === "trader" || agent === "portfolio_manager";
}
