import type { z } from "zod";
import type { Agent, Point } from "#src/contract/answers.ts";
import type { AnswerBase } from "#src/reasoners/reasoner.ts";

/** What others, the report and the checks take from a structured answer. */
export interface Digest {
  /** One line for the live view. */
  readonly headline: string;
  /** What later agents read beside the points. */
  readonly summary: string;
  readonly points: readonly Point[];
  readonly fields: Readonly<Record<string, string | number | null>>;
  /** Texts of the answer beside its prose and its points, which are checked as those are. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Numbers this agent set itself, which later texts may repeat without evidence. */
  readonly proposed: readonly { readonly label: string; readonly value: number }[];
}

/** One voice of the debate: what it is asked, in which form it answers, and what is taken from the answer. */
export interface Role<A extends AnswerBase> {
  readonly agent: Agent;
  readonly depth: "deep" | "quick";
  readonly answer: z.ZodType<A>;
  /** The instruction, the last part of the prompt. */
  ask(round: number): string;
  digest(answer: A): Digest;
}

/** The numbers among named values, as proposals. */
export function proposals(agent: Agent, values: Readonly<Record<string, number | null>>): Digest["proposed"] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === null ? [] : [{ label: `${agent} ${name}`, value }],
  );
}

export function firstSentence(text: string, most = 90): string {
  const line = text
    .replaceAll(/[#*_>`]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  const end = line.search(/[.!?](\s|$)/);
  const sentence = end > 0 ? line.slice(0, end + 1) : line;
  return sentence.length <= most ? sentence : `${sentence.slice(0, most - 1).trimEnd()}…`;
}
