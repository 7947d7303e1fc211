import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "#src/core/clock.ts";
import { readSettings } from "#src/core/config/config.ts";
import { composeAnalysisEnvironment } from "./analysis-environment.ts";

const demo = join(import.meta.dirname, "../../../demo");
const listed = async (env: Readonly<Record<string, string>>) => {
  const settings = readSettings({ SERVICE_LLM_PROVIDER: "rules", ...env });
  const environment = await composeAnalysisEnvironment(settings, demo, systemClock);
  return {
    symbols: environment.instruments.map(({ symbol }) => symbol),
    index: environment.coverageOf("^GSPC").status,
  };
};

test("what the archive that ships answers is listed, also where no archive is named", async () => {
  expect(await listed({})).toEqual({ symbols: ["DEMO", "^GSPC"], index: "unchecked" });
  expect(await listed({ MARKET_ARCHIVES: demo })).toEqual({ symbols: ["DEMO", "^GSPC"], index: "held" });
  expect((await listed({ SERVICE_ONLINE_TOOLS: "true" })).symbols).toEqual([]);
});
