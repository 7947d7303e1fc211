import type { MemoryWorld } from "#src/contract/backtests/memory.ts";
import type { Reasoner, AnswerBase, Brief, Spoken } from "#src/debate/reasoners/reasoner.ts";
import { maskedReasoner, everyText } from "../mask.ts";

/**
 * After 28 years weekdays and leap days return (1901 to 2099); 10,227 days keep dates plausible in years no model has
 * read about.
 */
const cycle = 28;
const years = { first: 1901, last: 2071 } as const;

/** A year alone or of a date, not a part of a number. */
const year = /(?<![\d.,$€£¥])(?:19|20)\d{2}(?![\d%]|[.,]\d|\s?(?:%|USD|EUR|GBP|shares|points))/g;

function moved(by: number): (text: string) => string {
  const [first, last] = by > 0 ? [years.first, years.last] : [years.first + cycle, years.last + cycle];
  return (text) =>
    text.replaceAll(year, (found) => {
      const value = Number(found);
      return value < first || value > last ? found : String(value + by);
    });
}

export const movedDates: Rewording = { there: moved(cycle), back: moved(-cycle) };

const exchanges =
  /(?<![\p{L}\p{N}])(?:NASDAQ|NYSE(?: American| Arca)?|AMEX|(?:New York|London|Tokyo|Toronto|Hong Kong|Shanghai|Shenzhen|Frankfurt) Stock Exchange|Euronext(?: \p{Lu}\p{L}+)?|XETRA|LSE|TSX|HKEX)(?![\p{L}\p{N}])/giu;

const hiddenExchanges: Rewording = {
  there: (text) => text.replaceAll(exchanges, "the exchange"),
  back: (text) => text,
};

/** The false headline is evidence, and not part of this. */
export function inWorld(world: MemoryWorld, reasoner: Reasoner): Reasoner {
  if (world === "masked") return maskedReasoner(rewordedReasoner(reasoner, hiddenExchanges));
  return world === "shifted" ? rewordedReasoner(reasoner, movedDates) : reasoner;
}

/** How texts are changed on their way to a model, and what it says on its way back. */
interface Rewording {
  there(text: string): string;
  back(text: string): string;
}

/** A reasoner that lives in a world with other words. Whoever asks it stays in this one. */
function rewordedReasoner(reasoner: Reasoner, { there, back }: Rewording): Reasoner {
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
