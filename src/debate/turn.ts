import type { Agent } from "#src/contract/answers.ts";
import type { Reading } from "#src/contract/reading.ts";
import type { ModelCall } from "#src/contract/run.ts";
import { ModelFailed } from "#src/platform/errors.ts";
import type { AnswerBase, Brief, ToolStep } from "#src/reasoners/reasoner.ts";
import { keptAbsence, orUnasked, type Absence } from "./absence.ts";
import type { Role } from "./agents/role.ts";
import {
  conclude,
  finished,
  found,
  type Statement,
  type Toolbox,
  type Turn,
  type TurnInput,
} from "./concluded-turn.ts";
import { makeCall, type DebateContext } from "./model-call.ts";
import { total } from "./usage.ts";

/**
 * One agent speaks once: its tool steps, its statement, one further call where the statement lacks what the agent is
 * there for, and what code makes of it.
 * @returns an absence where its model gave no answer and a debate can do without it
 * @throws ModelFailed where it cannot, BudgetExceeded, Cancelled
 */
export async function takeTurn<A extends AnswerBase>(
  table: DebateContext,
  role: Role<A>,
  before: TurnInput,
  toolbox?: Toolbox,
): Promise<Turn<A> | Absence> {
  const { agent } = role;
  const { round } = before;
  table.emit({ type: "agent.started", agent, round });
  const calls: ModelCall[] = [];
  try {
    const kept = await keptAbsence(table.checkpoint, agent, round);
    if (kept !== null) return absent(table, kept);
    const first = await firstStatement(table, role, before, calls, toolbox);
    const spoken = await completed(table, role, first, calls);
    if (spoken.answer === null && spoken.text.trim() === "")
      throw new ModelFailed(spoken.call.model, "malformed", spoken.problem ?? "the answer was empty");
    const turn = conclude(role, before, spoken, calls, first.brief.steps, toolbox, table.header.language);
    table.emit(finished(turn));
    return turn;
  } catch (error) {
    if (!(error instanceof ModelFailed) || !canDoWithout(agent, error.reason)) throw error;
    const reason = `the model gave no answer: ${error.message}`;
    return absent(table, { agent, round, reason, isRefusal: error.reason === "refused", calls, error });
  }
}

/** Whether a debate goes on when this agent's model failed so. Nothing can be asked with a key that is refused. */
function canDoWithout(agent: Agent, reason: ModelFailed["reason"]): boolean {
  if (reason === "unauthorized") return false;
  const isOneOfSeveral = agent !== "research_manager" && agent !== "trader" && agent !== "portfolio_manager";
  return isOneOfSeveral || reason === "refused" || reason === "malformed";
}

interface First<A> {
  readonly spoken: Statement<A>;
  readonly step: string;
  readonly brief: Brief<A>;
}

/** The look-ups of a turn, and what is said after them. */
async function firstStatement<A extends AnswerBase>(
  table: DebateContext,
  role: Role<A>,
  before: TurnInput,
  calls: ModelCall[],
  toolbox: Toolbox | undefined,
): Promise<First<A>> {
  const { agent } = role;
  const { round } = before;
  const steps: ToolStep[] = [];
  for (;;) {
    const mayLook = toolbox !== undefined && steps.length < toolbox.mostSteps;
    const step = steps.length === 0 ? `${agent}/${round}` : `${agent}/${round}.${steps.length}`;
    const brief: Brief<A> = {
      ...table.header,
      agent,
      round,
      depth: role.depth,
      evidence: before.evidence,
      transcript: before.transcript,
      ...(role.form !== undefined && { form: role.form(round) }),
      ask: role.ask(round),
      answer: role.answer,
      tools: mayLook ? toolbox.specs : [],
      steps: [...steps],
    };
    const { spoken, call } = await makeCall(table, step, brief);
    calls.push(call);
    if (spoken.kind === "statement") return { spoken, step, brief };
    if (!mayLook) throw new ModelFailed(call.model, "malformed", `${step} asked for tools when none were open`);
    const known = [...before.evidence, ...found(steps, before.evidence)];
    const looked = await toolbox.look(`${step}/tools`, spoken.calls, known);
    for (const [index, { name }] of spoken.calls.entries()) {
      const fresh = found([{ calls: [], results: looked.results.slice(index, index + 1) }], known);
      table.emit({ type: "agent.tool", agent, round, tool: name, found: fresh.length });
      known.push(...fresh);
    }
    steps.push(looked);
  }
}

/** The statement, or a second one where the first lacks what the agent is there for and the second has it. */
async function completed<A extends AnswerBase>(
  table: DebateContext,
  role: Role<A>,
  { spoken, step, brief }: First<A>,
  calls: ModelCall[],
): Promise<Statement<A>> {
  const problem = lackOf(role, spoken);
  if (problem === null) return spoken;
  const said = spoken.text === "" || spoken.answer === null ? spoken.text : JSON.stringify(spoken.answer);
  const again = { said, problem, isCut: spoken.reading?.is_cut === true };
  const second = `${step}:again`;
  const asked = await orUnasked(table.checkpoint, second, () =>
    makeCall(table, second, { ...brief, tools: [], again }),
  );
  if (!asked.ok) {
    const unasked = `${spoken.problem ?? problem}; it could not be asked again: ${asked.reason}`;
    return { ...readAlso(spoken, asked.isBudget ? ["over_budget"] : []), problem: unasked };
  }
  calls.push(asked.value.call);
  const other = asked.value.spoken;
  const serves = ({ text, answer, reading }: Statement<A>): boolean =>
    role.serves?.({ text, answer, reading }) ?? false;
  const isBetter = other.kind === "statement" && (lackOf(role, other) === null || (serves(other) && !serves(spoken)));
  return readAlso(isBetter ? other : spoken, ["asked_again"]);
}

/** What is missing, in words for the model; `null` where nothing is that matters. */
function lackOf<A extends AnswerBase>(role: Role<A>, { text, answer, reading }: Statement<A>): string | null {
  if (text.trim() === "") return answer === null ? "The answer was empty." : 'The field "text" is missing.';
  return role.lacks?.({ text, answer, reading }) ?? null;
}

function readAlso<A>(spoken: Statement<A>, also: Reading["steps"]): Statement<A> {
  const { steps, ...rest } = spoken.reading ?? plainReading;
  return { ...spoken, reading: { ...rest, steps: [...steps, ...also] } };
}

const plainReading: Reading = { steps: [], conversions: [], missing: [], disputed: [], is_cut: false };

function absent(table: DebateContext, absence: Absence): Absence {
  const { agent, round, reason } = absence;
  table.emit({
    type: "agent.finished",
    agent,
    round,
    headline: "no answer",
    // What was asked for in vain may have been billed.
    ...total(absence.calls),
    cost_usd: null,
    unsupported_numbers: 0,
    skipped: reason,
  });
  return absence;
}
