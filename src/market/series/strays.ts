import type { Prices } from "../adjust.ts";
import { type Jump, leastJump } from "./jumps.ts";
import { longest, type Slip } from "./slips.ts";

export interface Strays {
  readonly slips: readonly Slip[];
  readonly jumps: readonly Jump[];
}

/** In logarithms: how near prices must come back. */
const near = 0.12;

/**
 * A split does not come back: bars between two such jumps are on another basis.
 * @param bars those of the jumps
 */
export function strays(bars: readonly Prices[], jumps: readonly Jump[]): Strays {
  const found: { readonly slip: Slip; readonly first: number; readonly back: number }[] = [];
  for (let index = 1; jumps.length > 0 && index < bars.length; index += 1) {
    const [before, bar] = [bars[index - 1], bars[index]];
    if (before === undefined || bar === undefined || Math.abs(Math.log(bar.close / before.close)) < leastJump) continue;
    const back = backAt(bars, index, before.close);
    const last = back === null ? undefined : bars[back - 1];
    if (back === null || last === undefined || !jumps.some((jump) => jump.index === index || jump.index === back))
      continue;
    const slip = { from: bar.date, to: last.date, factor: bar.close / before.close, isOver: true };
    found.push({ slip, first: index, back });
    index = back;
  }
  return {
    slips: found.map(({ slip }) => slip),
    jumps: jumps.filter(({ index }) => !found.some(({ first, back }) => index >= first && index <= back)),
  };
}

/** The first later session that jumps back to the level. */
function backAt(bars: readonly Prices[], index: number, level: number): number | null {
  const off = (price: number): number => Math.abs(Math.log(price / level));
  const away = off(bars[index]?.close ?? level);
  const most = Math.min(near, away / 3);
  for (let at = index + 1; at <= index + longest; at += 1) {
    const [last, bar] = [bars[at - 1], bars[at]];
    if (last === undefined || bar === undefined) return null;
    if (off(last.close) > away / 2 && off(bar.open) <= most && off(bar.close) <= most) return at;
  }
  return null;
}
