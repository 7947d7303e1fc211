import { isSupported, type GroundedNumber, type Grounding, type WordClaim } from "#src/contract/judgement.ts";
import type { AgentReport } from "#src/contract/run.ts";
import { counted } from "#src/platform/number-text.ts";

/*
 * What a report says about its own checking. Only what code has looked at is claimed: numbers by what they rest on, the
 * words that give directions, and that no other word was read.
 */

/**
 * An agent's one-line account; `null` when there was nothing to check.
 * @param isUnread the text is in a language whose words are not checked
 */
export function groundingLine(report: AgentReport, isUnread = false): string | null {
  return groundingSummary(
    report.turns.map(({ grounding }) => grounding),
    isUnread,
  );
}

/** `97 numbers: 95 rest on cited evidence, 2 on the agent's own proposals. 6 statements of direction agree …` */
export function groundingSummary(groundings: readonly Grounding[], isUnread = false): string | null {
  const numbers = groundings.flatMap((one) => one.numbers);
  const words = groundings.flatMap((one) => one.words);
  const unread = groundings.reduce((sum, one) => sum + one.unread.length, 0);
  if (numbers.length + words.length + unread === 0) return null;
  const read = isUnread
    ? "Numbers in digits are checked; words, such as those that give directions, are not checked in this language."
    : wordSentence(words);
  return [numberSentence(numbers), unreadSentence(unread), read].filter((part) => part !== "").join(" ");
}

function numberSentence(numbers: readonly GroundedNumber[]): string {
  if (numbers.length === 0) return "";
  const count = (test: (number: GroundedNumber) => boolean): number => numbers.filter(test).length;
  const resting = [
    [count(({ verdict, cited }) => verdict === "evidence" && cited), "on cited evidence"],
    [count(({ verdict, cited }) => verdict === "evidence" && !cited), "on uncited evidence"],
    [count(({ verdict }) => verdict === "computation"), "on arithmetic over evidence"],
    [count(({ verdict }) => verdict === "proposal"), "on the agents' own proposals"],
  ] as const;
  const flagged = [
    [count(({ verdict }) => verdict === "unsupported"), "on no evidence"],
    [count(({ verdict }) => verdict === "wrong_source"), "on different evidence than cited"],
  ] as const;
  const against = count(({ verdict }) => verdict === "contradicted");
  const parts = [...resting, ...flagged].filter(([many]) => many > 0);
  const rests = parts.map(([many, what], at) => `${many} ${at > 0 ? "" : many === 1 ? "rests " : "rest "}${what}`);
  const denied = against === 0 ? [] : [`${against} ${against === 1 ? "contradicts its" : "contradict their"} evidence`];
  return `${counted(numbers.length, "number")}: ${[...rests, ...denied].join(", ")}.`;
}

function unreadSentence(unread: number): string {
  if (unread === 0) return "";
  return unread === 1 ? "1 quantity in words could not be read." : `${unread} quantities in words could not be read.`;
}

function wordSentence(words: readonly WordClaim[]): string {
  const against = words.filter(({ verdict }) => verdict === "contradicted").length;
  const agreeing = words.length - against;
  if (words.length === 0) return "Words are not checked.";
  const agree =
    agreeing === 0
      ? []
      : [
          `${agreeing} ${agreeing === 1 ? "statement of direction agrees" : "statements of direction agree"} with the evidence`,
        ];
  const deny = against === 0 ? [] : [`${against} ${against === 1 ? "contradicts" : "contradict"} it`];
  return `${[...agree, ...deny].join(", ")}; other words are not checked.`;
}

/** How many numbers and words of the statements do not hold. */
export function flaggedCount(groundings: readonly Grounding[]): number {
  return groundings.reduce(
    (sum, { unsupported, words }) =>
      sum + unsupported + words.filter(({ verdict }) => verdict === "contradicted").length,
    0,
  );
}

/** What is wrong with each flagged number or word whose fault is more than that it rests on nothing. */
export function flaggedNotes(report: AgentReport): string[] {
  const notes = report.turns.flatMap(({ grounding }) => [
    ...grounding.numbers.flatMap((number) => (isSupported(number) ? [] : noteOn(number))),
    ...grounding.words.flatMap(({ text, verdict, evidence }) =>
      verdict === "holds" ? [] : [`“${text}” contradicts ${evidence.join(", ")}.`],
    ),
  ]);
  return [...new Set(notes)];
}

function noteOn({ text, verdict, evidence }: GroundedNumber): string[] {
  if (verdict === "wrong_source")
    return [`“${text}” is not in the evidence its sentence cites. It is in ${evidence.join(", ")}.`];
  if (verdict !== "contradicted") return [];
  const by = evidence.length === 0 ? "the numbers beside it" : evidence.join(", ");
  return [`The words around “${text}” contradict ${by}.`];
}
