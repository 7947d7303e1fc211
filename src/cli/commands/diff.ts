import { diffRuns, type Change, type RunDiff } from "#src/report/text/diff.ts";
import { agentTitles, finishedRun } from "#src/report/text/result-text.ts";
import type { Evidence } from "#src/contract/run/evidence.ts";
import type { Cli, Json } from "../cli.ts";
import { readRun, runFolder } from "../runs/run-folder.ts";
import { type Pen, clip, jsonLine, penFor, printable } from "../terminal.ts";

/** Says what changed from one run to another. */
export async function diff(cli: Cli, before: string, after: string, { json }: Json): Promise<void> {
  const read = async (id: string): Promise<ReturnType<typeof finishedRun>> =>
    finishedRun(await readRun(runFolder(cli.settings.home, id)));
  const changes = diffRuns(await read(before), await read(after));
  cli.out.write(
    json === true
      ? jsonLine(changes)
      : diffText(changes, penFor(cli.out), (cli.out.isTTY && cli.out.columns) || Infinity),
  );
}

/** A line a change, cut to the width. */
export function diffText(found: RunDiff, draw: Pen, width: number): string {
  const { evidence } = found;
  const line = (text: string): string => `  ${clip(printable(text).replaceAll(/\s+/g, " "), width - 2)}`;
  const change = ({ name, before, after }: Change, unit: string | null = null): string => {
    const title = name.replaceAll("_", " ");
    const [was, is] = [valueText(before), valueText(after)];
    // Side by side, long texts would be cut before the second.
    if (was.length + is.length > 80)
      return [line(`${title}:`), draw("red", line(`  - ${was}`)), draw("green", line(`  + ${is}`))].join("\n");
    return line(`${title}: ${was} → ${is}${unit === null ? "" : ` ${unit}`}`);
  };
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ["", draw("bold", title), ...lines];
  const body = [
    ...section(
      "Outcome",
      found.outcome.map((one) => change(one)),
    ),
    ...section(
      "Settings",
      found.setting.map((one) => change(one)),
    ),
    ...section(
      "Changed evidence",
      evidence.changed.map((one) => change(one, one.unit)),
    ),
    ...section(
      "New evidence",
      evidence.added.map((item) => draw("green", line(`+ ${itemText(item)}`))),
    ),
    ...section(
      "Removed evidence",
      evidence.removed.map((item) => draw("red", line(`- ${itemText(item)}`))),
    ),
    ...found.arguments.flatMap((agent) =>
      section(agentTitles[agent.agent], [
        ...agent.fields.map((one) => change(one)),
        ...agent.added.map((claim) => draw("green", line(`+ ${claim}`))),
        ...agent.removed.map((claim) => draw("red", line(`- ${claim}`))),
      ]),
    ),
  ];
  return `${printable(found.before)} → ${printable(found.after)}\n${body.length === 0 ? "\nNothing changed.\n" : `${body.join("\n")}\n`}`;
}

function valueText(value: Change["before"]): string {
  return typeof value === "number"
    ? value.toLocaleString("en-US", { maximumFractionDigits: 6 })
    : String(value ?? "none");
}

function itemText({ at, label, text }: Evidence): string {
  return `${at} ${label}${text === null ? "" : `: ${text}`}`;
}
