import type { LocalDate } from "#src/core/clock.ts";

/** All lists have the length of `sessions`. */
export interface Track {
  readonly sessions: readonly LocalDate[];
  /** At each close; the first is the starting capital. */
  readonly equity: readonly number[];
  /** Value of the position at each close, negative when short. */
  readonly held: readonly number[];
  /** Value bought and sold at the open, before slippage. */
  readonly traded: readonly number[];
  /** Commission and slippage. */
  readonly costs: readonly number[];
  readonly dividends: readonly number[];
  readonly trades: readonly number[];
}

/** Equal parts, each left to itself. Missing sessions carry; before its first a track is cash. */
export function combineTracks(tracks: readonly Track[], sessions: readonly LocalDate[]): Track {
  const part = 1 / tracks.length;
  const sum = {
    equity: sessions.map(() => 0),
    held: sessions.map(() => 0),
    traded: sessions.map(() => 0),
    costs: sessions.map(() => 0),
    dividends: sessions.map(() => 0),
    trades: sessions.map(() => 0),
  };
  const add = (values: number[], index: number, value: number): void => {
    values[index] = (values[index] ?? 0) + value;
  };
  for (const track of tracks) {
    let at = -1;
    for (const [index, session] of sessions.entries()) {
      while ((track.sessions[at + 1] ?? "9999") <= session) {
        at += 1;
        add(sum.traded, index, part * (track.traded[at] ?? 0));
        add(sum.costs, index, part * (track.costs[at] ?? 0));
        add(sum.dividends, index, part * (track.dividends[at] ?? 0));
        add(sum.trades, index, track.trades[at] ?? 0);
      }
      add(sum.equity, index, part * (track.equity[at] ?? 1));
      add(sum.held, index, part * (track.held[at] ?? 0));
    }
  }
  return { sessions, ...sum };
}

/** From close to close, both inclusive; trades of the first belong to the time before. */
export function sliceTrack(track: Track, from: LocalDate, to: LocalDate): Track {
  const first = track.sessions.findIndex((session) => session >= from);
  const start = first === -1 ? track.sessions.length : first;
  const end = track.sessions.findLastIndex((session) => session <= to) + 1;
  const flow = (values: readonly number[]): number[] =>
    values.slice(start, end).map((value, index) => (index === 0 ? 0 : value));
  return {
    sessions: track.sessions.slice(start, end),
    equity: track.equity.slice(start, end),
    held: track.held.slice(start, end),
    traded: flow(track.traded),
    costs: flow(track.costs),
    dividends: flow(track.dividends),
    trades: flow(track.trades),
  };
}
