import { z } from "zod";
import { Config } from "#src/contract/jobs/analysis.ts";
import { UsageReport } from "#src/contract/jobs/jobs.ts";
import { tool } from "../tool.ts";

const instant = z.iso.datetime({ offset: true }).optional();

export const getUsage = tool({
  name: "get_usage",
  title: "Get usage",
  description: "Analyses, tokens and cost of a period, by model and by state. Default: the current month (UTC).",
  input: z.object({
    from: instant.describe("Inclusive, such as 2026-11-01T00:00:00Z."),
    to: instant.describe("Exclusive."),
  }),
  output: UsageReport.omit({ by_day: true }),
  async run({ from, to }, { service }) {
    const query = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
    const { by_day: _days, by_model, ...totals } = UsageReport.parse(await service.client.usage(query));
    return { ...totals, by_model: by_model.slice(0, 50) };
  },
});

export const getConfig = tool({
  name: "get_config",
  title: "Get the configuration",
  description: "What new analyses are made with: provider, models, rounds, and whether online data is used.",
  input: z.object({}),
  output: Config,
  async run(_input, { service }) {
    return Config.parse(await service.client.config());
  },
});
