import type { Claim, DeclaredAnswer } from "#src/contract/jobs/assistant.ts";
import { plainWords, stem } from "./stemming.ts";

/** The claim that is declared for a question; `null` where no wording says the same. */
export type Declared = (question: string) => Claim | null;

/**
 * Finds the declared question that says the same: asked in the same way, with the same words that say something. It
 * knows no other words for the same thing, because a confident answer to something else is worse than a search.
 */
export function declaredBy(answers: readonly DeclaredAnswer[]): Declared {
  const claims = new Map<string, Claim>();
  for (const { questions, claim } of answers)
    for (const question of questions) {
      const key = keyOf(question);
      const known = claims.get(key);
      if (known !== undefined && known.text !== claim.text)
        throw new Error(`two answers are declared to "${question}": "${known.text}" and "${claim.text}"`);
      claims.set(key, claim);
    }
  return (question) => claims.get(keyOf(question)) ?? null;
}

/** The way of asking and the words that say something, in one order. */
function keyOf(question: string): string {
  const line = question
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[’‘]/g, "'")
    .replace(politeness, "")
    .replaceAll(/\b(what|where|how|who|when)(?:'s|s)\b/g, "$1 is");
  const form = forms.find(([, pattern]) => pattern.test(line))?.[0] ?? "words";
  const about = plainWords(line.replaceAll(/n't\b/g, " not"))
    .filter((word) => !saysNothing.has(word))
    .map(stem);
  // "Do you place trades?" and "Can I place trades?" are two questions.
  const who = form === "yes or no" && /^\S+ (?:i|we)\b/.test(line) ? "I" : "";
  return [form, who, ...[...new Set(about)].toSorted()].join(" ");
}

const politeness =
  /^(?:(?:please|hi|hey|hello|so|and|ok|okay|sorry|excuse me|tell me|(?:can|could) you (?:please )?(?:tell|explain to) me|do you know|i (?:want|would like) to know|just|but)\b[ ,:!.]*)+/;

const forms: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["how long", /^how (?:long|much time|many time)\b/],
  ["how many", /^how many\b/],
  ["how much", /^how much\b/],
  ["how often", /^how often\b/],
  ["how far", /^how (?:far|close|old|big|large|deep|fast)\b/],
  ["why", /^(?:why|how come|what is the reason)\b/],
  ["how", /^how\b/],
  ["when", /^when\b/],
  ["where", /^(?:from )?where\b/],
  ["who", /^who(?:se|m)?\b/],
  ["what", /^(?:what|which)\b/],
  ["yes or no", /^(?:is|are|am|was|were|do|does|did|can|could|will|would|should|may|must|has|have)\b/],
];

const saysNothing = new Set(
  (
    "a an the of in on for to from by with at as is are am be was were been do does did has have had can could will would may " +
    "i me my we us our you your it its conclave please exactly actually really and or what which how who where when why long many " +
    "much often come comes here there get gets got one some any mean means meaning kind sort that this per"
  ).split(" "),
);
