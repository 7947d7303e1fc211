import { keepAbsence, type Absence } from "../evidence/absence.ts";
import type { Checkpoint } from "../checkpoint.ts";
import type { Turn } from "../turns/concluded-turn.ts";

/** What came of asking somebody to speak. */
export type Move = Turn<unknown> | Absence;

export function isAbsent(move: Move): move is Absence {
  return "error" in move;
}

export function isTurn(move: Move): move is Turn<unknown> {
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
