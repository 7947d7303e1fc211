import { Option, type Command } from "commander";
import { z } from "zod";
import type { ReasonerWish } from "#src/server/compose/choose-reasoner.ts";
import { Analyst } from "#src/contract/analysis.ts";
import { ReasoningEffort } from "#src/contract/tuning.ts";
import { Usd } from "#src/contract/usage.ts";
import { InvalidInput } from "#src/core/errors.ts";

/** The flags of commands that run debates, as raw text. */
export interface RunFlags {
  readonly archive?: readonly string[];
  readonly assetType?: string;
  readonly analysts?: string;
  readonly rounds?: string;
  readonly riskRounds?: string;
  readonly reasoner?: string;
  readonly provider?: string;
  readonly deep?: string;
  readonly quick?: string;
  readonly baseUrl?: string;
  readonly deepProvider?: string;
  readonly deepBaseUrl?: string;
  readonly effort?: string;
  readonly temperature?: string;
  readonly budgetUsd?: string;
  readonly seed?: string;
  readonly out?: string;
  readonly json?: boolean;
}

/** What `doctor --ask` may spend on each model, in US dollars. */
export const probeBudgetUsd = "0.10";

/** @param texts about its budget, and whose folder `--out` is */
export function addRunOptions(command: Command, texts: { budget: string; out: string }): Command {
  return command
    .option("--archive <dir>", "a market archive; can be repeated", (dir: string, all: string[] = []) => [...all, dir])
    .option("--asset-type <type>", "stock or crypto (default: detected from the symbol)")
    .option("--analysts <names>", "some of market,social,news,fundamentals")
    .option("--rounds <n>", "rounds of bull versus bear, 1 to 10")
    .option("--risk-rounds <n>", "rounds of the risk voices, 1 to 10")
    .option("--reasoner <kind>", "rules or llm (default: the best available)")
    .option("--provider <name>", "the model provider")
    .option("--deep <model>", "the managers' model")
    .option("--quick <model>", "the other agents' model")
    .option("--base-url <url>", "custom base URL of the provider")
    .option("--deep-provider <name>", "another provider for the managers' model")
    .option("--deep-base-url <url>", "custom base URL of the managers' provider")
    .option("--effort <level>", "how long the models think: none, minimal, low, medium, high or xhigh")
    .option("--temperature <number>", "sampling temperature of the models, 0 to 2")
    .option("--budget-usd <amount>", texts.budget)
    .option("--seed <n>", "seed for the model and all random draws (default: 1)")
    .option("--out <dir>", `the ${texts.out}'s folder; by default one in the home folder`)
    .option("--json", "print one JSON object and nothing else");
}

export function addMemoryOptions(command: Command): Command {
  command
    .description("measure how much of a model's opinion is memory: without the name, on other dates, with false news")
    .option("--date <date>", "the as-of date, YYYY-MM-DD")
    .option("--model <name>", "the model for all agents; --deep and --quick set them separately")
    .option("--repeat <n>", "repetitions in each world, 1 to 50 (default: 10; fewer give no interval)")
    .option("--cutoff <date>", "the model's knowledge cut-off")
    .option("--yes", "continue after the estimate")
    .option("--store", "store the result in the service's database, so that its reports show it")
    .addOption(new Option("--online", "use online vendors in addition to archives").conflicts("offline"))
    .option("--offline", "use archives only");
  const budget = "maximum cost of all calls (default: the estimate)";
  return addRunOptions(command, { budget, out: "measurement" });
}

export function addAttributeOptions(command: Command): Command {
  return command
    .description("measure what a run's rating rests on, by repeating it without one thing at a time")
    .option(
      "--evidence <ids>",
      "evidence to leave out and to reverse, such as M1,N3 (default: the most cited; all with rules)",
    )
    .option("--agents <names>", "agents to leave out, or all (default: none; all with rules)")
    .option("--no-flips", "only leave evidence out, and reverse none")
    .option("--top <n>", "number of evidence items if none are named")
    .option("--repeat <n>", "how often each change is tried with a model, 1 to 20")
    .option("--budget-usd <amount>", "maximum cost of all calls (default: the estimate)")
    .option("--yes", "continue after the estimate");
}

export function readWhole(flag: string, text: string | undefined, least: number, most: number): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw new InvalidInput(`${flag}: must be a whole number from ${least} to ${most}, not "${text}"`);
  return value;
}

export function readRounds({ rounds, riskRounds }: RunFlags): { rounds: number | null; riskRounds: number | null } {
  return { rounds: readWhole("--rounds", rounds, 1, 10), riskRounds: readWhole("--risk-rounds", riskRounds, 1, 10) };
}

export function readSeed({ seed }: RunFlags): number {
  return readWhole("--seed", seed, 0, 999_999_999) ?? 1;
}

/** `null` where nothing is said. */
export function readBudget({ budgetUsd }: RunFlags): Usd | null {
  if (budgetUsd === undefined) return null;
  const usd = Usd.safeParse(budgetUsd);
  if (!usd.success)
    throw new InvalidInput(`--budget-usd: must be an amount in dollars, such as 0.50, not "${budgetUsd}"`);
  return usd.data;
}

function readTemperature({ temperature }: RunFlags): number | null {
  if (temperature === undefined) return null;
  const value = Number(temperature);
  if (!/^\d(\.\d+)?$/.test(temperature) || value > 2)
    throw new InvalidInput(`--temperature: must be a number from 0 to 2, not "${temperature}"`);
  return value;
}

export function readAnalysts({ analysts }: RunFlags): Analyst[] {
  if (analysts === undefined) return [...Analyst.options];
  return [...new Set(analysts.split(",").map((name) => oneOf("--analysts", name.trim(), Analyst)))];
}

export function readReasoner(flags: RunFlags): ReasonerWish {
  const { reasoner, provider, deep, quick, baseUrl, deepProvider, deepBaseUrl, effort } = flags;
  return {
    deepProvider: deepProvider ?? null,
    deepBaseUrl: deepBaseUrl ?? null,
    effort: effort === undefined ? null : oneOf("--effort", effort, ReasoningEffort),
    temperature: readTemperature(flags),
    reasoner: reasoner === undefined ? null : oneOf("--reasoner", reasoner, z.enum(["rules", "llm"])),
    provider: provider ?? null,
    deep: deep ?? null,
    quick: quick ?? null,
    baseUrl: baseUrl ?? null,
  };
}

export function oneOf<T extends string>(
  flag: string,
  text: string,
  allowed: z.ZodType<T> & { readonly options: readonly T[] },
): T {
  const value = allowed.safeParse(text);
  if (!value.success) throw new InvalidInput(`${flag}: must be one of ${allowed.options.join(", ")}, not "${text}"`);
  return value.data;
}
