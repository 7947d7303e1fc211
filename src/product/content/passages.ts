import type { Claim, DeclaredAnswer, Passage } from "#src/contract/jobs/assistant.ts";
import { type Article, type ContentDocument, ContentFault, loadArticles } from "./library.ts";
import MiniSearch from "minisearch";
import { formatUsd } from "#src/contract/accounts/money.ts";
import { type PlanTerms, periodDays, plans } from "#src/contract/accounts/plans.ts";
import { counted } from "#src/core/text/number-text.ts";

/** By headings; the first begins with the summary. */
export function passagesOf(document: ContentDocument): readonly Passage[] {
  const { kind, slug, title, summary, path, chapters } = document;
  const asksAt = (place: string): string[] =>
    kind === "help"
      ? [...(document.asks[place] ?? []), ...document.answers.flatMap(({ at, to }) => (at === place ? to : []))]
      : [];
  return chapters.flatMap(({ heading, text }) => {
    const whole = heading === null ? `${summary}\n${text}` : text;
    if (whole === "") return [];
    const anchor = heading === null ? "" : `#${heading.id}`;
    return [
      {
        id: `${kind}/${slug}${anchor}`,
        source: kind,
        url: `${path}${anchor}`,
        title,
        heading: heading?.text ?? null,
        text: whole,
        asks: asksAt(heading?.id ?? "lead"),
      },
    ];
  });
}

export interface Hit {
  readonly article: Article;
  /** The passage that fits best. */
  readonly passage: Passage;
  /** An excerpt around the first word that was found. */
  readonly excerpt: string;
}

const shownHits = 12;
const excerptLength = 180;

type Indexed = Omit<Passage, "asks"> & { readonly asks: string };
let index: MiniSearch<Indexed> | null = null;

/** Articles that match the words of a query, best first, each once. */
export function searchArticles(query: string): readonly Hit[] {
  const articles = loadArticles();
  const found = articles.flatMap((article) => passagesOf(article).map((passage) => ({ article, passage })));
  const places = new Map(found.map((place) => [place.passage.id, place]));
  index ??= indexOf(found.map(({ passage }) => ({ ...passage, asks: passage.asks.join("\n") })));
  const hits = new Map<string, Hit>();
  for (const { id, match } of index.search(query.slice(0, 200))) {
    const place = places.get(String(id));
    if (place === undefined || hits.has(place.article.slug)) continue;
    const { article, passage } = place;
    hits.set(article.slug, { article, passage, excerpt: excerptOf(passage.text, Object.keys(match)) });
    if (hits.size === shownHits) break;
  }
  return [...hits.values()];
}

function indexOf(passages: readonly Indexed[]): MiniSearch<Indexed> {
  const made = new MiniSearch<Indexed>({
    fields: ["title", "heading", "asks", "text"],
    searchOptions: {
      boost: { title: 4, heading: 2, asks: 2 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: "AND",
    },
  });
  made.addAll(passages);
  return made;
}

function excerptOf(text: string, terms: readonly string[]): string {
  const plain = text.replaceAll(/\s+/g, " ");
  const places = terms.map((term) => plain.toLowerCase().indexOf(term)).filter((place) => place >= 0);
  const start = plain.lastIndexOf(" ", Math.max(0, Math.min(...places, plain.length) - 60)) + 1;
  const from = places.length === 0 ? 0 : start;
  const cut = plain.slice(from, from + excerptLength);
  const whole = from + excerptLength >= plain.length;
  return `${from > 0 ? "… " : ""}${whole ? cut : `${cut.slice(0, cut.lastIndexOf(" "))} …`}`;
}

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
