import type { LocalDate } from "#src/core/clock.ts";
import { type Action, type Prices, aSplit, splitAdjust, splitText } from "./corporate-actions.ts";
import { type Jump, type NamedSplit, leastJump, namedSplits, unexplainedJumps } from "./jumps.ts";
import type { ShareCountFact } from "../fundamentals/concepts.ts";

/** A fault in a series of prices. */
export interface SeriesFinding {
  readonly kind: "split" | "unclear" | "unit" | "slip" | "moved" | "absent" | "inverse" | "halt" | "no trade";
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** New shares for one old, or price multiple; `null`: no ratio. */
  readonly ratio: number | null;
  /** A sentence without capital and full stop. */
  readonly reason: string;
}

/** Two weeks without a trade have no momentum. */
const fewestTradeless = 10;

/** Sessions up to the last with a still price and no known trade. */
export function tradelessSince(bars: readonly Prices[]): SeriesFinding | null {
  const still = stillSessions(bars).at(-1) ?? [];
  const [first] = still;
  const last = still.at(-1);
  if (first === undefined || last === undefined || last !== bars.at(-1)) return null;
  return {
    kind: "no trade",
    from: first.date,
    to: last.date,
    ratio: null,
    reason: `no trade in the last ${still.length} sessions, since ${first.date}: the price stands still at ${last.close}`,
  };
}

/** The same, where trade went on later. */
function halts(bars: readonly Prices[]): SeriesFinding[] {
  return stillSessions(bars).flatMap((still) => {
    const [first] = still;
    const last = still.at(-1);
    if (first === undefined || last === undefined || last === bars.at(-1)) return [];
    const reason = `no trade in ${still.length} sessions, from ${first.date} to ${last.date}`;
    return [{ kind: "halt", from: first.date, to: last.date, ratio: null, reason }];
  });
}

/** Stretches of two weeks or more at one price. */
function stillSessions(bars: readonly Prices[]): Prices[][] {
  const found: Prices[][] = [];
  let open: Prices[] = [];
  for (const bar of bars) {
    const isStill = bar.high === bar.low && (bar.volume === null || bar.volume === 0);
    if (isStill && open[0]?.close === bar.close) open.push(bar);
    else {
      open = isStill ? [bar] : [];
      if (isStill) found.push(open);
    }
  }
  return found.filter(({ length }) => length >= fewestTradeless);
}

export interface CheckedSeries<B extends Prices> {
  readonly findings: readonly SeriesFinding[];
  /** Adjusted by the splits that show, without bars in another unit. */
  readonly adjusted: readonly B[];
  /** From which session on prices compare, and why; `null`: all. */
  readonly broken: SeriesFinding | null;
  /** The same, without mere doubts. */
  readonly surelyBroken: SeriesFinding | null;
  /** Since when there were no trades; `null`: there are. */
  readonly tradeless: SeriesFinding | null;
}

/** Findings that stop comparison; `unclear` ones may be none. */
const breaking: readonly SeriesFinding["kind"][] = ["split", "unclear", "unit", "absent", "inverse"];

/**
 * The checks of runs and `archive check` (ADR 7).
 * @param bars ascending, as traded
 * @param actions those known
 * @param counts share counts of filings, in which an unnamed split shows
 */
export function checkSeries<B extends Prices>(
  bars: readonly B[],
  actions: readonly Action[],
  counts: readonly ShareCountFact[] = [],
): CheckedSeries<B> {
  const powers = slips(bars);
  const kept = without(bars, powers);
  const named = namedSplits(kept, actions);
  const doubted = named.filter(({ shows }) => shows === "absent" || shows === "inverse");
  const splits = actions
    .filter((each) => each.action === "split" && !doubted.some(({ split }) => split === each))
    .map((each) => ({ ...each, exDate: named.find(({ split }) => split === each)?.date ?? each.exDate }));
  const onBasis = splitAdjust(kept, splits);
  const found = unexplainedJumps(onBasis, actions, counts).filter(
    ({ date }) => !doubted.some((each) => each.date === date),
  );
  const stray = strays(onBasis, found);
  const adjusted = without(onBasis, stray.slips);
  const tradeless = tradelessSince(adjusted);
  const findings = [
    ...[...powers, ...stray.slips].map(ofSlip),
    ...named.flatMap(ofNamed),
    ...stray.jumps.map(ofJump),
    ...halts(adjusted),
  ].toSorted((a, b) => (a.from < b.from ? -1 : Number(a.from > b.from)));
  const breaks = findings.filter(({ kind }) => breaking.includes(kind));
  return {
    findings: tradeless === null ? findings : [...findings, tradeless],
    adjusted,
    broken: breaks.at(-1) ?? null,
    surelyBroken: breaks.findLast(({ kind }) => kind !== "unclear") ?? null,
    tradeless,
  };
}

function without<B extends Prices>(bars: readonly B[], slipped: readonly Slip[]): B[] {
  return bars.filter(({ date }) => !slipped.some(({ from, to, isOver }) => isOver && date >= from && date <= to));
}

function ofSlip({ from, to, factor, isOver }: Slip): SeriesFinding {
  const which = from === to ? `prices of ${from} are` : `the prices from ${from} to ${to} are`;
  const reason = `${which} ${timesText(factor)} those around them`;
  return { kind: isOver ? "slip" : "unit", from, to, ratio: factor, reason };
}

function ofNamed({ split, shows, date }: NamedSplit): SeriesFinding[] {
  return shows === "named"
    ? []
    : [{ kind: shows, from: date, to: date, ratio: split.value, reason: namedText(split, shows, date) }];
}

function ofJump(jump: Jump): SeriesFinding {
  return { kind: jump.kind, from: jump.date, to: jump.date, ratio: jump.ratio, reason: jumpText(jump) };
}

function namedText({ value, exDate }: Action, shows: "moved" | "absent" | "inverse", date: LocalDate): string {
  const split = `the ${splitText(value)} named for ${exDate}`;
  switch (shows) {
    case "moved":
      return `${split} shows in the prices on ${date}, and is taken from there`;
    case "absent":
      return `${split} does not show in the prices: they may be adjusted already`;
    case "inverse":
      return `${split} shows the other way round in the prices: its ratio may be upside down, or the prices adjusted twice`;
  }
}

function jumpText({ kind, date, ratio }: Jump): string {
  switch (kind) {
    case "split":
      return `the price of ${date} looks like ${aSplit(ratio)} that no source names`;
    case "unit":
      return `prices from ${date} on are ${timesText(1 / ratio)} those before: they look like another unit`;
    case "unclear":
      return `the price of ${date} may show ${aSplit(ratio)} that no source names, or a ${ratio > 1 ? "crash" : "rally"}: price and volume do not tell which`;
  }
}

function timesText(factor: number): string {
  const times = Number((factor < 1 ? 1 / factor : factor).toPrecision(2));
  return factor < 1 ? `1/${times} of` : `${times} times`;
}

interface Strays {
  readonly slips: readonly Slip[];
  readonly jumps: readonly Jump[];
}

/** In logarithms: how near prices must come back. */
const near = 0.12;

/**
 * A split does not come back: bars between two such jumps are on another basis.
 * @param bars those of the jumps
 */
function strays(bars: readonly Prices[], jumps: readonly Jump[]): Strays {
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

/** Bars in another unit than those around them: pence for pounds. */
interface Slip {
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** Their factor against the neighbours' prices: 0.01, 10. */
  readonly factor: number;
  /** False where the series ends before prices come back. */
  readonly isOver: boolean;
}

/** A longer stretch is a new level, not a slip. */
const longest = 20;
/** Logarithm: the move allowed beside the power of ten. */
const tolerance = 0.3;
const mostPowers = 6;

/**
 * Stretches at a power of ten that come back, and a last bar partly so.
 * @param bars ascending, as traded
 */
function slips(bars: readonly Prices[]): Slip[] {
  const found: Slip[] = [];
  let level = bars[0]?.close ?? 0;
  for (let index = 0; index < bars.length; index += 1) {
    const bar = bars[index];
    if (bar === undefined) break;
    const power = powerOf(bar, level);
    if (power !== null) {
      const back = comesBack(bars, index, level);
      const last = bars[back === null ? bars.length - 1 : back - 1];
      if (back !== null || (index === bars.length - 1 && isMixed(bar, level))) {
        found.push({ from: bar.date, to: last?.date ?? bar.date, factor: 10 ** power, isOver: back !== null });
        index = (back ?? bars.length) - 1;
        continue;
      }
    }
    level = bar.close;
  }
  return found;
}

/** The largest power of ten a price is off by, else `null`. */
function powerOf(bar: Prices, level: number): number | null {
  const powers = powersOf(bar, level);
  const most = powers.reduce<number>(
    (large, power) => (Math.abs(power ?? 0) > Math.abs(large) ? (power ?? 0) : large),
    0,
  );
  return most === 0 || powers.includes(null) ? null : most;
}

/** `null` for a price that no power of ten explains. */
function powersOf({ open, high, low, close }: Prices, level: number): (number | null)[] {
  return [open, high, low, close].map((price) => {
    const off = Math.log10(price / level);
    const power = Math.round(off);
    return Math.abs(off - power) * Math.LN10 <= tolerance && Math.abs(power) <= mostPowers ? power : null;
  });
}

function isMixed(bar: Prices, level: number): boolean {
  return new Set(powersOf(bar, level)).size > 1;
}

/** The first later bar that is wholly near the level again. */
function comesBack(bars: readonly Prices[], index: number, level: number): number | null {
  for (let at = index + 1; at <= index + longest; at += 1) {
    const bar = bars[at];
    if (bar === undefined) return null;
    if (powersOf(bar, level).every((power) => power === 0)) return at;
  }
  return null;
}
