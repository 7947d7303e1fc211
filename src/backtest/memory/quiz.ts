import { z } from "zod";
import type { QuizScore } from "#src/contract/backtests/memory.ts";
import type { Calendar } from "#src/market/calendar/calendar.ts";
import { addDays, type LocalDate } from "#src/core/clock.ts";
import { shareInterval } from "#src/core/figures/interval.ts";
import type { Brief } from "#src/debate/reasoners/reasoner.ts";

const letters = ["A", "B", "C", "D"] as const;

export const QuizAnswer = z.object({
  text: z.string(),
  answers: z.array(z.object({ question: z.int(), choice: z.enum([...letters, "unknown"]) })),
});
export type QuizAnswer = z.infer<typeof QuizAnswer>;

/** What the quiz is made from: nothing after the as-of session. */
export interface QuizStart {
  readonly session: LocalDate;
  readonly close: number;
  /** Deviation of a session's log return. */
  readonly volatility: number;
  readonly calendar: Calendar;
}

export interface QuizQuestion {
  readonly number: number;
  readonly session: LocalDate;
  /** So many after the as-of session. */
  readonly sessions: number;
  /** As ratios to the as-of close. */
  readonly cuts: readonly [number, number, number];
}

/** Sessions after the as-of one: a week to a quarter. */
const horizons = [5, 10, 15, 21, 31, 42, 52, 63] as const;

/** A random walk ends equally often in each of four such ranges. */
const quartile = 0.6744897501960817;

/** Four equally likely ranges a horizon. */
export function quizOf({ session, volatility, calendar }: QuizStart): QuizQuestion[] {
  const longest = horizons.at(-1) ?? 0;
  const sessions = calendar.sessionsBetween(addDays(session, 1), addDays(session, longest * 2 + 14));
  return horizons.flatMap((horizon, index) => {
    const date = sessions[horizon - 1];
    const width = Math.exp(quartile * volatility * Math.sqrt(horizon));
    return date === undefined
      ? []
      : [{ number: index + 1, session: date, sessions: horizon, cuts: [1 / width, 1, width] as const }];
  });
}

const rules = `You answer a closed test of recall. It is no debate, no analysis and no forecast: what is asked has happened, and you say what you remember of it. Where you do not remember, the answer is "unknown".

ANSWER with one JSON object of the requested form and nothing around it. "text" is one short sentence.`;

/** The name stands only at the head, where it can be hidden. */
export function quizBrief(
  { session, close }: QuizStart,
  questions: readonly QuizQuestion[],
  about: Pick<Brief<unknown>, "instrument" | "asOf" | "seed">,
): Brief<QuizAnswer> {
  const lines = questions.map(({ number, session: date, cuts }) => {
    const [low, middle, high] = cuts.map((cut) => level(close * cut));
    return `${number}. The close on ${date}: A below ${low}, B from ${low} to ${middle}, C from ${middle} to ${high}, D above ${high}`;
  });
  return {
    ...about,
    agent: "portfolio_manager",
    round: 1,
    depth: "deep",
    tradeDate: session,
    evidence: [],
    transcript: [],
    rules,
    ask: `The instrument named at the head closed at ${level(close)} on ${session}. In which range was each later close, in prices of that day (adjusted for later splits)? Give one answer for each question.\n${lines.join("\n")}`,
    answer: QuizAnswer,
    tools: [],
    steps: [],
  };
}

function level(price: number): string {
  return String(Number(price.toPrecision(5)));
}

/**
 * Unknown closes count for nothing.
 * @param answers by repetition; `null`: unreadable
 * @param closes over the as-of close
 */
export function scoreQuiz(
  questions: readonly QuizQuestion[],
  answers: readonly (QuizAnswer | null)[],
  closes: ReadonlyMap<LocalDate, number>,
): QuizScore {
  let [right, unknown] = [0, 0];
  const outcomes = questions.flatMap(({ number, session, cuts }) => {
    const ratio = closes.get(session);
    if (ratio === undefined) return [];
    const truth = letters[cuts.filter((cut) => ratio >= cut).length];
    return answers.map((given) => {
      const choice = given?.answers.find((one) => one.question === number)?.choice ?? "unknown";
      if (choice === "unknown") unknown += 1;
      if (choice === truth) right += 1;
      // Repetitions of one question are not independent questions.
      return { from: number, through: number, value: choice === truth ? 1 : 0 };
    });
  });
  return { right: { count: right, of: outcomes.length, interval: shareInterval(outcomes) }, unknown };
}
