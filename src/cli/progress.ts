import { styleText } from "node:util";
import { createLogUpdate } from "log-update";
import type { DebateEvent } from "#src/contract/events.ts";
import type { Clock, Instant } from "#src/platform/clock.ts";
import { agentTitles } from "#src/report/words.ts";

/** Where a run's progress goes. `close` leaves the last state on the screen. */
export interface Progress {
  readonly show: (event: DebateEvent) => void;
  readonly close: () => void;
}

export interface Screen {
  readonly stream: NodeJS.WriteStream;
  readonly clock: Clock;
  readonly colour: boolean;
}

interface Row {
  readonly name: string;
  readonly startedAt: Instant;
  state: "speaking" | "done" | "skipped";
  line: string;
  seconds: number;
  words: number;
}

/** A line for each agent when it ends, for logs and pipes. */
export function plainProgress(screen: Screen): Progress {
  const rows = new Map<string, Row>();
  return {
    show(event) {
      const row = follow(rows, event, screen.clock);
      if (event.type === "agent.finished" && row !== null)
        screen.stream.write(`${row.name.padEnd(nameWidth)}  ${elapsed(row)}  ${row.line}\n`);
    },
    close() {},
  };
}

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const nameWidth = 24;

/** All agents in one view that is redrawn in place: who speaks, for how long, and what came of it. */
export function liveProgress(screen: Screen): Progress {
  const rows = new Map<string, Row>();
  const redraw = createLogUpdate(screen.stream);
  let frame = 0;
  const draw = (): void => {
    const width = (screen.stream.columns ?? 80) - 1;
    redraw([...rows.values()].map((row) => paint(row, frame, width, screen)).join("\n"));
  };
  const timer = setInterval(() => {
    frame += 1;
    draw();
  }, 100);
  return {
    show(event) {
      follow(rows, event, screen.clock);
      if (event.type !== "agent.delta") draw();
    },
    close() {
      clearInterval(timer);
      draw();
      redraw.done();
    },
  };
}

function paint(row: Row, frame: number, width: number, { colour, clock }: Screen): string {
  const style = (format: "green" | "cyan" | "dim", text: string): string => (colour ? styleText(format, text, { validateStream: false }) : text);
  const mark =
    row.state === "done" ? style("green", "✓") : row.state === "skipped" ? style("dim", "–") : style("cyan", frames[frame % frames.length] ?? "·");
  if (row.state === "speaking") row.seconds = (clock.now() - row.startedAt) / 1000;
  const room = Math.max(10, width - nameWidth - 12);
  const line = row.line.length > room ? `${row.line.slice(0, room - 1)}…` : row.line;
  return `${mark} ${row.name.padEnd(nameWidth)}${style("dim", elapsed(row))}  ${row.state === "done" ? line : style("dim", line)}`;
}

function elapsed(row: Row): string {
  return `${row.seconds.toFixed(1).padStart(5)} s`;
}

/** Brings the rows up to the event; the row it is about, or `null` when it is about none. */
function follow(rows: Map<string, Row>, event: DebateEvent, clock: Clock): Row | null {
  if (event.type === "debate.finished") return null;
  const key = `${event.agent}/${event.round}`;
  const row = rows.get(key) ?? {
    name: event.round === 1 ? agentTitles[event.agent] : `${agentTitles[event.agent]}, round ${event.round}`,
    startedAt: clock.now(),
    state: "speaking" as const,
    line: "reading",
    seconds: 0,
    words: 0,
  };
  rows.set(key, row);
  switch (event.type) {
    case "agent.tool":
      row.line = `looked up ${event.tool}, found ${event.found}`;
      break;
    case "agent.delta":
      row.words += event.text.split(/\s+/).filter((word) => word !== "").length;
      row.line = `writing, ${row.words} words`;
      break;
    case "agent.finished":
      row.state = event.skipped === null ? "done" : "skipped";
      row.seconds = (clock.now() - row.startedAt) / 1000;
      row.line = `${event.headline}${event.unsupported_numbers === 0 ? "" : `  (${event.unsupported_numbers} unsupported ${event.unsupported_numbers === 1 ? "number" : "numbers"})`}`;
      break;
    case "agent.started":
      break;
  }
  return row;
}
