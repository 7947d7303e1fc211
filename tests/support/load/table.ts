import type { LoadReport } from "./run.ts";

const mostFaults = 40;

/** A load as text: routes, memory, what was counted, and what went wrong. */
export function loadTable(report: LoadReport): string {
  const { seconds, rate, seed, load, latestMs, requests, streams, faults } = report;
  const routes = report.routes.map(({ route, count, p50, p99, most, failed, wrong }) =>
    [route, count, p50, p99, most, failed, wrong].map(String),
  );
  const memory = report.memory.map(({ role, measure, level, slope, growth, flat }) => [
    role,
    measure,
    level.toFixed(1),
    slope.toFixed(2),
    growth.toFixed(1),
    flat ? "flat" : "grows",
  ]);
  const jobs = Object.entries(report.jobs)
    .map(([status, count]) => `${count} ${status}`)
    .join(", ");
  return [
    `${seconds} s at ${rate} operations a second, seed ${seed}; load of the machine ${load.before.toFixed(1)} before, ${load.after.toFixed(1)} after; latest operation ${latestMs} ms late`,
    "",
    ...columns([["Route", "Requests", "p50 ms", "p99 ms", "Most ms", "5xx", "Wrong"], ...routes]),
    "",
    ...columns([["Memory", "Measure", "MB", "MB a minute", "MB in the second half", ""], ...memory]),
    "",
    `${requests} requests. Jobs: ${jobs}. ${report.deposits} deposits, ${report.signals} signals, ${streams.followed} followed streams over ${streams.connections} connections with ${streams.events} events.`,
    faults.length === 0
      ? "Nothing was lost, doubled or out of order, and nothing failed."
      : [`${faults.length} faults:`, ...faults.slice(0, mostFaults).map((fault) => `  ${fault}`)].join("\n"),
  ].join("\n");
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}
