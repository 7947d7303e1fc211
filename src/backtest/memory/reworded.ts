import type { AnswerBase, Brief, Reasoner, Spoken } from "#src/debate/reasoners/reasoner.ts";
import { everyText } from "../mask.ts";

/** How texts are changed on their way to a model, and what it says on its way back. */
export interface Rewording {
  there(text: string): string;
  back(text: string): string;
}

/** A reasoner that lives in a world with other words. Whoever asks it stays in this one. */
export function rewordedReasoner(reasoner: Reasoner, { there, back }: Rewording): Reasoner {
  return {
    ...reasoner,
    estimate: (brief) => reasoner.estimate(reworded(brief, there)),
    async speak<A extends AnswerBase>(brief: Brief<A>, options: Parameters<Reasoner["speak"]>[1]): Promise<Spoken<A>> {
      const spoken = await reasoner.speak(reworded(brief, there), options);
      if (spoken.kind === "tools")
        return {
          ...spoken,
          calls: spoken.calls.map((call) => ({ ...call, input: everyText(call.input, back) })),
        };
      const { answer } = spoken;
      return {
        ...spoken,
        text: back(spoken.text),
        answer: answer === null ? null : brief.answer.parse(everyText(answer, back)),
      };
    },
  };
}

/** Everything that a model is shown, changed. */
function reworded<A extends AnswerBase>(brief: Brief<A>, change: (text: string) => string): Brief<A> {
  const orNull = (text: string | null): string | null => (text === null ? null : change(text));
  const evidence = (items: Brief<A>["evidence"]): Brief<A>["evidence"] =>
    items.map((item) => ({
      ...item,
      label: change(item.label),
      text: orNull(item.text),
      at: change(item.at),
      formula: orNull(item.formula),
    }));
  return {
    ...brief,
    asOf: change(brief.asOf),
    tradeDate: change(brief.tradeDate),
    evidence: evidence(brief.evidence),
    transcript: brief.transcript.map((entry) => ({
      ...entry,
      summary: change(entry.summary),
      points: entry.points.map((point) => ({ ...point, claim: change(point.claim) })),
    })),
    ...(brief.form !== undefined && { form: change(brief.form) }),
    ask: change(brief.ask),
    steps: brief.steps.map((step) => ({
      calls: step.calls.map((call) => ({ ...call, input: everyText(call.input, change) })),
      results: step.results.map((result) => ({
        ...result,
        evidence: evidence(result.evidence),
        note: orNull(result.note),
      })),
    })),
    ...(brief.again !== undefined && {
      again: {
        ...brief.again,
        said: change(brief.again.said),
        problem: orNull(brief.again.problem),
        denials: brief.again.denials.map(change),
      },
    }),
  };
}
