import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { Evidence } from "#src/contract/run/evidence.ts";
import { allSpans, isFlagged } from "#src/contract/run/spans.ts";
import { Point } from "#src/contract/run/answers.ts";
import { prepareFigures, readStatement, type FigureIndex, type Statement } from "#src/debate/figures/figures.ts";
import { addDays } from "#src/core/clock.ts";
import type { Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { demoChain, report, run } from "./setup.ts";

/*
 * What reading statements costs and finds: its share of a decision by rules, the lines it takes, and the sentences of
 * ordinary model prose, typed without references, that it flags.
 */
const decisions = 200;
const root = join(import.meta.dirname, "..");

const Points = z.object({ points: z.array(Point) });

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const vendors = await demoChain();
const rules = createRulesReasoner();
const said: Pick<Statement, "text" | "points" | "index">[] = [];
const indexes = new WeakMap<readonly Evidence[], FigureIndex>();
/** The rules, with what they say kept as they said it. */
const reasoner: Reasoner = {
  ...rules,
  speak: async (brief, options) => {
    const spoken = await rules.speak(brief, options);
    const points = Points.safeParse(spoken.kind === "statement" ? spoken.answer : null).data?.points ?? [];
    // As in a run: those who read one list of evidence share what is made of it.
    const index = indexes.get(brief.evidence) ?? prepareFigures(brief.evidence);
    indexes.set(brief.evidence, index);
    if (spoken.kind === "statement") said.push({ text: spoken.text, points, index });
    return spoken;
  },
};
const dates = Array.from({ length: decisions }, (_, index) => addDays("2018-02-05", index));
for (const date of dates.slice(0, 20)) await run(vendors, reasoner, date);
said.length = 0;
const started = processorMs();
for (const date of dates) await run(vendors, reasoner, date);
const deciding = processorMs() - started;

const terms = { entry: 44, stop: 41, target: 50, size_pct: 6, confidence: 0.5, horizon_days: 30 };
const before = processorMs();
for (const one of said)
  readStatement({ ...one, fields: {}, currency: "USD", own: terms, proposed: [], isTrusted: true });
const share = (processorMs() - before) / deciding;
report(
  {
    figure: "writing the figures of a rules decision, of all it takes",
    value: Number(share.toFixed(3)),
    unit: "share",
    target: "<= 0.05",
    met: share <= 0.05,
  },
  { decisions, statements: said.length, msEach: Number((deciding / decisions).toFixed(2)) },
);

const folder = join(root, "src/debate/figures");
const lines = readdirSync(folder)
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  .reduce((sum, name) => sum + readFileSync(join(folder, name), "utf8").split("\n").length - 1, 0);
report(
  {
    figure: "lines of source for references, digits and words",
    value: lines,
    unit: "lines",
    target: "<= 4000",
    met: lines <= 4000,
  },
  {},
);

const Prose = z.object({
  own: z.record(z.string(), z.number()),
  sentences: z.array(z.tuple([z.enum(["right", "wrong"]), z.string(), z.string(), z.array(z.string()).optional()])),
  evidence: z.array(z.record(z.string(), z.unknown())),
});
const cases = join(root, "../shared/cases/model-prose.json");
if (existsSync(cases)) {
  const { own, sentences, evidence } = Prose.parse(JSON.parse(readFileSync(cases, "utf8")));
  const empty = { text: null, source: "", source_ids: [], formula: null, hash: "", at: "2019-06-03" };
  const index = prepareFigures(evidence.map((one) => Evidence.parse({ ...empty, ...one })));
  const flagged = sentences.filter(([, kind, sentence, ids]) => {
    const isPoint = kind === "point";
    const points = isPoint ? [{ claim: sentence, evidence: ids ?? [] }] : [];
    const text = isPoint ? "" : sentence;
    const { checked } = readStatement({ text, points, fields: {}, index, currency: "USD", own, proposed: [] });
    return allSpans(checked).some(isFlagged);
  });
  const count = (of: typeof sentences, truth: string): number => of.filter(([is]) => is === truth).length;
  const found = count(flagged, "wrong");
  const wrong = count(sentences, "wrong");
  report(
    {
      figure: "wrong sentences of ordinary model prose that are flagged",
      value: Number((found / wrong).toFixed(3)),
      unit: "share",
      target: ">= 0.85",
      met: found / wrong >= 0.85,
    },
    { found, wrong, rightFlagged: count(flagged, "right"), right: count(sentences, "right") },
  );
}
