import { z } from "zod";
import type { Agent, Reading } from "#src/contract/run/answers.ts";
import { ModelCall, type Unheard } from "#src/contract/run/run.ts";
import { BudgetExceeded, ModelFailed } from "#src/core/errors.ts";
import type { Checkpoint } from "../checkpoint.ts";
import {
  type ReadTurn,
  type Statement,
  type Toolbox,
  type Turn,
  type TurnInput,
  conclude,
  finished,
  found,
  readTurn,
} from "./read-turn.ts";
import type { AnswerBase, Brief, ToolStep } from "../reasoners/reasoner.ts";
import type { Role } from "../agents.ts";
import { type DebateContext, makeCall } from "./model-call.ts";
import { total } from "../budget.ts";

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

/**
 * One turn: tool steps, statement, at most one more call.
 * @returns an absence where the debate can do without
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
  table.emit?.({ type: "agent.started", agent, round });
  const calls: ModelCall[] = [];
  try {
    const kept = await keptAbsence(table.checkpoint, agent, round);
    if (kept !== null) return absent(table, kept);
    const first = await firstStatement(table, role, before, calls, toolbox);
    const read = await settled(table, role, first, calls, (spoken) =>
      readTurn(table, role, before, spoken, first.brief.steps, toolbox),
    );
    const { spoken } = read;
    if (spoken.answer === null && spoken.text.trim() === "")
      throw new ModelFailed(spoken.call.model, "malformed", spoken.problem ?? "the answer was empty");
    const turn = conclude(role, before, read, calls);
    table.emit?.(finished(turn, first.told));
    return turn;
  } catch (error) {
    if (!(error instanceof ModelFailed) || !canDoWithout(agent, error.reason)) throw error;
    const reason = `the model gave no answer: ${error.message}`;
    return absent(table, { agent, round, reason, isRefusal: error.reason === "refused", calls, error });
  }
}

/** Nothing can be asked with a refused key. */
function canDoWithout(agent: Agent, reason: ModelFailed["reason"]): boolean {
  if (reason === "unauthorized") return false;
  const isOneOfSeveral = agent !== "research_manager" && agent !== "trader" && agent !== "portfolio_manager";
  return isOneOfSeveral || reason === "refused" || reason === "malformed";
}

interface First<A> {
  readonly spoken: Statement<A>;
  readonly step: string;
  readonly brief: Brief<A>;
  /** `null` where an earlier attempt has shown it. */
  readonly told: string | null;
}

/** A turn's look-ups, and its answer after them. */
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
  let told: string | null = "";
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
    const known = [...before.evidence, ...found(steps, before.evidence)];
    const index = (): ReturnType<TurnInput["index"]> =>
      toolbox === undefined || steps.length === 0 ? before.index() : toolbox.indexOf(known);
    const { spoken, call, ...shown } = await makeCall(table, step, brief, { index, proposed: before.proposed });
    calls.push(call);
    told = told === null || shown.told === null ? null : told + shown.told;
    if (spoken.kind === "statement") return { spoken, step, brief, told };
    if (!mayLook) throw new ModelFailed(call.model, "malformed", `${step} asked for tools when none were open`);
    const looked = await toolbox.look(`${step}/tools`, spoken.calls, known);
    for (const [place, { name }] of spoken.calls.entries()) {
      const fresh = found([{ calls: [], results: looked.results.slice(place, place + 1) }], known);
      table.emit?.({ type: "agent.tool", agent, round, tool: name, found: fresh.length });
      known.push(...fresh);
    }
    steps.push(looked);
  }
}

/** Asked for once at most; what is missing and what is denied stand in one question. */
async function settled<A extends AnswerBase>(
  table: DebateContext,
  role: Role<A>,
  { spoken, step, brief }: First<A>,
  calls: ModelCall[],
  read: (spoken: Statement<A>) => ReadTurn<A>,
): Promise<ReadTurn<A>> {
  const first = read(spoken);
  const problem = lackOf(role, spoken);
  const denials = table.asksAgainFigures ? first.denials : [];
  if (problem === null && denials.length === 0) return first;
  const said = spoken.text === "" || spoken.answer === null ? spoken.text : JSON.stringify(spoken.answer);
  const again = { said, problem, denials, isCut: spoken.reading?.is_cut === true };
  const second = `${step}:again`;
  const asked = await orUnasked(table.checkpoint, second, () =>
    makeCall(table, second, { ...brief, tools: [], again }),
  );
  if (!asked.ok) {
    const unasked =
      problem === null ? spoken.problem : `${spoken.problem ?? problem}; it could not be asked again: ${asked.reason}`;
    return readAlso(first, asked.isBudget ? ["over_budget"] : [], unasked);
  }
  calls.push(asked.value.call);
  const steps: Reading["steps"] = denials.length === 0 ? ["asked_again"] : ["asked_again", "asked_again_figures"];
  const { spoken: other } = asked.value;
  const better = other.kind === "statement" ? betterOf(role, first, read(other)) : first;
  return readAlso(better, steps, better.spoken.problem);
}

/** The second wins if it has what the first lacks, or lacks nothing and less is denied. */
function betterOf<A extends AnswerBase>(role: Role<A>, first: ReadTurn<A>, second: ReadTurn<A>): ReadTurn<A> {
  const serves = ({ spoken: { text, answer, reading } }: ReadTurn<A>): boolean =>
    role.serves?.({ text, answer, reading }) ?? false;
  const [had, has] = [lackOf(role, first.spoken) === null, lackOf(role, second.spoken) === null];
  if (!had && (has || (serves(second) && !serves(first)))) return second;
  const isWhole = (has || !had) && lostBy(first, second).length === 0;
  return isWhole && second.denials.length < first.denials.length ? second : first;
}

/** What the first answer has and the second lacks. */
function lostBy({ spoken: first, digest }: ReadTurn<unknown>, { spoken, digest: other }: ReadTurn<unknown>): string[] {
  if (first.answer !== null && spoken.answer === null) return ["answer"];
  const missing = (spoken.reading?.missing ?? []).filter((field) => first.reading?.missing.includes(field) !== true);
  return digest.points.length > 0 && other.points.length === 0 ? [...missing, "points"] : missing;
}

/** In words for the model; `null`: nothing that matters. */
function lackOf<A extends AnswerBase>(role: Role<A>, { text, answer, reading }: Statement<A>): string | null {
  if (text.trim() === "") return answer === null ? "The answer was empty." : 'The field "text" is missing.';
  return role.lacks?.({ text, answer, reading }) ?? null;
}

function readAlso<A>(read: ReadTurn<A>, also: Reading["steps"], problem: string | null): ReadTurn<A> {
  const { steps, ...rest } = read.spoken.reading ?? plainReading;
  return { ...read, spoken: { ...read.spoken, problem, reading: { ...rest, steps: [...steps, ...also] } } };
}

const plainReading: Reading = { steps: [], conversions: [], missing: [], disputed: [], is_cut: false };

function absent(table: DebateContext, absence: Absence): Absence {
  const { agent, round, reason } = absence;
  table.emit?.({
    type: "agent.finished",
    agent,
    round,
    headline: "no answer",
    // A failed call may have been billed.
    ...total(absence.calls),
    cost_usd: null,
    unsupported_numbers: 0,
    skipped: reason,
  });
  return absence;
}
