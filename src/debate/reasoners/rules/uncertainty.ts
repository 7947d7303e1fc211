import type { Point } from "#src/contract/run/answers.ts";
import type { Ground } from "./ground.ts";
import { riskKeys } from "./rules.ts";
import { ref, sentence } from "./wording.ts";

export interface Uncertainty {
  readonly clause: string;
  readonly id: string;
}

/**
 * `null` without a volatility.
 * @param outcome what may come instead
 */
export function uncertaintyOf({ find, outlook }: Ground, outcome: "gain" | "loss"): Uncertainty | null {
  const risk = riskKeys.map(find).find((one) => one !== null) ?? null;
  if (risk === null) return null;
  const other = outcome === "gain" ? "loss" : "gain";
  const likely = Math.abs(outlook.chance - 0.5) < 0.1 ? `almost as likely as a ${other}` : "still a real possibility";
  const clause = `at an annualised volatility of ${ref(risk)}, a ${outcome} over the next three months is ${likely}`;
  return { clause, id: risk.id };
}

export function uncertainPoint({ clause, id }: Uncertainty): Point {
  return { claim: sentence(clause), evidence: [id] };
}
