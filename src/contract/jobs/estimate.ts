import type { Usd } from "./usage.ts";

/** The estimate for a run of one shape. */
export interface ShapeEstimate {
  readonly analysts: number;
  readonly rounds: number;
  /** Model calls, look-ups included. */
  readonly calls: number;
  /** `null`: the model's price is not known. */
  readonly costUsd: Usd | null;
  /** `null`: nothing to go by. */
  readonly seconds: number | null;
}

export interface RunEstimates {
  /** `measured`: past runs with the same models; `table`: list prices and usual lengths. */
  readonly basis: "rules" | "measured" | "table";
  /** Past runs behind the figures. */
  readonly runs: number;
  /** The most that a run may cost; `null` without a limit. */
  readonly limitUsd: Usd | null;
  readonly shapes: readonly ShapeEstimate[];
  /** What a part on holdings adds, whatever the shape and the number of runs. */
  readonly holdings: Pick<ShapeEstimate, "calls" | "costUsd" | "seconds">;
}
