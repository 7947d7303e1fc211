import type { Rating } from "#src/contract/jobs/analysis.ts";
import type { MemoryMeasurement } from "#src/contract/backtests/memory.ts";
import { addDays } from "#src/core/clock.ts";
import type { Random } from "#src/core/figures/random.ts";
import { putTogether } from "#src/product/memory/public/put-together.ts";
import { memoryMeasurement } from "./memory-measurements.ts";

type Worlds = Pick<MemoryMeasurement["ratings"], "named" | "masked" | "shifted">;

const repetitions = 10;

/** Ratings of one date, by a model of which it is known whether it remembers. */
export type SimulatedModel = (random: Random) => Worlds;

function pick(random: Random, chances: readonly (readonly [Rating, number])[]): Rating {
  let left = random();
  return chances.find(([, chance]) => (left -= chance) < 0)?.[0] ?? chances.at(-1)?.[0] ?? "Hold";
}

const ten = (rate: () => Rating): Rating[] => Array.from({ length: repetitions }, rate);
const third = 1 / 3;
const any = [["Buy", third], ["Hold", third], ["Sell", third]] as const; // prettier-ignore
const mostly = (share: number) => [["Buy", share], ["Hold", 1 - share]] as const; // prettier-ignore

/** Chooses by chance, the same in all worlds. */
const choosing =
  (chances: readonly (readonly [Rating, number])[]): SimulatedModel =>
  (random) => {
    const rate = () => pick(random, chances);
    return { named: ten(rate), masked: ten(rate), shifted: ten(rate) };
  };

/** Answers a prompt always alike, and another prompt by chance. */
const byPrompt: SimulatedModel = (random) => {
  const world = () => {
    const rating = pick(random, mostly(0.6));
    return ten(() => rating);
  };
  return { named: world(), masked: world(), shifted: world() };
};

/** Knows what came on a share of the dates where it sees name and dates, or the name alone; chooses elsewhere. */
const remembering =
  (chances: readonly (readonly [Rating, number])[], { share = 1, byNameAlone = false } = {}): SimulatedModel =>
  (random) => {
    const rate = () => pick(random, chances);
    const came = random() < 0.5 ? "Buy" : "Sell";
    const knows = random() < share;
    const known = () => (knows ? came : rate());
    return { named: ten(known), masked: ten(rate), shifted: ten(byNameAlone ? known : rate) };
  };

export const withoutMemory: Readonly<Record<string, SimulatedModel>> = {
  "chooses at random among three": choosing(any),
  "chooses 60/40": choosing(mostly(0.6)),
  "chooses 90/10": choosing(mostly(0.9)),
  "answers each prompt alike, 60/40 among prompts": byPrompt,
};

export const withMemory: Readonly<Record<string, SimulatedModel>> = {
  "remembers, else random among three": remembering(any),
  "remembers, else 60/40": remembering(mostly(0.6)),
  "remembers, else 90/10": remembering(mostly(0.9)),
  "remembers by the name alone, else 60/40": remembering(mostly(0.6), { byNameAlone: true }),
};

export const withSomeMemory: Readonly<Record<string, SimulatedModel>> = {
  "remembers half of the dates, else 60/40": remembering(mostly(0.6), { share: 0.5 }),
};

/** How many of `tried` measured models of a kind get which verdict; `name` counts with `dates`. */
export function convictions(
  model: SimulatedModel,
  { dates, tried, random }: { readonly dates: number; readonly tried: number; readonly random: Random },
): { readonly name: number; readonly evidence: number } {
  const verdicts = Array.from({ length: tried }, () => {
    const measured = Array.from({ length: dates }, (_, index) =>
      memoryMeasurement(0, {
        session: addDays("2019-01-02", index * 5),
        ratings: { ...model(random), false_news: [] },
      }),
    );
    return putTogether("2019", measured)?.verdict;
  });
  const count = (...of: string[]): number => verdicts.filter((verdict) => of.includes(verdict ?? "")).length;
  return { name: count("name", "dates"), evidence: count("evidence") };
}
