import type { Analyst } from "#src/contract/jobs/analysis.ts";
import type { Agent, ProposalAnswer } from "#src/contract/run/answers.ts";
import type { Evidence } from "#src/contract/run/evidence.ts";
import type { AgentReport, ModelCall } from "#src/contract/run/run.ts";
import type { AnswerBase, TranscriptEntry } from "./reasoners/reasoner.ts";
import {
  analystRole,
  portfolioManager,
  type Decision,
  researcherRole,
  researchManager,
  riskRole,
  riskVoices,
  trader,
  type Role,
} from "./agents.ts";
import { type Absence, isAbsent, openMoves, type Move, takeTurn } from "./turns/turn.ts";
import { runBranches, type Checkpoint } from "./checkpoint.ts";
import { prepareFigures } from "./figures/figures.ts";
import { later } from "#src/core/once.ts";
import { sharedEvidence, letterOf, type Snapshot } from "./evidence/snapshot.ts";
import type { DebateContext } from "./turns/model-call.ts";
import type { Turn, Toolbox } from "./turns/read-turn.ts";
import { noTokens } from "./budget.ts";
import { checkedOf } from "#src/contract/run/checked.ts";
import { allSpans, isDoubtful } from "#src/contract/run/spans.ts";

export interface Plan {
  readonly analysts: readonly Analyst[];
  readonly rounds: number;
  readonly riskRounds: number;
  /** The portfolio manager is asked which conditions would break its rating. */
  readonly conditions: boolean;
}

/** Every turn in order, and the two answers that decide. */
export interface DebateOutcome {
  readonly turns: readonly Turn<unknown>[];
  readonly skipped: readonly AgentReport[];
  /** What the debate did without. */
  readonly absences: readonly Absence[];
  /** All calls in the order of speaking. */
  readonly calls: readonly ModelCall[];
  readonly proposal: Turn<ProposalAnswer> | Absence;
  readonly verdict: Turn<Decision> | Absence;
  /** The evidence of the snapshot and of the analysts' look-ups. */
  readonly evidence: readonly Evidence[];
}

/**
 * Who may move at once does: the chain of calls is (1 + tool steps) + rounds + risk rounds + 3 long.
 * @param heard told of each turn, so that a run that fails later can show it
 */
export async function debate(
  table: DebateContext,
  snapshot: Snapshot,
  plan: Plan,
  toolbox: (analyst: Analyst, checkpoint: Checkpoint) => Toolbox | undefined,
  heard: (turn: Turn<unknown>) => void,
): Promise<DebateOutcome> {
  const asked = plan.analysts.filter((analyst) => evidenceOf(snapshot, analyst).length > 0);
  const skipped = plan.analysts.filter((analyst) => !asked.includes(analyst)).map((analyst) => skip(table, analyst));

  const moves = openMoves(table.checkpoint);
  const told: Told = (move) => {
    if (!isAbsent(move)) heard(move);
    return move;
  };

  await moves.note(
    await runBranches(
      table.checkpoint,
      asked.map((analyst) => async (checkpoint) => {
        const evidence = evidenceOf(snapshot, analyst);
        const before = {
          round: 1,
          evidence,
          transcript: [],
          index: later(() => prepareFigures(evidence)),
          proposed: [],
        };
        const role = analystRole(analyst);
        return told(await takeTurn({ ...table, checkpoint }, role, before, toolbox(analyst, checkpoint)));
      }),
    ),
  );

  const evidence = [...snapshot.evidence, ...moves.turns().flatMap((turn) => turn.found)];
  const { alone, rounds } = openExchange(table, moves, told, evidence);

  await rounds([researcherRole("bull"), researcherRole("bear")], plan.rounds);
  await alone(researchManager);
  const allowShort = table.header.allowShort === true;
  const proposal = await alone(trader({ allowShort, isIndex: snapshot.data.asset_type === "index" }));
  await rounds(riskVoices.map(riskRole), plan.riskRounds);
  const verdict = await alone(
    portfolioManager({ namesConditions: plan.conditions, allowShort }, doubtsIn(moves.turns())),
  );
  return {
    turns: moves.turns(),
    skipped,
    absences: moves.all.filter(isAbsent),
    calls: moves.all.flatMap((move) => move.calls),
    proposal,
    verdict,
    evidence,
  };
}

/** Publishes a move and returns it. */
type Told = <M extends Move>(move: M) => M;

function openExchange(
  table: DebateContext,
  moves: ReturnType<typeof openMoves>,
  told: Told,
  evidence: readonly Evidence[],
) {
  const index = later(() => prepareFigures(evidence));
  const shared = sharedEvidence(evidence, moves.turns());
  const speak = async <A extends AnswerBase>(
    role: Role<A>,
    round: number,
    checkpoint = table.checkpoint,
  ): Promise<Turn<A> | Absence> => {
    const turns = moves.turns();
    const transcript: TranscriptEntry[] = turns.map((turn) => turn.entry);
    const proposed = turns.flatMap((turn) => turn.proposed);
    const before = { round, evidence: shared, transcript, index, proposed };
    return told(await takeTurn({ ...table, checkpoint }, role, before));
  };
  const alone = async <A extends AnswerBase>(role: Role<A>): Promise<Turn<A> | Absence> => {
    const move = await speak(role, 1);
    await moves.note([move]);
    return move;
  };
  const rounds = async <A extends AnswerBase>(roles: readonly Role<A>[], count: number): Promise<void> => {
    for (let round = 1; round <= count; round += 1) {
      const branches = roles.map((role) => (checkpoint: Checkpoint) => speak(role, round, checkpoint));
      await moves.note(await runBranches(table.checkpoint, branches));
    }
  };
  return { alone, rounds };
}

function evidenceOf(snapshot: Snapshot, analyst: Analyst): Evidence[] {
  return snapshot.evidence.filter((item) => item.id.startsWith(letterOf[analyst]));
}

function skip(table: DebateContext, agent: Agent): AgentReport {
  const reason = "no data, so it was not asked";
  table.emit?.({ type: "agent.started", agent, round: 1 });
  table.emit?.({
    type: "agent.finished",
    agent,
    round: 1,
    headline: reason,
    tokens: noTokens,
    cost_usd: "0",
    unsupported_numbers: 0,
    skipped: reason,
  });
  return { agent, text: "", turns: [], skipped: reason };
}

/** `null` where none are unsupported. */
function doubtsIn(turns: readonly Pick<Turn<unknown>, "agent" | "report">[]): string | null {
  const counts = new Map<string, number>();
  for (const { agent, report } of turns) {
    const flagged = allSpans(checkedOf(report)).filter(isDoubtful).length;
    if (flagged > 0) counts.set(agent, (counts.get(agent) ?? 0) + flagged);
  }
  if (counts.size === 0) return null;
  const each = [...counts].map(([agent, count]) => `${agent} ${count}`).join(", ");
  return `Figures, words or claims that the evidence does not support, by agent: ${each}. Give them no weight.`;
}
