import type { LocalDate } from "#src/core/clock.ts";
import { splitAdjust, type Action, type Prices } from "../adjust.ts";
import type { SeriesFinding } from "./finding.ts";
import { type Jump, unexplainedJumps } from "./jumps.ts";
import { type NamedSplit, namedSplits } from "./named-splits.ts";
import { aSplit, splitText } from "./ratio-text.ts";
import type { ShareCountFact } from "./share-counts.ts";
import { type Slip, slips } from "./slips.ts";
import { strays } from "./strays.ts";
import { halts, tradelessSince } from "./trades.ts";

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
