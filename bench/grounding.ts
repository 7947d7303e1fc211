import { Agent } from "#src/contract/answers.ts";
import type { AgentTurn } from "#src/contract/run.ts";
import { ground, prepareEvidence, type EvidenceIndex } from "#src/debate/grounding.ts";
import { addDays } from "#src/platform/clock.ts";
import { createRulesReasoner } from "#src/reasoners/rules/rules-reasoner.ts";
import { demoChain, report, run } from "./setup.ts";

/*
 * How often a wrong number is found: each number of the prose of whole runs that rests on evidence is altered, one at a
 * time and with its citation left as it is, and the statement is looked at again. What is still supported has met
 * another value of the evidence by chance. All of a run's evidence is held against it, which is more than any agent had.
 */
const dates = Array.from({ length: 40 }, (_, index) => addDays("2018-02-05", index * 9));

const alterations: Readonly<Record<string, (value: number) => number>> = {
  "a tenth more": (value) => value * 1.1,
  "a digit slipped": (value) => value * 10,
  doubled: (value) => value * 2,
};

/** With as many decimals as the original has; `null` where that prints the same. */
function altered(text: string, change: (value: number) => number): string | null {
  const [digits] = /\d[\d,]*(?:\.\d+)?/.exec(text) ?? [];
  if (digits === undefined) return null;
  const decimals = digits.split(".")[1]?.length ?? 0;
  const printed = change(Number(digits.replaceAll(",", ""))).toFixed(decimals);
  return printed === digits ? null : text.replace(digits, printed);
}

function isFound(turn: AgentTurn, at: number, before: string, after: string, index: EvidenceIndex): boolean {
  const text = `${turn.text.slice(0, at)}${after}${turn.text.slice(at + before.length)}`;
  const { numbers } = ground({ text, points: [], computations: [], index, proposed: [] });
  return numbers.some((number) => number.point === null && number.offset === at && number.verdict === "unsupported");
}

const vendors = await demoChain();
const reasoner = createRulesReasoner();
const sums = Object.fromEntries(Object.keys(alterations).map((name) => [name, { tried: 0, found: 0 }]));
let statements = 0;
let intact = 0;
for (const date of dates) {
  const { run: made } = await run(vendors, reasoner, date);
  const index = prepareEvidence(made.manifest.evidence);
  const turns = Agent.options.flatMap((agent) => made.result.reports[agent]?.turns ?? []);
  for (const turn of turns) {
    statements += 1;
    for (const { offset, text, point, verdict } of turn.grounding.numbers) {
      if (point !== null || verdict !== "evidence") continue;
      intact += 1;
      for (const [name, change] of Object.entries(alterations)) {
        const wrong = altered(text, change);
        const sum = sums[name];
        if (wrong === null || sum === undefined) continue;
        sum.tried += 1;
        if (isFound(turn, offset, text, wrong, index)) sum.found += 1;
      }
    }
  }
}
const rates = Object.fromEntries(
  Object.entries(sums).map(([name, { tried, found }]) => [
    name,
    { tried, found, rate: Number((found / tried).toFixed(3)) },
  ]),
);
const lowest = Math.min(...Object.values(rates).map(({ rate }) => rate));
report(
  {
    figure: "share of altered numbers that are marked as unsupported, least of the ways to alter",
    value: lowest,
    unit: "share",
    target: ">= 0.8",
    met: lowest >= 0.8,
  },
  { runs: dates.length, statements, numbers: intact, ...rates },
);
