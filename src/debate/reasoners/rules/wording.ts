import type { Brief } from "../reasoner.ts";
import type { Side } from "./rules.ts";

/** The instrument's name in the middle of a sentence. */
export interface Subject {
  readonly the: string;
  readonly them: string;
  readonly their: string;
  readonly are: string;
  readonly have: string;
  /** The names of 252 sessions and their high on its calendar. */
  readonly year: string;
  readonly yearHigh: string;
  readonly isPaid: boolean;
  /** What the fundamentals analyst reads, and whether it takes a plural verb. */
  readonly figures: { readonly name: string; readonly isPlural: boolean };
}

const one = { them: "it", their: "its", are: "is", have: "has" };
const exchange = { year: "twelve months", yearHigh: "52-week closing high", isPaid: true };
const company = { name: "the company's figures", isPlural: true };
const coin = { name: "market structure", isPlural: false };

export function subjectOf({ symbol, name, assetType }: Brief<unknown>["instrument"]): Subject {
  switch (assetType) {
    case "crypto":
      return {
        the: coinName(symbol, name),
        ...one,
        year: "eight months",
        yearHigh: "252-day closing high",
        isPaid: false,
        figures: coin,
      };
    case "index":
      return { the: "the index", ...one, ...exchange, figures: company };
    default:
      return {
        the: "the shares",
        them: "them",
        their: "their",
        are: "are",
        have: "have",
        ...exchange,
        figures: company,
      };
  }
}

/** The symbol's base where the name is no plain one. */
function coinName(symbol: string, name: string): string {
  const [given = ""] = name.split(/ *\/| US/);
  return /^\p{L}{2,}(?: \p{L}+)?$/u.test(given) ? given : symbol.replace(/-\w+$/, "");
}

/* Clauses without capital and full stop, so that they can follow "because"; figures are references. */

export interface Wording {
  /** The instrument. */
  readonly s: Subject;
  /** A reference to the measure, and to its absolute value. */
  readonly it: string;
  readonly size: string;
  readonly value: number;
  readonly ratio: string;
  readonly other: string;
  /** The items behind a tone. */
  readonly count: { readonly ref: string; readonly value: number } | null;
  /** ` at {{M1}},` where the last close is mentioned too, else nothing. */
  readonly at: string;
}

type Clause = (words: Wording) => string;

/** All that is said about one measure. */
export interface Sentences {
  /** A noun phrase for the measure. */
  readonly theme: (s: Subject) => string;
  /** What is the case. */
  readonly fact: Readonly<Record<Side, Clause>>;
  /** The same as the bull or the bear argues it; absent for context. */
  readonly argued?: Readonly<Record<"for" | "against", Clause>>;
  /** Without its time; absent where no one bound does. */
  readonly ends?: (side: "above" | "below", at: string, s: Subject) => string;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param about ids of what it also rests on */
export function sentence(clause: string, ...about: readonly string[]): string {
  const referred = [...clause.matchAll(/\{\{[^}]*\}\}/g)].flatMap(([within]) => within.match(/\b[MSNF]\d+\b/g) ?? []);
  const ids = [...new Set([...referred, ...about])];
  return `${capitalised(clause)}${ids.map((id) => ` [${id}]`).join("")}.`;
}

export function ref(item: { readonly id: string }, how = ""): string {
  return `{{${item.id}${how}}}`;
}

/** Two clauses in one sentence. */
export function joined(clauses: readonly string[]): string {
  return clauses.join(", and ");
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/* What is said about a company's or a coin's figures, by the rule's key. */

export const companySentences: Readonly<Record<string, Sentences>> = {
  pe_ttm: {
    theme: () => "the valuation",
    fact: {
      for: ({ it, value }) =>
        `at ${it} trailing earnings the shares are ${value < 12 ? "inexpensive" : "not expensive"}`,
      neutral: ({ it }) => `at ${it} trailing earnings the shares are neither cheap nor expensive`,
      against: ({ it, value }) =>
        `at ${it} trailing earnings the shares are ${value > 35 ? "very expensive" : value > 20 ? "expensive" : "not cheap"}`,
    },
    argued: {
      for: ({ it }) => `cheap shares have earned more than expensive ones, and these cost ${it} trailing earnings`,
      against: ({ it }) => `expensive shares have earned less than cheap ones, and these cost ${it} trailing earnings`,
    },
    ends: (side, at) => `a price ${side} ${at} trailing earnings`,
  },
  roe_ttm: {
    theme: () => "profitability",
    fact: {
      for: ({ it }) => `the company earned ${it} on its equity`,
      neutral: ({ it }) => `a return on equity of ${it} is ordinary`,
      against: ({ it, value }) =>
        value < 0 ? `the return on equity is negative, at ${it}` : `the company earned only ${it} on its equity`,
    },
    argued: {
      for: ({ it }) => `profitable companies have been the better investment, and this one earned ${it} on its equity`,
      against: ({ it, value }) =>
        value < 0
          ? `unprofitable companies have been the worse investment, and the return on equity here is ${it}`
          : `unprofitable companies have been the worse investment, and this one earned only ${it} on its equity`,
    },
    ends: (side, at) => `a return on equity ${side} ${at}`,
  },
  cash_conversion: {
    theme: () => "the quality of earnings",
    fact: {
      for: ({ it }) => `operating cash flow is ${it} net income`,
      neutral: ({ it }) => `operating cash flow of ${it} net income is in line with profit`,
      against: ({ it, value }) =>
        value < 0
          ? `operating cash flow is negative, at ${it} net income`
          : `operating cash flow is only ${it} net income`,
    },
    argued: {
      for: ({ it }) => `profit that arrives in cash lasts longer, and operating cash flow is ${it} net income`,
      against: ({ it, value }) =>
        value < 0
          ? `profit without cash seldom lasts, and operating cash flow is negative, at ${it} net income`
          : `profit without cash seldom lasts, and operating cash flow is only ${it} net income`,
    },
    ends: (side, at) => `operating cash flow ${side} ${at} net income`,
  },
  revenue_growth_q: {
    theme: () => "the surprise of the latest report",
    fact: {
      for: ({ it, other }) => `quarterly revenue growth of ${it} is above the ${other} of the past twelve months`,
      neutral: ({ it, other }) =>
        `quarterly revenue growth of ${it} is no surprise after the ${other} of the past twelve months`,
      against: ({ it, other }) => `quarterly revenue growth of ${it} is below the ${other} of the past twelve months`,
    },
    argued: {
      for: ({ it, other }) =>
        `prices are slow to follow a good report, and quarterly revenue growth of ${it} is above the ${other} of the past twelve months`,
      against: ({ it, other }) =>
        `prices are slow to follow a poor report, and quarterly revenue growth of ${it} is below the ${other} of the past twelve months`,
    },
  },
  eps_growth_yoy: {
    theme: () => "earnings growth",
    fact: {
      for: ({ size }) => `diluted earnings per share rose ${size} from a year earlier`,
      neutral: ({ it, value }) =>
        value === 0
          ? "diluted earnings per share were unchanged from a year earlier"
          : `diluted earnings per share were little changed, with growth of ${it} from a year earlier`,
      against: ({ size }) => `diluted earnings per share fell ${size} from a year earlier`,
    },
  },
  debt_to_equity: {
    theme: () => "the balance sheet",
    fact: {
      for: ({ it }) => `debt is moderate at ${it} equity`,
      neutral: ({ it }) => `debt of ${it} equity is neither low nor high`,
      against: ({ it }) => `debt is high at ${it} equity`,
    },
  },
};

export const coinSentences: Readonly<Record<string, Sentences>> = {
  drawdown_from_high: {
    theme: () => "the distance from the peak",
    fact: {
      for: ({ s, size, value }) =>
        value === 0
          ? `${s.the} closed at ${s.their} peak for the period on file`
          : `${s.the} closed within ${size} of ${s.their} peak for the period on file`,
      neutral: ({ s, size }) => `${s.the} closed ${size} below ${s.their} peak for the period on file`,
      against: ({ s, size }) => `${s.the} closed ${size} below ${s.their} peak for the period on file`,
    },
  },
  volume_trend_30_90: {
    theme: () => "turnover",
    fact: {
      for: ({ it }) => `turnover of the past month is ${it} its 90-day average`,
      neutral: ({ it }) => `turnover shows no trend, with the past month at ${it} the 90-day average`,
      against: ({ it }) => `turnover of the past month is only ${it} its 90-day average`,
    },
  },
  funding_7d_annualised: {
    theme: () => "positioning in futures",
    fact: {
      for: ({ size }) => `short sellers of perpetual futures pay ${size} a year to keep their positions`,
      neutral: ({ it }) => `funding of perpetual futures, at ${it} a year, shows no crowding`,
      against: ({ size }) => `holders of perpetual futures pay ${size} a year to be long, a sign of crowding`,
    },
  },
};
