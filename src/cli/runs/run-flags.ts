import { z } from "zod";
import type { ReasonerWish } from "#src/server/compose/models/choose-reasoner.ts";
import { Analyst } from "#src/contract/jobs/analysis.ts";
import { ReasoningEffort } from "#src/contract/jobs/model-keys.ts";
import { Usd } from "#src/contract/jobs/usage.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { repeated, type Options } from "../cli.ts";

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
export function runOptions(texts: { readonly budget: string; readonly out: string }): Options {
  return [
    repeated("--archive <dir>", "a market archive"),
    ["--asset-type <type>", "stock or crypto (default: detected from the symbol)"],
    ["--analysts <names>", "some of market,social,news,fundamentals"],
    ["--rounds <n>", "rounds of bull versus bear, 1 to 10"],
    ["--risk-rounds <n>", "rounds of the risk voices, 1 to 10"],
    ["--reasoner <kind>", "rules or llm (default: the best available)"],
    ["--provider <name>", "the model provider"],
    ["--deep <model>", "the managers' model"],
    ["--quick <model>", "the other agents' model"],
    ["--base-url <url>", "custom base URL of the provider"],
    ["--deep-provider <name>", "another provider for the managers' model"],
    ["--deep-base-url <url>", "custom base URL of the managers' provider"],
    ["--effort <level>", "how long the models think: none, minimal, low, medium, high or xhigh"],
    ["--temperature <number>", "sampling temperature of the models, 0 to 2"],
    ["--budget-usd <amount>", texts.budget],
    ["--seed <n>", "seed for the model and all random draws (default: 1)"],
    ["--out <dir>", `the ${texts.out}'s folder; by default one in the home folder`],
    ["--json", "print one JSON object and nothing else"],
  ];
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
