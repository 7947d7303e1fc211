import { writeFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { coverageOf, processes, type Coverage, type ProcessName, type Setting } from "#tests/support/coverage.ts";

/*
 * Whether intervals of 95 % hold the figure they are of, wherever one is given. COVERAGE_TABLE names a file to which
 * the shares are written (docs/adr/0010); COVERAGE_TIMES is how often each line is made up.
 */

const times = Number(process.env["COVERAGE_TIMES"] ?? 120);
const sizes = [
  [10, 1],
  [21, 1],
  [63, 1],
  [252, 1],
  [15, 5],
  [21, 5],
  [63, 5],
  [252, 5],
  [63, 21],
  [126, 21],
  [252, 21],
  [189, 63],
  [252, 63],
] as const;
const names = Object.keys(processes).filter((name): name is ProcessName => name in processes);

const everyDay = names.flatMap((process) =>
  sizes.flatMap(([n, horizon]) => [0, 0.1].map((drift): Setting => ({ process, n, horizon, drift }))),
);
const otherwise = (["independent", "autocorrelated 0.3"] as const).flatMap((process) =>
  sizes.flatMap(([n, horizon]): Setting[] => [
    { process, n, horizon, given: "every fifth" },
    { process, n, horizon, given: "spells" },
    { process, n, horizon, symbols: 5 },
    { process, n, horizon, given: "spells", symbols: 3, drift: 0.1 },
  ]),
);

const found: (readonly [Setting, Coverage])[] = [];

test.each([...everyDay, ...otherwise])("$process, $n after $horizon, drift $drift, $given, $symbols", (setting) => {
  const coverage = coverageOf(setting, times, "long");
  found.push([setting, coverage]);
  if (coverage.given === 0) return;
  expect(coverage.mean).toBeGreaterThanOrEqual(0.9);
  expect(coverage.share).toBeGreaterThanOrEqual(0.9);
});

afterAll(() => {
  const file = process.env["COVERAGE_TABLE"];
  if (file === undefined) return;
  const percent = (value: number): string => (100 * value).toFixed(1);
  const lines = found.map(([{ process: name, n, horizon, drift = 0, given = "every session", symbols = 1 }, one]) =>
    [
      name,
      given,
      symbols,
      drift,
      n,
      horizon,
      percent(one.given),
      percent(one.mean),
      percent(one.share),
      one.meanWidth.toFixed(2),
      one.shareWidth.toFixed(2),
      one.effective.toFixed(1),
    ].join(" | "),
  );
  writeFileSync(file, `${lines.map((line) => `| ${line} |`).join("\n")}\n`);
});
