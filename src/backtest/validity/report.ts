import type { ValidityReport, ValiditySection } from "#src/contract/validity.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import type { ValidityInput } from "./input.ts";
import { calibration } from "./sections/calibration.ts";
import { counterfactualRobustness } from "./sections/counterfactuals.ts";
import { deflatedSharpeRatio } from "./sections/deflated-sharpe.ts";
import { disaggregation } from "./sections/disaggregation.ts";
import { frictions } from "./sections/frictions.ts";
import { knowledgeCutoff } from "./sections/knowledge-cutoff.ts";
import { modelCost } from "./sections/model-cost.ts";
import { numericalExecution } from "./sections/numerical-execution.ts";
import { backtestOverfitting } from "./sections/overfitting.ts";
import { regimes } from "./sections/regimes.ts";
import { temporalIntegrity } from "./sections/temporal-integrity.ts";

/** A new section is a new line. */
const makers: readonly ((input: ValidityInput) => ValiditySection)[] = [
  temporalIntegrity,
  frictions,
  counterfactualRobustness,
  calibration,
  numericalExecution,
  disaggregation,
  deflatedSharpeRatio,
  backtestOverfitting,
  regimes,
  knowledgeCutoff,
  modelCost,
];

/**
 * Pure.
 * @param further sections made elsewhere
 * @see The Alpha Illusion, arXiv 2605.16895, for P1 to P6
 */
export function validityReport(input: ValidityInput, further: readonly ValiditySection[] = []): ValidityReport {
  const sections = [...makers.map((make) => make(input)), ...further];
  const count = (verdict: ValiditySection["verdict"]): number =>
    sections.filter((one) => one.verdict === verdict).length;
  const counts = { pass: count("pass"), fail: count("fail"), cannot_tell: count("cannot_tell") };
  const { settings, decisions } = input.result;
  const { provider, deep, quick } = settings.reasoner;
  return {
    version: 1,
    backtest: {
      symbols: settings.symbols,
      from: settings.from,
      to: settings.to,
      provider,
      deep,
      quick,
      decisions: decisions.length,
      sha256: sha256(canonicalJson(input.result)),
    },
    verdict: counts.fail > 0 ? "fail" : counts.cannot_tell > 0 ? "cannot_tell" : "pass",
    counts,
    sections,
  };
}
