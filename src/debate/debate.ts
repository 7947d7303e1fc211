import type { Analyst } from "#src/contract/analysis.ts";
import type { Agent, ProposalAnswer, VerdictAnswer } from "#src/contract/answers.ts";
import type { Evidence } from "#src/contract/evidence.ts";
import type { AgentReport } from "#src/contract/run.ts";
import type { AnswerBase, TranscriptEntry } from "#src/reasoners/reasoner.ts";
import { analystRole } from "./agents/analysts.ts";
import { portfolioManager } from "./agents/portfolio-manager.ts";
import { researcherRole, researchManager } from "./agents/researchers.ts";
import { riskRole, riskVoices } from "./agents/risk.ts";
import type { Role } from "./agents/role.ts";
import { trader } from "./agents/trader.ts";
import { together, type Checkpoint } from "./checkpoint.ts";
import { prepareEvidence } from "./grounding.ts";
import { sharedEvidence } from "./shared-evidence.ts";
import { letterOf, type Snapshot } from "./snapshot.ts";
import { takeTurn, type Table, type Toolbox, type Turn } from "./turn.ts";
import { noTokens } from "./usage.ts";

export interface Plan {
  readonly analysts: readonly Analyst[];
  readonly rounds: number;
  readonly riskRounds: number;
}

/** The debate as it ended: every turn in the order of speaking, and the two answers that decide. */
export interface Argued {
  readonly turns: readonly Turn<unknown>[];
  readonly skipped: readonly AgentReport[];
  readonly proposal: Turn<ProposalAnswer>;
  readonly verdict: Turn<VerdictAnswer>;
  /** The snapshot's evidence and what the analysts looked up. */
  readonly evidence: readonly Evidence[];
}

/**
 * The graph. Those who may move at the same time do, so the chain of dependent calls is
 * (1 + tool steps) + rounds + risk rounds + 3 long.
 * @param toolbox an analyst's tools, or `undefined` where it has none
 * @param heard told of each turn when it ends, so that a run that fails later can still show it
 */
export async function debate(
  table: Table,
  snapshot: Snapshot,
  plan: Plan,
  toolbox: (analyst: Analyst, checkpoint: Checkpoint) => Toolbox | undefined,
  heard: (turn: Turn<unknown>) => void,
): Promise<Argued> {
  const asked = plan.analysts.filter((analyst) => evidenceOf(snapshot, analyst).length > 0);
  const skipped = plan.analysts.filter((analyst) => !asked.includes(analyst)).map((analyst) => skip(table, analyst));

  const reports = await together(
    table.checkpoint,
    asked.map((analyst) => async (checkpoint) => {
      const evidence = evidenceOf(snapshot, analyst);
      const before = { round: 1, evidence, transcript: [], index: prepareEvidence(evidence), proposed: [] };
      const turn = await takeTurn({ ...table, checkpoint }, analystRole(analyst), before, toolbox(analyst, checkpoint));
      heard(turn);
      return turn;
    }),
  );

  const evidence = [...snapshot.evidence, ...reports.flatMap((turn) => turn.found)];
  const index = prepareEvidence(evidence);
  const shared = sharedEvidence(evidence, reports);
  const turns: Turn<unknown>[] = [...reports];
  const speak = async <A extends AnswerBase>(
    role: Role<A>,
    round: number,
    checkpoint = table.checkpoint,
  ): Promise<Turn<A>> => {
    const transcript: TranscriptEntry[] = turns.map((turn) => turn.entry);
    const proposed = turns.flatMap((turn) => turn.proposed);
    const turn = await takeTurn({ ...table, checkpoint }, role, {
      round,
      evidence: shared,
      transcript,
      index,
      proposed,
    });
    heard(turn);
    return turn;
  };
  const sides = [researcherRole("bull"), researcherRole("bear")];
  const risks = riskVoices.map(riskRole);

  for (let round = 1; round <= plan.rounds; round += 1)
    turns.push(
      ...(await together(
        table.checkpoint,
        sides.map((side) => (checkpoint) => speak(side, round, checkpoint)),
      )),
    );
  turns.push(await speak(researchManager, 1));
  const proposal = await speak(trader, 1);
  turns.push(proposal);
  for (let round = 1; round <= plan.riskRounds; round += 1)
    turns.push(
      ...(await together(
        table.checkpoint,
        risks.map((voice) => (checkpoint) => speak(voice, round, checkpoint)),
      )),
    );
  const verdict = await speak(portfolioManager, 1);
  turns.push(verdict);
  return { turns, skipped, proposal, verdict, evidence };
}

function evidenceOf(snapshot: Snapshot, analyst: Analyst): Evidence[] {
  return snapshot.evidence.filter((item) => item.id.startsWith(letterOf[analyst]));
}

function skip(table: Table, agent: Agent): AgentReport {
  const reason = "no data, so it was not asked";
  table.emit({ type: "agent.started", agent, round: 1 });
  table.emit({
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
