import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DemoRun } from "#src/web/components/marketing/demo-run.ts";

/**
 * Draws the moving picture of README: `node scripts/make-debate-picture.ts`. It shows the run of the landing page, a
 * real one by the rules engine, turn by turn. An SVG with CSS, as pages that show it as an image run no scripts.
 */
const root = join(import.meta.dirname, "..");
const width = 880;
/** A turn comes so much later than the one before; then the whole stands still for a while. */
const turnSeconds = 1.3;
const restSeconds = 5;
const lineHeight = 20;
const perLine = 96;
const style = `
  text { font: 13.5px ui-sans-serif, system-ui, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; fill: #18181b }
  .quiet { fill: #71717a } .name { font-weight: 600 } .big { font-size: 26px; font-weight: 700 }
  .frame { fill: #ffffff; stroke: #d4d4d8 } .rule { stroke: #e4e4e7 }
  .up { fill: #15803d } .down { fill: #b91c1c } .mark { fill: #4f46e5 }
  .line { fill: none; stroke: #4f46e5; stroke-width: 1.5 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f4f4f5 } .quiet { fill: #a1a1aa } .frame { fill: #18181b; stroke: #3f3f46 } .rule { stroke: #3f3f46 }
    .up { fill: #4ade80 } .down { fill: #f87171 } .mark { fill: #a5b4fc } .line { stroke: #a5b4fc }
  }`;

interface Turn {
  readonly name: string;
  readonly tone: "mark" | "up" | "down";
  readonly lines: readonly string[];
}

function turnsOf(run: DemoRun): Turn[] {
  const scores = run.scores.map(({ analyst, score }) => `${analyst} ${score > 0 ? `+${score}` : score}`).join(" · ");
  const { action, entry, stop, target, size_pct: size, currency } = run.levels;
  const passed = run.checks.filter(({ outcome }) => outcome === "pass").length;
  return [
    { name: "Analysts", tone: "mark", lines: [`Scores from −2 to +2: ${scores.replaceAll("-", "−")}`] },
    { name: "Bull", tone: "up", lines: run.bull.slice(0, 2) },
    { name: "Bear", tone: "down", lines: run.bear.slice(0, 2) },
    {
      name: "Trader",
      tone: "mark",
      lines: [`${capital(action)} at ${entry} ${currency}, stop ${stop}, target ${target}, ${size} % of the portfolio`],
    },
    { name: "Checks by code", tone: "mark", lines: [`${passed} of ${run.checks.length} checks of the levels pass`] },
    { name: "Portfolio manager", tone: "mark", lines: [run.verdict.thesis] },
  ];
}

/** The file's text. */
export function debatePicture(): string {
  const run = DemoRun.parse(JSON.parse(readFileSync(join(root, "src/web/components/marketing/demo-run.json"), "utf8")));
  const turns = turnsOf(run).map((turn) => ({ ...turn, lines: turn.lines.flatMap(wrapped) }));
  let y = 92;
  const drawn = turns.map((turn, at) => {
    const top = y;
    y += turn.lines.length * lineHeight + 16;
    const said = turn.lines.map((line, index) => text(186, top + index * lineHeight, escaped(cited(line)), ""));
    return shown(at, [text(28, top, turn.name, `name ${turn.tone}`), ...said].join(""));
  });
  const { numbers } = run;
  const sum = `${numbers.evidence} numbers rest on evidence, ${numbers.own} are the agents' own proposals, ${numbers.flagged} are flagged`;
  const end = shown(
    turns.length,
    `<line class="rule" x1="28" x2="${width - 28}" y1="${y - 8}" y2="${y - 8}"/>` +
      text(28, y + 26, run.rating, `big ${toneOf(run.rating)}`) +
      text(
        250,
        y + 14,
        `Confidence ${run.verdict.confidence}, target ${run.verdict.target} ${run.levels.currency} in ${run.verdict.horizon_days} days`,
        "",
      ) +
      text(250, y + 34, sum, "quiet"),
  );
  const height = y + 56;
  const seconds = (turns.length + 1) * turnSeconds + restSeconds;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">
<title id="title">A debate about ${run.symbol} as of ${run.session}, turn by turn, ending in ${run.rating}</title>
<style>${style}
${motion(turns.length + 1, seconds)}
</style>
<rect class="frame" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10"/>
${text(28, 38, `${escaped(run.name)}`, "name")}
${text(28, 58, `As of ${run.session} · rules engine · nothing from after that date gets in`, "quiet")}
<path class="line" d="${pricePath(run)}"/>
${drawn.join("\n")}
${end}
</svg>
`;
}

/** Each turn appears in its time and stays to the end of the round; who wants no motion sees the end. */
function motion(count: number, seconds: number): string {
  const frames = Array.from({ length: count }, (_, at) => {
    const from = ((at * turnSeconds) / seconds) * 100;
    const percent = (value: number): string => `${value.toFixed(2)}%`;
    return `@keyframes t${at} { 0%, ${percent(from)} { opacity: 0 } ${percent(from + 3)}, 98% { opacity: 1 } 100% { opacity: 0 } }
.t${at} { animation: t${at} ${seconds.toFixed(1)}s infinite }`;
  });
  return `${frames.join("\n")}\n@media (prefers-reduced-motion: reduce) { g { animation: none !important } }`;
}

/** Closes up to the date, in the corner at the top right. */
function pricePath({ chart }: DemoRun): string {
  const closes = chart.map(({ close }) => close);
  const [low, high] = [Math.min(...closes), Math.max(...closes)];
  const [left, top, wide, tall] = [610, 20, 242, 40];
  const at = (close: number, index: number): string => {
    const x = left + (index / (closes.length - 1)) * wide;
    const y = top + (1 - (close - low) / (high - low)) * tall;
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  return `M${closes.map(at).join("L")}`;
}

function shown(at: number, inner: string): string {
  return `<g class="t${at}">${inner}</g>`;
}

function text(x: number, y: number, inner: string, kind: string): string {
  return `<text x="${x}" y="${y}"${kind === "" ? "" : ` class="${kind}"`}>${inner}</text>`;
}

/** Lines of what an agent said; each point begins a new one. */
function wrapped(said: string): string[] {
  const lines = [""];
  for (const word of said.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + word.length >= perLine) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}

function cited(line: string): string {
  return line.replaceAll(/\[(\w+)\]/g, "⟨$1⟩");
}

function escaped(line: string): string {
  const plain = line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return plain.replaceAll(/⟨(\w+)⟩/g, '<tspan class="mark">[$1]</tspan>');
}

function toneOf(rating: DemoRun["rating"]): Turn["tone"] {
  if (rating === "Hold") return "mark";
  return rating === "Buy" || rating === "Overweight" ? "up" : "down";
}

function capital(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(join(root, "docs/debate.svg"), debatePicture());
