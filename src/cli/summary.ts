import { styleText } from "node:util";
import type { AgentReport } from "#src/contract/run.ts";
import type { RunDiff } from "#src/contract/run-diff.ts";
import { agentTitles, duration, money, priceText, syntheticNote, type Finished } from "#src/report/words.ts";

type Style = Parameters<typeof styleText>[0];

/** Text in colour or plain, as the terminal has it. */
export interface Pen {
  (style: Style, text: string): string;
}

export function pen(colour: boolean): Pen {
  return (style, text) => (colour ? styleText(style, text, { validateStream: false }) : text);
}

/** A finished run on one screen: the rating first, then what it rests on and what it cost. */
export function summaryText(finished: Finished, draw: Pen, width: number): string {
  const { run, reports } = finished;
  const { rating } = run.result;
  const lines = [`${label("Rating", draw)}${draw(["bold", ratingStyle(rating)], rating)}${confidence(finished)}`];
  if (reports.data.synthetic) lines.push(`${label("", draw)}${draw("yellow", syntheticNote)}`);
  if (reports.review_reason !== null) lines.push(field("No opinion", `${reports.review_reason}. REVIEW is not a Hold.`, draw, width));
  else if (reports.verdict !== null) lines.push(field("Thesis", reports.verdict.thesis, draw, width));
  if (run.result.decision !== null) lines.push(field("Decision", run.result.decision.replaceAll(/\s+/g, " "), draw, width));
  if (reports.levels !== null) lines.push(field("Levels", levelsText(finished), draw, width));
  if (run.usage.calls > 0) {
    lines.push(field("Checks", checksText(finished, draw), draw, width));
    for (const check of reports.checks.filter(({ outcome }) => outcome === "fail")) lines.push(field("", `${draw("red", "failed")} ${check.detail}`, draw, width));
    const { supported, unsupported } = reports.numbers;
    lines.push(field("Numbers", unsupported === 0 ? `all ${supported} rest on evidence` : `${supported} rest on evidence, ${draw("yellow", `${unsupported} on nothing`)}`, draw, width));
  }
  for (const [index, note] of reports.data.notes.entries()) lines.push(field(index === 0 ? "Data" : "", note, draw, width));
  lines.push(field("Cost", `${money(run.usage.cost_usd)}, ${run.usage.calls} calls, ${(run.usage.input_tokens + run.usage.output_tokens).toLocaleString("en-US")} tokens, ${duration(finished)}`, draw, width));
  return `${lines.join("\n")}\n`;
}

/** What had been said when a run failed, so that what was paid for is not lost. */
export function partialText(reports: Partial<Record<AgentReport["agent"], AgentReport>>): string {
  return Object.values(reports)
    .map((report) => `## ${agentTitles[report.agent]}\n\n${report.text}\n`)
    .join("\n");
}

export function diffText(diff: RunDiff, draw: Pen): string {
  const change = ({ name, before, after, unit }: { name: string; before: unknown; after: unknown; unit?: string | null }): string =>
    `  ${name}: ${String(before ?? "none")} → ${draw("bold", String(after ?? "none"))}${unit == null ? "" : ` ${unit}`}`;
  const section = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : ["", draw("bold", title), ...lines]);
  const { evidence } = diff;
  const body = [
    ...section("Outcome", diff.outcome.map(change)),
    ...section("Setting", diff.setting.map(change)),
    ...section("Evidence with another value", evidence.changed.map(change)),
    ...section("New evidence", evidence.added.map((item) => `  + ${item.at} ${item.label}${item.text === null ? "" : `: ${clip(item.text)}`}`)),
    ...section("Evidence gone", evidence.removed.map((item) => `  - ${item.at} ${item.label}${item.text === null ? "" : `: ${clip(item.text)}`}`)),
    ...diff.arguments.flatMap((agent) =>
      section(agentTitles[agent.agent], [
        ...agent.fields.map(change),
        ...agent.added.map((claim) => draw("green", `  + ${claim}`)),
        ...agent.removed.map((claim) => draw("red", `  - ${claim}`)),
      ]),
    ),
  ];
  return `${diff.before} → ${diff.after}\n${body.length === 0 ? "\nNothing changed.\n" : `${body.join("\n")}\n`}`;
}

const labelWidth = 12;

function label(name: string, draw: Pen): string {
  return draw("dim", name.padEnd(labelWidth));
}

/** A label and its text, wrapped under itself. */
function field(name: string, text: string, draw: Pen, width: number): string {
  const room = Math.max(30, Math.min(width, 110) - labelWidth);
  const lines: string[] = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + word.length + 1 > room) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.map((line, index) => `${label(index === 0 ? name : "", draw)}${line}`).join("\n");
}

function confidence({ reports }: Finished): string {
  const { verdict } = reports;
  if (verdict === null || verdict.confidence === null) return "";
  return `  (confidence ${verdict.confidence}${verdict.horizon_days === null ? "" : `, ${verdict.horizon_days} days`})`;
}

/** REVIEW has a colour of its own: it lies on no scale. */
function ratingStyle(rating: Finished["run"]["result"]["rating"]): "green" | "red" | "yellow" | "magenta" {
  if (rating === "REVIEW") return "magenta";
  return rating === "Buy" || rating === "Overweight" ? "green" : rating === "Hold" ? "yellow" : "red";
}

function levelsText({ reports }: Finished): string {
  const { levels } = reports;
  if (levels === null) return "";
  const price = (name: string, value: number | null): string => (value === null ? "" : `${name} ${priceText(value, levels.currency)}`);
  return [levels.action, price("entry", levels.entry), price("stop", levels.stop), price("target", levels.target), levels.size_pct === null ? "" : `size ${levels.size_pct} %`]
    .filter((part) => part !== "")
    .join(" · ");
}

function checksText({ reports }: Finished, draw: Pen): string {
  const count = (outcome: string): number => reports.checks.filter((check) => check.outcome === outcome).length;
  if (reports.checks.length === 0) return "none: the trader gave no structured proposal";
  const failed = count("fail");
  return [`${count("pass")} passed`, failed === 0 ? "0 failed" : draw("red", `${failed} failed`), `${count("not_checked")} not checked`].join(", ");
}

function clip(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length <= 100 ? line : `${line.slice(0, 99)}…`;
}
