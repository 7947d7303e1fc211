/**
 * Writes what the landing page shows of a run on the archive that ships: `node scripts/make-demo-run.ts`.
 * The run is a real one, made by the command line with the rules reasoner; every run gives the same bytes.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Analyst } from "#src/contract/jobs/analysis.ts";
import { checkedOf } from "#src/contract/run/checked.ts";
import { Reports, Run } from "#src/contract/run/run.ts";
import { allSpans, countFigures } from "#src/contract/run/spans.ts";
import { reportsInOrder } from "#src/report/text/result-text.ts";
import { DemoRun } from "#src/web/components/marketing/demo-run.ts";

const root = join(import.meta.dirname, "..");
const sessionsShown = 150;
const pointsShown = 4;

/** The file's text. */
export function demoRun(): string {
  const run = analyzeDemo();
  const { manifest, result } = run;
  const reports = Reports.parse(result.reports);
  const said = (agent: "bull" | "bear"): string[] =>
    (reports[agent]?.turns.at(-1)?.points ?? []).slice(0, pointsShown).map(({ claim }) => claim);
  const bull = said("bull");
  const bear = said("bear");
  const cited = [result.decision ?? "", reports.verdict?.thesis ?? "", ...bull, ...bear].join(" ");
  const checked = reportsInOrder(reports).flatMap(({ turns }) => turns.map(checkedOf));
  const supported = checked.reduce((sum, one) => sum + countFigures(one).supported, 0);
  const flagged = checked.reduce((sum, one) => sum + countFigures(one).unsupported, 0);
  const own = checked.flatMap(allSpans).filter(({ kind }) => kind === "own").length;
  const excerpt = DemoRun.parse({
    ...reports,
    symbol: manifest.data.symbol,
    name: manifest.data.name,
    session: manifest.data.session,
    provider: manifest.config.llm_provider,
    synthetic: manifest.data.synthetic,
    rating: result.rating,
    decision: result.decision,
    bull,
    bear,
    scores: Analyst.options.map((analyst) => ({ analyst, score: reports[analyst]?.turns.at(-1)?.fields["score"] })),
    numbers: { evidence: supported - own, own, flagged },
    calls: manifest.calls.length,
    evidence: manifest.evidence.filter(({ id }) => new RegExp(`\\[[^\\]]*\\b${id}\\b`).test(cited)),
    chart: manifest.chart.slice(-sessionsShown),
  });
  return `${JSON.stringify(excerpt, null, 1)}\n`;
}

function analyzeDemo(): Run {
  const home = mkdtempSync(join(tmpdir(), "conclave-demo-run-"));
  try {
    const flags = [
      "--date",
      "2019-09-27",
      "--reasoner",
      "rules",
      "--offline",
      "--archive",
      join(root, "demo"),
      "--json",
    ];
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [join(root, "src/cli/main.js"), "analyze", "DEMO", ...flags],
      { encoding: "utf8", env: { CONCLAVE_HOME: home }, maxBuffer: 64 * 1024 * 1024 },
    );
    if (status !== 0) throw new Error(`the run on the demo archive failed: ${stderr}`);
    return Run.parse(JSON.parse(stdout));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename)
  writeFileSync(join(root, "src/web/components/marketing/demo-run.json"), demoRun());
