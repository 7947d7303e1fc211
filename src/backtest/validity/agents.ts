import { countText, percentText } from "#src/core/text/number-text.ts";
import type { Rating } from "#src/contract/jobs/analysis.ts";
import type { ValidityTable } from "#src/contract/backtests/validity.ts";
import { type Replayed, type StanceAgent, stanceAgents } from "./examine.ts";
import { type Finding, type ValidityInput, advantageOf, figure, table, yearly } from "./section.ts";
import { none, withFriction } from "./frictions.ts";

const least = 0.95;

/** P5. Whether the figures that agents state are in the evidence. */
export function numericalExecution({ examined, subjects }: ValidityInput): Finding {
  const replayed = examined?.replayed ?? null;
  if (replayed === null)
    return {
      verdict: "cannot_tell",
      reason: subjects === null ? "no_archives" : "answers_not_kept",
      text: "The statements are missing, so their numbers could not be checked.",
    };
  const sum = (of: (numbers: Replayed["numbers"]) => number): number =>
    replayed.reduce((total, { numbers }) => total + of(numbers), 0);
  const tied = sum(({ supported }) => supported);
  const checked = tied + sum(({ unsupported }) => unsupported);
  const share = checked === 0 ? null : tied / checked;
  const [contradicted, misplaced] = [sum((one) => one.contradicted), sum(({ wrongSource }) => wrongSource)];
  return {
    ...judged(checked, share),
    figures: [figure("numbers_checked", checked), figure("numbers_tied", share)],
    tables: [
      table(
        "Figures and words that do not match",
        [
          ["", "text"],
          ["Numbers", "count"],
        ],
        [
          ["In no evidence", checked - tied - misplaced],
          ["In other evidence than the one cited", misplaced],
          ["Words that the evidence contradicts", contradicted],
        ],
        1,
      ),
    ],
  };
}

/** @param share resting on evidence; `null`: no figures */
function judged(checked: number, share: number | null): Finding {
  if (share === null) return { verdict: "cannot_tell", reason: "no_numbers", text: "No statement contains a number." };
  if (share < least)
    return {
      verdict: "fail",
      reason: "numbers_untied",
      text: `Only ${percentText(share, 1)} of ${countText(checked)} numbers have evidence; at least ${percentText(least)} is required.`,
    };
  return {
    verdict: "pass",
    reason: "numbers_tied",
    text: `${percentText(share, 1)} of ${countText(checked)} numbers have evidence.`,
  };
}

const names: Readonly<Record<StanceAgent, string>> = {
  market: "Market analyst",
  social: "Social analyst",
  news: "News analyst",
  fundamentals: "Fundamentals analyst",
  research_manager: "Research manager",
  trader: "Trader",
};

/** P6: following one agent on the same fills and costs. Without a side it keeps the position. */
export function disaggregation({ result, subjects, examined, capital }: ValidityInput): Finding {
  const replayed = examined?.replayed ?? null;
  if (replayed === null || subjects === null)
    return {
      verdict: "cannot_tell",
      reason: subjects === null ? "no_archives" : "answers_not_kept",
      text: "The agents' statements are missing.",
    };
  const perYear = result.portfolio.sessions_per_year;
  const own = withFriction(result.settings, subjects, none, capital).own;
  const agents = agentsAlone({ result, subjects, capital }, replayed, own);
  const best = agents.toSorted((a, b) => b.annual - a.annual)[0];
  const turns = changesOf(replayed.map(({ stances, rating }) => [stances.research_manager, stances.trader, rating]));
  const rest = {
    figures: [
      figure("debate_return", own.length === 0 ? null : yearly(own, perYear)),
      figure("best_agent_return", best?.annual ?? null),
    ],
    tables: [eachAlone(agents), whoChanged(turns)],
    notes: [
      "The bull and the bear argue a given side and the risk voices a size, so they have none of their own. What a rating would be without one agent is a different question from what that agent says alone.",
    ],
  };
  if (best === undefined)
    return { verdict: "cannot_tell", reason: "no_stances", text: "No agent took a side.", ...rest };
  const beaten = agents.filter(({ over }) => over.interval?.status === "given" && over.interval.low > 0);
  const better = agents.filter(({ over }) => over.interval?.status === "given" && over.interval.high < 0);
  if (better.length > 0)
    return {
      verdict: "fail",
      reason: "one_agent_is_better",
      text: `The ${better.map(({ agent }) => names[agent].toLowerCase()).join(" and the ")} alone did better than the whole debate, and the interval leaves out zero.`,
      ...rest,
    };
  if (beaten.length === agents.length)
    return {
      verdict: "pass",
      reason: "debate_is_better",
      text: "The debate did better than each of its agents alone, and every interval leaves out zero.",
      ...rest,
    };
  return {
    verdict: "cannot_tell",
    reason: "no_clear_difference",
    text: `The best agent alone is the ${names[best.agent].toLowerCase()} with ${percentText(best.annual, 1)} a year. No difference to the debate is clear enough to call it earned.`,
    ...rest,
  };
}

interface Alone {
  readonly agent: StanceAgent;
  readonly spoke: number;
  readonly alike: number;
  readonly annual: number;
  readonly over: ReturnType<typeof advantageOf>;
}

/** What each agent that took a side would have returned alone. */
function agentsAlone(
  {
    result,
    subjects,
    capital,
  }: Pick<ValidityInput, "result" | "capital"> & { readonly subjects: NonNullable<ValidityInput["subjects"]> },
  replayed: readonly Replayed[],
  own: readonly number[],
): Alone[] {
  const perYear = result.portfolio.sessions_per_year;
  const byDate = new Map(replayed.map((one) => [`${one.symbol} ${one.session}`, one]));
  return stanceAgents.flatMap((agent) => {
    const spoke = replayed.filter(({ stances }) => stances[agent] !== undefined);
    if (spoke.length === 0) return [];
    const alone = subjects.map((subject) => ({
      ...subject,
      decisions: subject.decisions.map((decision) => ({
        ...decision,
        rating: byDate.get(`${decision.symbol} ${decision.session}`)?.stances[agent] ?? ("Hold" satisfies Rating),
      })),
    }));
    const returns = withFriction(result.settings, alone, none, capital).own;
    return [
      {
        agent,
        spoke: spoke.length,
        alike: spoke.filter(({ stances, rating }) => stances[agent] === rating).length,
        annual: yearly(returns, perYear),
        over: advantageOf(own, returns, perYear),
      },
    ];
  });
}

function eachAlone(agents: readonly Alone[]): ValidityTable {
  return table(
    "Each agent alone",
    [
      ["Agent", "text"],
      ["Took a side", "count"],
      ["Same as the rating", "fraction"],
      ["Return, per year", "fraction"],
      ["Debate over it", "fraction"],
      ["95% from", "fraction"],
      ["to", "fraction"],
    ],
    agents.map(({ agent, spoke, alike, annual, over }) => [
      names[agent],
      spoke,
      alike / spoke,
      annual,
      over.value,
      over.interval?.status === "given" ? over.interval.low : null,
      over.interval?.status === "given" ? over.interval.high : null,
    ]),
    3,
  );
}

function whoChanged(turns: ReturnType<typeof changesOf>): ValidityTable {
  return table(
    "Who changed the outcome",
    [
      ["Step", "text"],
      ["Decisions", "count"],
      ["Changed", "count"],
    ],
    [
      ["The trader turned from the research manager's lean", turns.trader[0], turns.trader[1]],
      ["The portfolio manager turned from the trader's action", turns.manager[0], turns.manager[1]],
    ],
    2,
  );
}

/** Of complete chains, how many a step changed. */
function changesOf(chains: readonly (readonly [Rating | undefined, Rating | undefined, Rating])[]) {
  const side = (rating: Rating): number =>
    rating === "Buy" || rating === "Overweight" ? 1 : rating === "Sell" || rating === "Underweight" ? -1 : 0;
  const count = (pairs: readonly (readonly [Rating | undefined, Rating | undefined])[]): readonly [number, number] => {
    const known = pairs.flatMap(([a, b]) => (a === undefined || b === undefined ? [] : [side(a) === side(b)]));
    return [known.length, known.filter((same) => !same).length];
  };
  return {
    trader: count(chains.map(([lean, action]) => [lean, action])),
    manager: count(chains.map(([, action, rating]) => [action, rating])),
  };
}
