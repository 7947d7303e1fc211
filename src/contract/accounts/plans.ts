import { z } from "zod";

export const Plan = z.enum(["free", "signals", "elite"]);
export type Plan = z.infer<typeof Plan>;

/** Keys keep the scopes they were made with. Older keys lack newer scopes. */
export const Scope = z.enum([
  "analyses:read",
  "analyses:write",
  "signals:read",
  "lists:read",
  "lists:write",
  "portfolios:read",
  "portfolios:write",
  "backtests:read",
  "backtests:write",
  "record:read",
  "requests:read",
  "webhooks:read",
  "webhooks:write",
]);
export type Scope = z.infer<typeof Scope>;

/** As pages and articles name them. */
export const scopeNames: Readonly<Record<Scope, { readonly name: string; readonly allows: string }>> = {
  "analyses:read": { name: "Read analyses", allows: "View your analyses, their events and reports, and your usage." },
  "analyses:write": {
    name: "Start and cancel analyses",
    allows: "Submit analyses, which count towards your quota, and cancel them.",
  },
  "signals:read": { name: "Read signals", allows: "Read and stream live signals and those of your watchlists." },
  "lists:read": { name: "Read watchlists", allows: "View your watchlists, their runs and when they run next." },
  "lists:write": {
    name: "Change watchlists",
    allows: "Create, change and delete watchlists. Their runs count towards your quota.",
  },
  "portfolios:read": { name: "Read portfolios", allows: "View your portfolios and what they are worth." },
  "portfolios:write": { name: "Change portfolios", allows: "Create, change and delete portfolios." },
  "backtests:read": { name: "Read backtests", allows: "View your backtests and their results." },
  "backtests:write": { name: "Start and delete backtests", allows: "Start, cancel and delete backtests." },
  "record:read": {
    name: "Read the public record",
    allows: "Read the public record, the ranking and instruments in it.",
  },
  "requests:read": {
    name: "Read the request log",
    allows: "View the requests made with all keys of your account, with their bodies.",
  },
  "webhooks:read": { name: "Read webhooks", allows: "View your account's webhooks and their deliveries." },
  "webhooks:write": {
    name: "Change webhooks",
    allows: "Create, change, test and delete webhooks, and rotate their secrets.",
  },
};

const dayMs = 24 * 60 * 60 * 1000;

/** The period that a plan is bought for. */
export const periodDays = 30;
export const periodMs = periodDays * dayMs;

export const referral = {
  /** Of the referred account's first period, rounded down to the cent. */
  rewardPercent: 20,
  cookieDays: 30,
} as const;

/** What a plan is worth. */
export interface Entitlements {
  readonly plan: Plan;
  /** Analyses that may be submitted in a calendar month, UTC. */
  readonly analysesPerMonth: number;
  /** The most that one run may cost, in US dollars. */
  readonly runBudgetUsd: string;
  /** The live signal stream. */
  readonly signals: boolean;
  /** API keys work. */
  readonly api: boolean;
  /** How many of the running slots may be used at once. */
  readonly slots: number;
  /** Queue priority; a smaller number goes first. */
  readonly priority: number;
  /** API requests a minute for each key. */
  readonly requestsPerMinute: number;
  /** API keys that are not revoked. */
  readonly apiKeys: number;
  readonly passkeys: number;
  /** Watchlists of one's own. */
  readonly watchlists: number;
  /** Event streams open at once. */
  readonly streams: number;
  /** Backtests kept at a time. */
  readonly backtests: number;
  /** Decisions in one backtest. */
  readonly backtestDecisions: number;
  /** The number of an owner's newest analyses whose conditions are watched. */
  readonly watchedRatings: number;
}

export interface PlanTerms extends Entitlements {
  readonly name: string;
  readonly tagline: string;
  /** Of one period, in US cents. */
  readonly priceMinor: number;
}

/** The one table of plans, cheapest first. */
export const plans = {
  free: {
    plan: "free",
    name: "Free",
    tagline: "Try the debate on a few stocks or coins each month.",
    priceMinor: 0,
    analysesPerMonth: 5,
    runBudgetUsd: "0.50",
    signals: false,
    api: false,
    slots: 1,
    priority: 30,
    requestsPerMinute: 30,
    apiKeys: 2,
    passkeys: 5,
    watchlists: 1,
    streams: 3,
    backtests: 3,
    backtestDecisions: 300,
    watchedRatings: 5,
  },
  signals: {
    plan: "signals",
    name: "Signals",
    tagline: "Live signals and an analysis for every day of the month.",
    priceMinor: 1900,
    analysesPerMonth: 30,
    runBudgetUsd: "1.00",
    signals: true,
    api: false,
    slots: 1,
    priority: 20,
    requestsPerMinute: 60,
    apiKeys: 5,
    passkeys: 10,
    watchlists: 5,
    streams: 3,
    backtests: 20,
    backtestDecisions: 1500,
    watchedRatings: 100,
  },
  elite: {
    plan: "elite",
    name: "Elite",
    tagline: "Signals, the API, and three analyses at a time.",
    priceMinor: 7900,
    analysesPerMonth: 300,
    runBudgetUsd: "5.00",
    signals: true,
    api: true,
    slots: 3,
    priority: 10,
    requestsPerMinute: 300,
    apiKeys: 25,
    passkeys: 20,
    watchlists: 20,
    streams: 3,
    backtests: 100,
    backtestDecisions: 5000,
    watchedRatings: 1000,
  },
} as const satisfies Record<Plan, PlanTerms>;

/** In ms; `null`: no end. */
export interface HeldPlan {
  readonly plan: Plan;
  readonly planUntil: number | null;
}

/** From the end of a plan on, Free, before anybody notes it. */
export function entitlementsAt({ plan, planUntil }: HeldPlan, now: number): Entitlements {
  return planUntil === null || now < planUntil ? plans[plan] : plans.free;
}

/** Whether `a` is the higher plan. */
export function isAbove(a: Plan, b: Plan): boolean {
  return plans[a].priceMinor > plans[b].priceMinor;
}
