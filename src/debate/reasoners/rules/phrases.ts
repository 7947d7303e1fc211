import type { Point } from "#src/contract/answers.ts";
import { companySentences, coinSentences } from "./fundamental-sentences.ts";
import { marketSentences } from "./market-sentences.ts";
import { moodSentences } from "./mood-sentences.ts";
import type { Reason } from "./rules.ts";
import type { Subject } from "./subject.ts";
import { ref, sentence, type Sentences, type Wording } from "./wording.ts";

/** One entry for each rule, by its key. */
export const sentences: Readonly<Record<string, Sentences>> = {
  ...marketSentences,
  ...companySentences,
  ...coinSentences,
  ...moodSentences,
};

/** @throws where a rule has no sentences, which a test rules out */
function sentencesFor({ rule }: Pick<Reason, "rule">): Sentences {
  const found = sentences[rule.key];
  if (found === undefined) throw new Error(`no sentences for ${rule.key}`);
  return found;
}

function wordingOf({ item, value, others }: Reason, s: Subject, close?: { readonly id: string } | null): Wording {
  const counted = others.find(({ unit }) => unit === "count");
  const [other] = others;
  return {
    s,
    it: ref(item),
    size: ref(item, "|abs"),
    value,
    ratio: other === undefined ? "" : `{{${item.id}/${other.id}}}`,
    other: other === undefined ? "" : ref(other),
    count: counted === undefined || counted.value === null ? null : { ref: ref(counted), value: counted.value },
    at: close === undefined || close === null ? "" : ` at ${ref(close)},`,
  };
}

/** As a clause. @param close told along, where it belongs */
export function factOf(reason: Reason, s: Subject, close?: { readonly id: string } | null): string {
  return sentencesFor(reason).fact[reason.reads](wordingOf(reason, s, close));
}

/** The same in the words of the side that it supports. */
export function argumentOf(reason: Reason, s: Subject): string {
  const { reads } = reason;
  const { argued } = sentencesFor(reason);
  return reads === "neutral" || argued === undefined ? factOf(reason, s) : argued[reads](wordingOf(reason, s));
}

export function themeOf(reason: Reason, s: Subject): string {
  return sentencesFor(reason).theme(s);
}

/** `null` where no one bound ends it. */
export function endOf(reason: Reason, isFor: boolean, s: Subject): { side: "above" | "below"; text: string } | null {
  const { turns } = reason.rule;
  const { ends } = sentencesFor(reason);
  if (turns === undefined || ends === undefined) return null;
  const side = (turns.speaksFor === "above") === isFor ? "below" : "above";
  const unit = reason.item.unit === "x" || reason.item.unit === "%" ? reason.item.unit : "";
  return { side, text: ends(side, `${turns.at}${unit}`, s) };
}

/** A reason in an agent's words, with all its evidence. */
export function pointOf(reason: Reason, s: Subject): Point {
  return { claim: sentence(factOf(reason, s), reason.item.id), evidence: [...reason.rests] };
}

/** In order, without what an earlier round said. */
export function pickFor<T>(
  round: number,
  all: readonly T[],
  { opening, rebuttal }: { readonly opening: number; readonly rebuttal: number },
): T[] {
  return round === 1
    ? all.slice(0, opening)
    : all.slice(opening + (round - 2) * rebuttal, opening + (round - 1) * rebuttal);
}
