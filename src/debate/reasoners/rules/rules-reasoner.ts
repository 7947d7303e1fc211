import { Cancelled } from "#src/core/errors.ts";
import type { Reasoner } from "../reasoner.ts";
import { answerOf } from "./voices.ts";

/** A free, deterministic rules engine in a model's seat, always named `rules`. */
export function createRulesReasoner(): Reasoner {
  return {
    provider: "rules",
    models: { deep: "rules", quick: "rules" },
    usesTools: false,
    isRepeatable: true,
    estimate: () => "0",
    async speak(brief, { signal, onDelta }) {
      if (signal.aborted) throw new Cancelled();
      const answer = brief.answer.parse(answerOf(brief));
      onDelta(answer.text);
      return {
        kind: "statement",
        text: answer.text,
        answer,
        problem: null,
        call: { model: "rules", tokens: { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0 }, costUsd: "0" },
      };
    },
  };
}
