import type { Claim, DeclaredAnswer, Passage } from "#src/contract/jobs/assistant.ts";
import { formatUsd } from "#src/contract/accounts/money.ts";
import { periodDays, plans, type PlanTerms } from "#src/contract/accounts/plans.ts";
import { counted } from "#src/core/text/number-text.ts";
import { ContentFault } from "./front-matter.ts";
import { loadArticles, type Article } from "./library.ts";
import { passagesOf } from "./search.ts";

/** Articles' questions, and plans', which code answers. @throws ContentFault */
export function declaredAnswers(): readonly DeclaredAnswer[] {
  return loadArticles().flatMap((article) => [
    ...article.answers.map(({ at, says, to }) => ({
      questions: to,
      claim: claimOf(passageAt(article, at), { text: says, quote: says }),
    })),
    ...(article.slug === "plans" ? planAnswers(passageAt(article, "lead")) : []),
  ]);
}

function passageAt(article: Article, at: string): Passage {
  const anchor = at === "lead" ? "" : `#${at}`;
  const passage = passagesOf(article).find(({ url }) => url === `${article.path}${anchor}`);
  if (passage === undefined) throw new ContentFault(`${article.slug}: it has no ${at}`);
  return passage;
}

function claimOf({ id, url, title, heading }: Passage, said: Pick<Claim, "text" | "quote">): Claim {
  return { ...said, passage: { id, url, title, heading } };
}

interface PlanQuestion {
  /** The label of its row in the table of plans. */
  readonly row: string;
  readonly sentence: (terms: PlanTerms) => string;
  /** With PLAN for the plan's name. */
  readonly wordings: readonly string[];
}

const yesNo = (terms: PlanTerms, has: boolean, what: string): string =>
  has ? `${terms.name} includes ${what}.` : `${terms.name} does not include ${what}.`;

const planQuestions: readonly PlanQuestion[] = [
  {
    row: "Price for",
    sentence: ({ name, priceMinor }) =>
      priceMinor === 0
        ? `${name} costs nothing.`
        : `${name} costs ${formatUsd(priceMinor).replace(/\.00$/, "")} for ${periodDays} days.`,
    wordings: [
      "How much does PLAN cost?",
      "How much does PLAN cost a month?",
      "How much is PLAN?",
      "How much is PLAN per month?",
      "How much cost PLAN?",
      "How much cost one month PLAN?",
      "What does PLAN cost?",
      "What does PLAN cost a month?",
      "What is the price of PLAN?",
      "What is the price of PLAN per month?",
      "What is the monthly price of PLAN?",
      "PLAN price",
      "PLAN cost",
      "Price of PLAN per month",
    ],
  },
  {
    row: "Analyses a month",
    sentence: ({ name, analysesPerMonth }) =>
      `${name} includes ${counted(analysesPerMonth, "analysis", "analyses")} a month.`,
    wordings: [
      "How many analyses do I get with PLAN?",
      "How many analyses a month do I get with PLAN?",
      "How many analyses are included in PLAN?",
      "How many analyses does PLAN include?",
      "How many analyses does PLAN have?",
      "How many analyses are in PLAN each month?",
      "How many analyses can I run with PLAN?",
      "How many analyses can I run per month with PLAN?",
      "How many analyses can I start with PLAN?",
      "PLAN analyses a month",
      "PLAN limit of analyses",
    ],
  },
  {
    row: "The most one run may cost",
    sentence: ({ name, runBudgetUsd }) => `One run may cost at most $${runBudgetUsd} on ${name}.`,
    wordings: [
      "What is the most one run may cost on PLAN?",
      "How much may one run cost on PLAN?",
      "What is the limit of a run on PLAN?",
      "What is the budget of a run on PLAN?",
    ],
  },
  {
    row: "Analyses at a time",
    sentence: ({ name, slots }) => `${name} runs ${counted(slots, "analysis", "analyses")} at a time.`,
    wordings: [
      "How many analyses run at a time with PLAN?",
      "How many analyses can run at the same time with PLAN?",
      "How many analyses run in parallel with PLAN?",
      "How many analyses can I run in parallel with PLAN?",
    ],
  },
  {
    row: "Live signals",
    sentence: (terms) => yesNo(terms, terms.signals, "live signals"),
    wordings: ["Does PLAN include live signals?", "Are live signals included in PLAN?", "Are live signals in PLAN?"],
  },
  {
    row: "Watchlists",
    sentence: ({ name, watchlists }) => `${name} includes ${counted(watchlists, "watchlist")}.`,
    wordings: [
      "How many watchlists does PLAN include?",
      "How many watchlists can I have with PLAN?",
      "How many watchlists are in PLAN?",
      "How many watchlists do I get with PLAN?",
    ],
  },
  {
    row: "API keys",
    sentence: (terms) => yesNo(terms, terms.api, "API keys"),
    wordings: [
      "Does PLAN include the API?",
      "Does PLAN include API keys?",
      "Does PLAN include API access?",
      "Can I use the API with PLAN?",
      "Is the API included in PLAN?",
    ],
  },
];

/** They cite the plan's row in the table. */
function planAnswers(table: Passage): DeclaredAnswer[] {
  const lines = table.text.split("\n");
  return planQuestions.flatMap(({ row, sentence, wordings }) => {
    const quote = lines.find((line) => line.startsWith(row));
    if (quote === undefined) throw new ContentFault(`plans: the table has no row ${row}`);
    return Object.values<PlanTerms>(plans).map((terms) => ({
      questions: wordings.flatMap((words) => [
        words.replace("PLAN", terms.name),
        words.replace("PLAN", `the ${terms.name} plan`),
      ]),
      claim: claimOf(table, { text: sentence(terms), quote }),
    }));
  });
}
