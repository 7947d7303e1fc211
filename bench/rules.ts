import { addDays } from "#src/core/clock.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { demoChain, report, run } from "./setup.ts";

/* Whole runs a second with the `rules` reasoner, one after another, each from the archive to the result. */
const decisions = 400;

const vendors = await demoChain();
const reasoner = createRulesReasoner();
const dates = Array.from({ length: decisions }, (_, index) => addDays("2018-01-02", index));
for (const date of dates.slice(0, 40)) await run(vendors, reasoner, date); // parses the archive, warms the code

const started = performance.now();
for (const date of dates) await run(vendors, reasoner, date);
const seconds = (performance.now() - started) / 1000;
const rate = decisions / seconds;
report(
  {
    figure: "backtest decisions per second with rules",
    value: rate,
    unit: "per second",
    target: ">= 100",
    met: rate >= 100,
  },
  { decisions, seconds: Number(seconds.toFixed(2)) },
);
