import type { Evidence } from "#src/contract/run/evidence.ts";
import type { Change, RunDiff } from "#src/contract/run/run-diff.ts";
import { agentTitles } from "#src/report/text/result-text.ts";
import { clip, printable, type Pen } from "../terminal.ts";

/** A line a change, cut to the width. */
export function diffText(diff: RunDiff, draw: Pen, width: number): string {
  const { evidence } = diff;
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
      diff.outcome.map((one) => change(one)),
    ),
    ...section(
      "Settings",
      diff.setting.map((one) => change(one)),
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
    ...diff.arguments.flatMap((agent) =>
      section(agentTitles[agent.agent], [
        ...agent.fields.map((one) => change(one)),
        ...agent.added.map((claim) => draw("green", line(`+ ${claim}`))),
        ...agent.removed.map((claim) => draw("red", line(`- ${claim}`))),
      ]),
    ),
  ];
  return `${printable(diff.before)} → ${printable(diff.after)}\n${body.length === 0 ? "\nNothing changed.\n" : `${body.join("\n")}\n`}`;
}

function valueText(value: Change["before"]): string {
  return typeof value === "number"
    ? value.toLocaleString("en-US", { maximumFractionDigits: 6 })
    : String(value ?? "none");
}

function itemText({ at, label, text }: Evidence): string {
  return `${at} ${label}${text === null ? "" : `: ${text}`}`;
}
