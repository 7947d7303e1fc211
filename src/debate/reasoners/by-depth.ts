import type { Reasoner } from "./reasoner.ts";

/** The managers of one reasoner, and all others of another. */
export function reasonerByDepth(deep: Reasoner, quick: Reasoner): Reasoner {
  const of = { deep, quick };
  return {
    provider: quick.provider,
    models: { deep: deep.models.deep, quick: quick.models.quick },
    tuning: { ...quick.tuning, deep_llm_provider: deep.provider },
    usesTools: quick.usesTools,
    estimate: (brief) => of[brief.depth].estimate(brief),
    speak: (brief, options) => of[brief.depth].speak(brief, options),
  };
}
