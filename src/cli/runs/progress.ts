import { Decimal } from "decimal.js";
import type { DebateEvent } from "#src/contract/run/events.ts";
import { usdText } from "#src/contract/accounts/money.ts";
import type { Clock, Instant } from "#src/core/clock.ts";
import { counted } from "#src/core/text/number-text.ts";
import { agentTitles } from "#src/report/text/result-text.ts";
import type { Output } from "../cli.ts";
import { oneLine } from "../failure.ts";
import { clip, penFor, type Pen } from "../terminal.ts";

/** Where a run's progress goes. `close` leaves the last state on the screen. */
export interface Progress {
  readonly show: (event: DebateEvent) => void;
  readonly close: () => void;
}

interface Row {
  readonly name: string;
  readonly startedAt: Instant;
  state: "speaking" | "done" | "skipped" | "stopped";
  line: string;
  seconds: number;
  words: number;
}

const nameWidth = 24;

/** A line for each agent that ends, for logs and pipes. */
export function plainProgress(stream: Output, clock: Clock): Progress {
  const rows = new Map<string, Row>();
  return {
    show(event) {
      const row = follow(rows, event, clock);
      if (event.type === "agent.finished" && row !== null)
        stream.write(`${row.name.padEnd(nameWidth)} ${elapsed(row)}  ${row.line}\n`);
    },
    close() {},
  };
}

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const frameMs = 100;

/** All agents in one redrawn view; finished lines go to the terminal's history, so it never exceeds the screen. */
export async function liveProgress(stream: Output, clock: Clock): Promise<Progress> {
  // Loaded only for a terminal, where it draws in place.
  const { createLogUpdate } = await import("log-update");
  const rows = new Map<string, Row>();
  const redraw = createLogUpdate(stream);
  const pen = penFor(stream);
  const startedAt = clock.now();
  const bill = openBill();
  let frame = 0;
  const lineOf = (row: Row): string =>
    paint(row, frames[frame % frames.length] ?? "·", (stream.columns ?? 80) - 1, pen);
  const draw = (): void => {
    for (const [key, row] of rows) {
      if (row.state === "speaking") break;
      redraw.persist(lineOf(row));
      rows.delete(key);
    }
    const now = clock.now();
    for (const row of rows.values()) if (row.state === "speaking") row.seconds = (now - row.startedAt) / 1000;
    const footer = pen("dim", `  ${bill.text()}${Math.floor((now - startedAt) / 1000)} s`);
    redraw([...[...rows.values()].map(lineOf), "", footer].join("\n"));
  };
  const timer = setInterval(() => {
    frame += 1;
    draw();
  }, frameMs);
  draw();
  return {
    show(event) {
      follow(rows, event, clock);
      if (event.type === "agent.finished") bill.add(event);
      if (event.type !== "agent.delta") draw();
    },
    close() {
      clearInterval(timer);
      for (const row of rows.values()) if (row.state === "speaking") row.state = "stopped";
      draw();
      redraw.clear();
      redraw.done();
    },
  };
}

/** The cost of the finished agents as text; empty while it is nothing. */
function openBill(): { add: (event: Extract<DebateEvent, { type: "agent.finished" }>) => void; text: () => string } {
  let tokens = 0;
  let cost: Decimal | null = new Decimal(0);
  return {
    add(event) {
      tokens += event.tokens.input_tokens + event.tokens.output_tokens;
      cost = cost === null || event.cost_usd === null ? null : cost.plus(event.cost_usd);
    },
    text() {
      if (tokens === 0) return "";
      return `${counted(tokens, "token")} · ${cost === null ? "" : `${usdText(cost.toFixed())} · `}`;
    },
  };
}

function paint(row: Row, spinner: string, width: number, pen: Pen): string {
  const line = clip(row.line, width - nameWidth - 12);
  const head = `${row.name.padEnd(nameWidth)}  ${pen("dim", elapsed(row))}  `;
  switch (row.state) {
    case "done":
      return `${pen("green", "✓")} ${head}${line}`;
    case "speaking":
      return `${pen("cyan", spinner)} ${head}${pen("dim", line)}`;
    case "skipped":
      return `${pen("dim", "–")} ${head}${pen("dim", line)}`;
    case "stopped":
      return `${pen("yellow", "■")} ${head}${pen("dim", line)}`;
  }
}

function elapsed(row: Row): string {
  return `${row.seconds.toFixed(1).padStart(5)} s`;
}

/** The row it is about, or `null`. */
function follow(rows: Map<string, Row>, event: DebateEvent, clock: Clock): Row | null {
  if (!("agent" in event)) return null;
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
      row.line = `looked up ${oneLine(event.tool)}, found ${event.found}`;
      break;
    case "agent.delta":
      row.words += event.text.split(/\s+/).filter((word) => word !== "").length;
      row.line = `writing, ${row.words} words`;
      break;
    case "agent.restarted":
      row.words = 0;
      row.line = "starting over";
      break;
    case "agent.finished":
      row.state = event.skipped === null ? "done" : "skipped";
      row.seconds = (clock.now() - row.startedAt) / 1000;
      row.line = `${oneLine(event.headline)}${unsupported(event.unsupported_numbers)}`;
      break;
    case "agent.started":
      break;
  }
  return row;
}

function unsupported(count: number): string {
  return count === 0 ? "" : `  (${counted(count, "unsupported number")})`;
}
