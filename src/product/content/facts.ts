import { z } from "zod";
import { AnalysisRequest, mostRuns } from "#src/contract/jobs/analysis.ts";
import { assistantLimits } from "#src/contract/jobs/assistant.ts";
import { Agent } from "#src/contract/run/answers.ts";
import { batchLimits } from "#src/contract/jobs/batches.ts";
import { backtestLimits } from "#src/contract/backtests/backtests.ts";
import { depositLimits } from "#src/contract/accounts/deposits.ts";
import { formatUsd } from "#src/contract/accounts/money.ts";
import { type PlanTerms, periodDays, plans, referral } from "#src/contract/accounts/plans.ts";
import { sizing } from "#src/contract/run/instruction.ts";
import { NotificationSettings, referralAlphabet, referralCodeLength } from "#src/contract/accounts/users.ts";
import { requestLogLimits } from "#src/contract/api/requests.ts";
import { routes } from "#src/contract/api/routes.ts";
import { horizons, watchlistLimits } from "#src/contract/signals/signals.ts";
import { testLimits } from "#src/contract/api/test-mode.ts";
import { webhookLimits } from "#src/contract/messages/webhooks.ts";
import { passwordLength } from "#src/contract/accounts/credentials.ts";
import { constants, variableDefaults } from "#src/core/config/variables.ts";

interface Stated {
  readonly text: string;
  /** As in Fact. */
  readonly words: string | null;
  /** The line up to the value. */
  readonly file: string;
  readonly line: string;
  /** The number that stands there. */
  readonly value: number;
}

const says = (text: string, words: string | null, value: number, file: string, line: string): Stated => ({
  text,
  words,
  file,
  line,
  value,
});

/** Decided where this room may not import; tests/conformance/content.test.ts reads each line. */
export const stated = {
  "limits.bodyKb": says("64 KB", "", 65_536, "src/server/http/bodies/read-body.ts", "const mostBytes = "),
  "limits.validationErrors": says("50", "errors?", 50, "src/server/http/bodies/validation.ts", "const mostErrors = "),
  "limits.askAgain": says("5", "s|seconds?", 5, "src/server/http/v1/analyses.ts", 'const askAgain = "'),
  "streams.heartbeat": says("15", "s|seconds?", 15_000, "src/server/http/streams/event-streams.ts", "heartbeatMs = "),
  "streams.unreadKb": says(
    "256 KB",
    null,
    256 * 1024,
    "src/server/http/streams/stream-channels.ts",
    "const mostUnread = ",
  ),
  "streams.perKeyOwner": says(
    "100",
    "(?:open )?(?:event )?streams?",
    100,
    "src/server/http/protection/authenticate.ts",
    "const mostStreamsByKey = ",
  ),
  "streams.recheck": says("60", "s|seconds?", 60_000, "src/server/http/serve.ts", "const recheckMs = "),
  "streams.comeBack": says(
    "10",
    "s|seconds?",
    10_000,
    "src/server/http/streams/stream-limits.ts",
    "const retryAfterMs = ",
  ),
  "webhooks.timeout": says(
    "10",
    "s|seconds?",
    10_000,
    "src/product/webhooks/public/post.ts",
    "isPublicAddress, timeoutMs: ",
  ),
  "webhooks.attempts": says("10", "attempts", 10, "src/product/outbox/public/retries.ts", "retryDelaysMs.length"),
  "webhooks.hours": says("23", "hours", 23, "src/product/outbox/public/retries.ts", "retryDelaysMs in hours"),
  "health.within": says("2", "s|seconds?", 2000, "src/product/admin/public/check-health.ts", "const withinMs = "),
  "links.magicMinutes": says(
    "15",
    "minutes?",
    15,
    "src/product/accounts/public/auth-options.ts",
    "disableSignUp: true, expiresIn: ",
  ),
  "links.resetHours": says(
    "an hour",
    "",
    60,
    "src/product/mail/lib/account-letters.ts",
    "The link works once, for an hour",
  ),
  "signIn.passwordTries": says(
    "10",
    "wrong passwords|tries|attempts",
    10,
    "src/product/accounts/public/sign-in-limits.ts",
    "password: { points: ",
  ),
  "signIn.codeTries": says(
    "8",
    "wrong codes|tries|attempts",
    8,
    "src/product/accounts/public/sign-in-limits.ts",
    "code: { points: ",
  ),
  "signIn.waitMinutes": says(
    "15",
    "minutes?",
    15,
    "src/product/accounts/public/sign-in-limits.ts",
    "password: { points: 10, seconds: ",
  ),
  "signIn.mails": says("6", "mails?", 6, "src/product/accounts/public/sign-in-limits.ts", "  mail: { points: "),
  "identity.freshMinutes": says(
    "10",
    "minutes?",
    10,
    "src/product/accounts/public/fresh-sign-in.ts",
    "export const freshMs = ",
  ),
  "avatar.mb": says("5 MB", "", 5, "src/product/accounts/avatar.ts", "const avatarLimits = { bytes: "),
  "avatar.side": says("512", null, 512, "src/product/accounts/avatar.ts", "const side = "),
  "plans.renewAheadMinutes": says(
    "10",
    "minutes?",
    10,
    "src/product/plans/lib/pay-period.ts",
    "export const renewAheadMs = ",
  ),
  "deposits.outcomePercent": says("90%", "", 90, "src/product/deposits/lib/payment.ts", "const leastOutcomePercent = "),
  "estimate.runs": says("3", "(?:past |finished )?runs?", 3, "src/product/analyses/submitting.ts", "enoughRuns = "),
  "market.staleDays": says("10", "days?", 10, "src/market/door/record-reader.ts", "const STALE_AFTER_DAYS = "),
  "market.newsDays": says("30", "days?", 30, "src/debate/evidence/news-and-social.ts", "const newsDays = "),
  "market.newsShown": says("15", "(?:news )?items", 15, "src/debate/evidence/news-and-social.ts", "const newsShown = "),
  "market.postsShown": says("12", "posts", 12, "src/debate/evidence/news-and-social.ts", "const postsShown = "),
  "checks.scale": says("5", "times", 5, "src/debate/check-parts.ts", "const mostScale = "),
  "checks.entryAtr": says("3", "average true ranges?", 3, "src/debate/checks.ts", "const mostEntryAtr = "),
  "checks.stopAtrLeast": says("0.25", "", 0.25, "src/debate/checks.ts", "const leastStopAtr = "),
  "checks.stopAtrMost": says("10", "average true ranges?", 10, "src/debate/checks.ts", "const mostStopAtr = "),
  "checks.targetAtr": says("30", "average true ranges?", 30, "src/debate/checks.ts", "const mostTargetAtr = "),
  "checks.reach": says("3", "", 3, "src/debate/check-parts.ts", "const mostReach = "),
  "debate.lookUps": says("2", "look-ups?", 2, "src/contract/run/run.ts", "const toolSteps = "),
  "memory.shown": says("5", "earlier decisions|decisions", 5, "src/debate/memory.ts", "const mostDecisions = "),
} as const satisfies Record<string, Stated>;

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
