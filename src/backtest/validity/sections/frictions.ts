import type { ValiditySection, ValidityTable } from "#src/contract/backtests/validity.ts";
import { percentText, countText } from "#src/core/text/number-text.ts";
import { atrShare, breakEvenCost, none, volumeShare, withFriction, type Friction } from "../frictions.ts";
import { advantageOf, yearly, type ValidityInput } from "../input.ts";
import { figure, section, table, type Finding } from "../section.ts";

const harder: readonly {
  readonly name: string;
  readonly friction: Friction;
}[] = [
  { name: "As set", friction: none },
  { name: "A session later", friction: { ...none, delay: 1 } },
  { name: "Slippage by ATR", friction: { ...none, slippageByAtr: true } },
  { name: "Cap by volume", friction: { ...none, capByVolume: true } },
  { name: "All of these", friction: { slippageByAtr: true, capByVolume: true, delay: 1, more: 0 } },
];

/** P2: does the advantage outlive costs, slippage, thin markets and a delay? */
export function frictions(input: ValidityInput): ValiditySection {
  return section("frictions", "P2", "Frictions", findingOf(input));
}

function findingOf(input: ValidityInput): Finding {
  const { result, subjects, capital } = input;
  if (subjects === null)
    return {
      verdict: "cannot_tell",
      reason: "no_archives",
      text: "The price archives are missing, so nothing could be simulated again.",
    };
  const perYear = result.portfolio.sessions_per_year;
  const came = harder.map(({ name, friction }) => {
    const { own, held } = withFriction(result.settings, subjects, friction, capital);
    return { name, own: yearly(own, perYear), held: yearly(held, perYear), ...advantageOf(own, held, perYear) };
  });
  const [set, delayed, atr, capped, all] = came;
  const base = set?.value ?? null;
  const breakEven = base === null || base <= 0 ? null : breakEvenCost(result.settings, subjects, capital);
  const figures = [
    figure("advantage", base, set?.interval ?? null),
    figure("advantage_delayed", delayed?.value ?? null, delayed?.interval ?? null),
    figure("advantage_atr", atr?.value ?? null, atr?.interval ?? null),
    figure("advantage_capped", capped?.value ?? null, capped?.interval ?? null),
    figure("advantage_all", all?.value ?? null, all?.interval ?? null),
    figure("break_even_cost", breakEven),
  ];
  const tables = [simulated(came)];
  const volumes = subjects.some(({ path }) => path.days.some(({ bar }) => bar !== null && (bar.volume ?? 0) > 0));
  const notes = [
    `Slippage by ATR: ${percentText(atrShare)} of ATR(14) at each fill if that is more than the setting. Cap: ${percentText(volumeShare)} of the day's volume for a portfolio of $${countText(capital)}; the rest follows on later days. Both sides of each comparison bear the same costs.`,
    ...(volumes ? [] : ["The archives hold no volume, so with the cap nothing could be traded."]),
  ];
  const rest = { figures, tables, notes };
  if (base === null || base <= 0)
    return {
      verdict: "cannot_tell",
      reason: "no_advantage",
      text: `It did not beat buy and hold with the costs that were set (${percentText(base ?? 0, 1)} a year), so there is no advantage for frictions to remove.`,
      ...rest,
    };
  const lost = came.filter(({ value }) => value === null || value <= 0).map(({ name }) => name.toLowerCase());
  if (lost.length > 0)
    return {
      verdict: "fail",
      reason: "advantage_lost",
      text: `Its advantage of ${percentText(base, 1)} a year over buy and hold is gone with: ${lost.join(", ")}.`,
      ...rest,
    };
  if (came.some(({ interval }) => interval?.status !== "given" || interval.low <= 0))
    return {
      verdict: "cannot_tell",
      reason: "no_clear_advantage",
      text: `It was ${percentText(base, 1)} a year ahead of buy and hold, and ${percentText(all?.value ?? 0, 1)} with all frictions, but at least one interval includes zero: this can be chance.`,
      ...rest,
    };
  return {
    verdict: "pass",
    reason: "advantage_stays",
    text: `Its advantage of ${percentText(base, 1)} a year over buy and hold stays clearly above zero under each friction and under all together (${percentText(all?.value ?? 0, 1)}).`,
    ...rest,
  };
}

function simulated(
  came: readonly {
    readonly name: string;
    readonly own: number;
    readonly held: number;
    readonly value: number | null;
  }[],
): ValidityTable {
  return table(
    "Simulated anew",
    [
      ["", "text"],
      ["Debate, per year", "fraction"],
      ["Buy and hold, per year", "fraction"],
      ["Difference", "fraction"],
    ],
    came.map(({ name, own, held, value }) => [name, own, held, value]),
    3,
  );
}
