/* Words for the direction of a figure. English only. */

function setOf(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ""));
}

/** With an amount behind them: "fell 14.4%". */
export const downVerbs = setOf(`
  fell fall falls falling fallen drop drops dropped dropping decline declines declined declining lose loses lost losing
  slid slide slides sliding slipped slip slips slipping sank sunk sink sinks sinking down lower tumbled tumble tumbles
  plunged plunge plunges shed sheds shedding decreased decrease decreases decreasing shrank shrink shrinks shrinking shrunk
  contracted contract contracts contracting underperformed underperform underperforms underperforming lagged lag lags
  lagging trailed trail trails retreated retreat retreats weakened weaken weakens dipped dip dips
  narrowed narrow narrows crashed eroded erode erodes corrected compressed compress compresses reduced below under
  surrendered cut cuts negative`);

export const upVerbs = setOf(`
  rose rise rises rising risen gain gains gained gaining up climbed climb climbs climbing grew grow grows growing grown
  increased increase increases increasing advanced advance advances advancing jumped jump jumps surged surge surges
  soared rallied rally rallies rallying added adding higher expanded expand expands expanding outperformed outperform
  outperforms outperforming widened widen widens improved improve improves improving strengthened strengthen
  strengthens recovered recover recovers rebounded rebound appreciated above ahead positive`);

/** "a decline of 3%", "a 3% decline". */
export const downNouns = setOf(`
  decline declines drop drops fall falls loss losses slide slump drawdown drawdowns decrease decreases discount dip plunge
  setback retreat sell-off selloff contraction pullback correction shortfall deficit outflow underperformance erosion
  reduction deterioration`);

export const upNouns = setOf(`
  gain gains rise rises increase increases advance rally jump surge climb expansion outperformance improvement premium
  rebound recovery upside`);

/** Behind an amount: "16.7% below". */
export const sideWords = setOf("below under beneath lower less short off down underwater");
