import { createLogUpdate } from "log-update";
import type { Clock } from "#src/core/clock.ts";
import { counted } from "#src/core/text/number-text.ts";
import type { Output } from "../cli.ts";
import { penFor } from "../terminal.ts";

export interface BacktestProgress {
  /** One more decision is there. */
  readonly step: (what: string) => void;
  readonly close: () => void;
}

const barWidth = 30;
const redrawMs = 100;

/** Redrawn on a terminal; elsewhere a line at each tenth. */
export function backtestProgress(stream: Output, clock: Clock, before: number, total: number): BacktestProgress {
  const startedAt = clock.now();
  let done = before;
  let latest = "";
  const text = (): string => {
    const seconds = (clock.now() - startedAt) / 1000;
    const rate = seconds > 0 ? (done - before) / seconds : 0;
    const left = rate > 0 ? `${Math.ceil((total - done) / rate)} s left` : "";
    return `${done}/${counted(total, "decision")} · ${rate.toFixed(rate < 10 ? 1 : 0)}/s · ${left}${latest === "" ? "" : ` · ${latest}`}`;
  };
  if (!stream.isTTY) {
    let told = Math.floor((10 * before) / total);
    return {
      step() {
        done += 1;
        const tenth = Math.floor((10 * done) / total);
        if (tenth > told) stream.write(`${String(tenth * 10).padStart(3)}%  ${text()}\n`);
        told = tenth;
      },
      close() {},
    };
  }
  const redraw = createLogUpdate(stream);
  const pen = penFor(stream);
  const draw = (): void => {
    const full = Math.round((barWidth * done) / total);
    redraw(`${pen("green", "█".repeat(full))}${pen("dim", "░".repeat(barWidth - full))} ${text()}`);
  };
  const timer = setInterval(draw, redrawMs);
  draw();
  return {
    step(what) {
      done += 1;
      latest = what;
    },
    close() {
      clearInterval(timer);
      latest = "";
      draw();
      redraw.done();
    },
  };
}
