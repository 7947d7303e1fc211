import type { z } from "zod";
import type { Reading, Agent, Point } from "#src/contract/run/answers.ts";
import type { AnswerBase } from "#src/debate/reasoners/reasoner.ts";
import { ellipsis } from "#src/core/text/shorten.ts";

/** The parts of a structured answer that others, the report and the checks use. */
export interface Digest {
  /** Line of the live view; `null`: the first claim or the prose. */
  readonly headline: string | null;
  /** What later agents read beside the points. */
  readonly summary: string;
  readonly points: readonly Point[];
  readonly fields: Readonly<Record<string, string | number | null>>;
  /** Other texts of the answer, checked like its prose. */
  readonly texts?: Readonly<Record<string, string>>;
  /** What conditions say of the present is checked, not what may come. */
  readonly conditions?: Readonly<Record<string, string>>;
  /** Numbers this agent set itself, which later texts may repeat without evidence. */
  readonly proposed: readonly { readonly label: string; readonly value: number }[];
}

/** An answer as it was read. */
export interface Said<A> {
  readonly text: string;
  readonly answer: A | null;
  /** `undefined` where it came in its form. */
  readonly reading: Reading | undefined;
}

/** Whether a field was stated, even as `null`. */
export function isStated<A>({ answer, reading }: Said<A>, field: keyof A & string): boolean {
  return answer !== null && reading?.missing.includes(field) !== true;
}

/** A voice: what it is asked, how it answers, what is taken from the answer. */
export interface Role<A extends AnswerBase> {
  readonly agent: Agent;
  readonly depth: "deep" | "quick";
  readonly answer: z.ZodType<A>;
  /** What is missing, in words for the model; `null`: nothing. */
  lacks?(said: Said<A>): string | null;
  /** Whether an answer without its field still serves. */
  serves?(said: Said<A>): boolean;
  /** The answer format, where several agents get the same prompt in that round. */
  form?(round: number): string;
  /** The instruction, the last part of the prompt. */
  ask(round: number): string;
  digest(answer: A): Digest;
  withTexts?(answer: A, texts: Readonly<Record<string, string>>): A;
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
  const end = line.search(/[.!?](\s|$)|[。！？।؟۔]/);
  return ellipsis(end > 0 ? line.slice(0, end + 1) : line, most);
}
