import { agentOf } from "./habits/run-habit.ts";
import type { ModelCall } from "./model-server.ts";

/* Models whose opinion is known: one has learnt an instrument's later prices by heart, one reads what it is shown. */

interface Learnt {
  readonly ticker: string;
  /** What it has read of the year in which it thinks it is; of other years it knows nothing. */
  readonly year: string;
  /** Closes by session, also of later ones. */
  readonly closes: ReadonlyMap<string, number>;
  /** What became of it after the as-of date. */
  readonly became: "up" | "down";
}

/** Rates by what it remembers where it sees the name in a year that it has read of, and has no view elsewhere. */
export function remembering({ ticker, year, closes, became }: Learnt) {
  return ({ prompt }: Pick<ModelCall, "prompt">): Record<string, unknown> => {
    const knows = prompt.includes(`INSTRUMENT ${ticker}:`) && prompt.includes(`trade date ${year}-`);
    if (isQuiz(prompt))
      return quizAnswer(prompt, (session, cuts) => {
        const close = closes.get(session);
        return knows && close !== undefined ? rangeOf(close, cuts) : "unknown";
      });
    return opinion(prompt, knows ? (became === "up" ? 2 : -2) : 0);
  };
}

/** Rates by the trend that the evidence states and by news of an outlook, and remembers nothing. */
export function reading() {
  return ({ prompt }: Pick<ModelCall, "prompt">): Record<string, unknown> => {
    if (isQuiz(prompt)) return quizAnswer(prompt, () => "unknown");
    const trend = /Close against its 200-session mean: (-?\d+(?:\.\d+)?)/.exec(prompt)?.[1];
    const news = /raises its outlook/.test(prompt) ? 2 : /withdraws its outlook/.test(prompt) ? -2 : 0;
    const said = [...prompt.matchAll(/as \w+: lean (-?\d)/g)].map(([, lean]) => Number(lean));
    const views = [news, trend === undefined ? 0 : Math.sign(Number(trend)), ...said];
    const lean = views.reduce((strongest, view) => (Math.abs(view) > Math.abs(strongest) ? view : strongest), 0);
    return opinion(prompt, lean);
  };
}

function isQuiz(prompt: string): boolean {
  return prompt.includes("In which range was each later close");
}

function quizAnswer(prompt: string, choose: (session: string, cuts: readonly number[]) => string) {
  const questions = /^(\d+)\. The close on (\S+): A below (\S+), B from \S+ to (\S+), C from \S+ to (\S+), D above/gm;
  const answers = [...prompt.matchAll(questions)].map(([, number, session = "", ...cuts]) => ({
    question: Number(number),
    choice: choose(session, cuts.map(Number)),
  }));
  return { text: "From memory.", answers };
}

function rangeOf(close: number, cuts: readonly number[]): string {
  return ["A", "B", "C", "D"][cuts.filter((cut) => close >= cut).length] ?? "unknown";
}

const ratings = ["Sell", "Underweight", "Hold", "Overweight", "Buy"];

/** The answer of any agent that leans so far, −2 to +2; the lean stands in its words, for the others. */
function opinion(prompt: string, lean: number): Record<string, unknown> {
  const agent = agentOf({ prompt });
  const base = { text: `I speak as ${agent}: lean ${lean}.` };
  const points = [{ claim: `as ${agent}: lean ${lean}`, evidence: [], side: "context" }];
  switch (agent) {
    case "market":
    case "social":
    case "news":
    case "fundamentals":
      return { ...base, score: lean, points };
    case "research_manager":
      return { ...base, lean: ratings[lean + 2], points };
    case "trader":
      return { ...base, action: "hold", entry: null, stop: null, target: null, size_pct: null };
    case "portfolio_manager":
      return {
        ...base,
        rating: ratings[lean + 2],
        thesis: `It leans ${lean}.`,
        target: null,
        horizon_days: 30,
        confidence: 0.5,
      };
    default:
      return { ...base, size_pct: null, points };
  }
}
