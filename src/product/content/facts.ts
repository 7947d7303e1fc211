import { z } from "zod";
import { AnalysisRequest, mostRuns } from "#src/contract/jobs/analysis.ts";
import { assistantLimits } from "#src/contract/jobs/assistant.ts";
import { Agent } from "#src/contract/run/answers.ts";
import { batchLimits } from "#src/contract/jobs/batches.ts";
import { backtestLimits } from "#src/contract/backtests/backtests.ts";
import { depositLimits } from "#src/contract/accounts/deposits.ts";
import { formatUsd } from "#src/contract/accounts/money.ts";
import { periodDays, plans, referral, type PlanTerms } from "#src/contract/accounts/plans.ts";
import { sizing } from "#src/contract/run/position-size.ts";
import { referralAlphabet, referralCodeLength, NotificationSettings } from "#src/contract/accounts/users.ts";
import { requestLogLimits } from "#src/contract/api/requests.ts";
import { routes } from "#src/contract/api/routes.ts";
import { horizons, watchlistLimits } from "#src/contract/signals/signals.ts";
import { testLimits } from "#src/contract/api/test-mode.ts";
import { webhookLimits } from "#src/contract/messages/webhooks.ts";
import { passwordLength } from "#src/contract/accounts/credentials.ts";
import { constants, variableDefaults } from "#src/core/config/variables.ts";
import { stated } from "./literals-in-code.ts";

/** `{{name}}` in a text. */
export interface Fact {
  readonly text: string;
  /**
   * Words that follow the number; a number typed before them is refused by a test. Without words it is refused
   * anywhere.
   */
  readonly words: string | null;
}

const Bounds = z.looseObject({
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  anyOf: z.array(z.looseObject({ minimum: z.number().optional(), maximum: z.number().optional() })).optional(),
});
const Described = z.looseObject({ properties: z.record(z.string(), Bounds) });

/** The bounds of a field, as the contract's own schema has them. */
function bounds(schema: z.ZodType, field: string): z.infer<typeof Bounds> {
  const { properties } = Described.parse(z.toJSONSchema(schema, { io: "input" }));
  const found = properties[field];
  if (found === undefined) throw new Error(`the schema has no field ${field}`);
  return found;
}

const fact = (value: string | number | undefined, words: string | null): Fact => {
  if (value === undefined) throw new Error("a fact has no value");
  return { text: String(value), words };
};

/** `$19`, and `$0.50` where there are cents. */
function dollars(minor: number): string {
  return formatUsd(minor).replace(/\.00$/, "");
}

function factsOfPlan(terms: PlanTerms): [string, Fact][] {
  const own: Record<string, Fact> = {
    name: fact(terms.name, ""),
    price: fact(dollars(terms.priceMinor), terms.priceMinor === 0 ? "" : null),
    analysesPerMonth: fact(terms.analysesPerMonth, "analys[ei]s a month|analys[ei]s each month|a month"),
    runBudget: fact(`$${terms.runBudgetUsd}`, null),
    slots: fact(terms.slots, "analyses at a time|slots?"),
    requestsPerMinute: fact(terms.requestsPerMinute, "requests"),
    apiKeys: fact(terms.apiKeys, "(?:API )?keys?"),
    passkeys: fact(terms.passkeys, "passkeys?"),
    watchlists: fact(terms.watchlists, "watchlists?"),
    streams: fact(terms.streams, "(?:open )?(?:event )?streams?"),
    backtests: fact(terms.backtests, "backtests?"),
    backtestDecisions: fact(terms.backtestDecisions, "decisions?"),
    watchedRatings: fact(terms.watchedRatings, "watched analys[ei]s|analys[ei]s (?:are )?watched"),
  };
  return Object.entries(own).map(([name, each]) => [`plans.${terms.plan}.${name}`, each]);
}

const request = (field: string) => bounds(AnalysisRequest, field);
const rounds = request("max_debate_rounds").anyOf?.[0];
const list = bounds(routes.listAnalyses.query, "limit");

const contractFacts: Readonly<Record<string, Fact>> = {
  "plans.periodDays": fact(periodDays, "days?"),
  "limits.tickerLength": fact(request("ticker").maxLength, "characters?"),
  "limits.rounds.min": fact(rounds?.minimum, ""),
  "limits.rounds.max": fact(rounds?.maximum, "rounds?"),
  "limits.wait": fact(bounds(routes.getAnalysis.query, "wait").maximum, "s|seconds?"),
  "limits.page.max": fact(list.maximum, "jobs?|analyses"),
  "limits.page.default": fact(routes.listAnalyses.query.parse({}).limit, "jobs?|analyses"),
  "limits.runs": fact(String(mostRuns), "times"),
  "test.keys": fact(testLimits.keys, "test keys?"),
  "test.requestsPerMinute": fact(testLimits.requestsPerMinute, "requests"),
  "accountWebhooks.most": fact(webhookLimits.perAccount, "webhooks"),
  "accountWebhooks.overlapHours": fact(webhookLimits.overlapHours, ""),
  "accountWebhooks.pauseAfterDays": fact(webhookLimits.pauseAfterDays, ""),
  "accountWebhooks.logDays": fact(webhookLimits.logDays, ""),
  "accountWebhooks.response": fact(webhookLimits.response, ""),
  "requestLog.keptDays": fact(requestLogLimits.keptDays, ""),
  "requestLog.perAccount": fact(requestLogLimits.perAccount.toLocaleString("en-US"), null),
  "requestLog.exported": fact(requestLogLimits.exported.toLocaleString("en-US"), null),
  "requestLog.body": fact(requestLogLimits.body.toLocaleString("en-US"), null),
  "requestLog.perMinute": fact(requestLogLimits.perMinute, ""),
  "limits.batch.lines": fact(batchLimits.lines.toLocaleString("en-US"), "lines?"),
  "limits.batch.keptDays": fact(batchLimits.keptDays, ""),
  "referral.percent": fact(`${referral.rewardPercent}%`, null),
  "referral.cookieDays": fact(referral.cookieDays, "days?"),
  "referral.codeLength": fact(referralCodeLength, "characters?"),
  "referral.alphabet": fact(referralAlphabet, null),
  "backtests.symbols": fact(backtestLimits.symbols, "symbols?"),
  "backtests.uploadMb": fact(`${backtestLimits.uploadBytes / 1_048_576} MB`, null),
  "deposits.min": fact(dollars(depositLimits.minMinor), null),
  "deposits.max": fact(dollars(depositLimits.maxMinor), null),
  "deposits.openAtOnce": fact(depositLimits.openAtOnce, "(?:open |unpaid )?deposits?"),
  "signals.horizons": fact(`${horizons.slice(0, -1).join(", ")} and ${horizons.at(-1)}`, ""),
  "signals.listInstruments": fact(watchlistLimits.instruments, "instruments?"),
  "signals.runs": fact(watchlistLimits.runs, "(?:repetitions|repeats|debates)"),
  "assistant.questionLength": fact(assistantLimits.questionLength, "characters?"),
  "assistant.perMinute": fact(assistantLimits.questionsPerMinute, "questions?"),
  "assistant.perDay": fact(assistantLimits.questionsPerDay, "questions?"),
  "size.stopLoss": fact(`${sizing.stopLoss}%`, null),
  "size.volatility": fact(`${sizing.volatility}%`, ""),
  "size.most": fact(`${sizing.most}%`, ""),
  "size.mostLoss": fact(`${sizing.mostLoss}%`, ""),
  "debate.agents": fact(Agent.options.length, "agents"),
  ...Object.fromEntries(
    Object.entries(NotificationSettings.parse({})).map(([name, on]) => [
      `notifications.${name}`,
      fact(on ? "on" : "off", ""),
    ]),
  ),
  "sessions.days": fact(Number(variableDefaults["SESSION_HOURS"]) / 24, "days?"),
  "service.maxQueued": fact(constants.maxQueued, "jobs"),
  "service.adminAllowance": fact(dollars(constants.adminAllowanceMinor), null),
  "service.workerPort": fact(constants.workerPort, null),
  "service.metricsPort": fact(constants.metricsPort, null),
  "service.webPort": fact(constants.webPort, null),
  "password.min": fact(passwordLength.min, "characters?"),
  "password.max": fact(passwordLength.max, "characters?"),
};

const configWords: Readonly<Record<string, string>> = {
  SERVICE_MAX_CONCURRENCY: "(?:runs|analyses|jobs) at once",
  SERVICE_MODEL_CONCURRENCY: "calls at once",
};

/** Lists and absent defaults have none to name. */
const configFacts = Object.entries(variableDefaults).flatMap(([name, value]): [string, Fact][] => {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return [];
  const words = name.endsWith("_SECONDS") ? "s|seconds?" : (configWords[name] ?? "");
  return [[`config.${name}.default`, fact(String(value), /(?:^|_)PORT$/.test(name) ? null : words)]];
});

/** Every fact by its name in the texts. */
export const facts: ReadonlyMap<string, Fact> = new Map([
  ...Object.values<PlanTerms>(plans).flatMap(factsOfPlan),
  ...Object.entries(contractFacts),
  ...configFacts,
  ...Object.entries(stated).map(([name, { text, words }]): [string, Fact] => [name, { text, words }]),
]);

/** A text names what is no fact. */
export class UnknownFact extends Error {}

/**
 * `extra` holds a text's own names.
 * @throws UnknownFact
 */
export function fillFacts(text: string, file: string, extra: ReadonlyMap<string, string> = new Map()): string {
  return text.replaceAll(/\{\{([^{}]*)\}\}/g, (_whole, inner: string) => {
    const name = inner.trim();
    const found = extra.get(name) ?? facts.get(name)?.text;
    if (found === undefined) throw new UnknownFact(`${file}: {{${name}}} is not a known fact`);
    return found;
  });
}
