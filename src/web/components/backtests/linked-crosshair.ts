import type { IChartApi, ISeriesApi, SeriesType, Time } from "lightweight-charts";

/** A chart that shows the same sessions as others. */
interface Member {
  readonly chart: IChartApi;
  /** Its first line, and what that is worth at a session. */
  readonly series: ISeriesApi<SeriesType>;
  readonly valueAt: (time: Time) => number | null;
}

/** Charts over each other whose crosshairs stand at the same session. */
export interface CrosshairLink {
  /** @returns how to leave */
  readonly join: (member: Member) => () => void;
  /** Puts all of them on a session; `null` takes them away. */
  readonly moveTo: (time: Time | null) => void;
  /** Puts them where they were: a crosshair keeps its pixel when the scales move. */
  readonly restore: () => void;
}

/** @param onMove the session that the reader points at in any of them; `null`: none */
export function createCrosshairLink(onMove: (time: Time | null) => void): CrosshairLink {
  const members = new Set<Member>();
  // What this link moves is not the reader's doing.
  let isMoving = false;
  let held: Time | null = null;
  const place = (time: Time | null, but?: Member): void => {
    isMoving = true;
    for (const member of members) {
      if (member === but) continue;
      const value = time === null ? null : member.valueAt(time);
      if (time === null || value === null) member.chart.clearCrosshairPosition();
      else member.chart.setCrosshairPosition(value, time, member.series);
    }
    isMoving = false;
  };
  return {
    join(member) {
      members.add(member);
      member.chart.subscribeCrosshairMove(({ time, point, sourceEvent }) => {
        // Without an event it was a scale that moved under the crosshair.
        if (isMoving || (held !== null && sourceEvent === undefined)) return;
        held = null;
        const at = point === undefined ? null : (time ?? null);
        place(at, member);
        onMove(at);
      });
      // A tap moves no crosshair by itself.
      member.chart.subscribeClick(({ time = null }) => {
        if (time === null) return;
        place(time);
        onMove(time);
      });
      return () => void members.delete(member);
    },
    moveTo(time) {
      held = time;
      place(time);
    },
    restore() {
      if (held !== null) place(held);
    },
  };
}
