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
  "streams.heartbeat": says(
    "15",
    "s|seconds?",
    15_000,
    "src/server/http/streams/event-streams.ts",
    "const heartbeatMs = ",
  ),
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
    "src/server/http/protection/guard.ts",
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
  "links.resetHours": says("an hour", "", 60, "src/product/mail/lib/templates.ts", "The link works once, for an hour"),
  "signIn.passwordTries": says(
    "10",
    "wrong passwords|tries|attempts",
    10,
    "src/product/accounts/public/limits.ts",
    "password: { points: ",
  ),
  "signIn.codeTries": says(
    "8",
    "wrong codes|tries|attempts",
    8,
    "src/product/accounts/public/limits.ts",
    "code: { points: ",
  ),
  "signIn.waitMinutes": says(
    "15",
    "minutes?",
    15,
    "src/product/accounts/public/limits.ts",
    "password: { points: 10, seconds: ",
  ),
  "signIn.mails": says("6", "mails?", 6, "src/product/accounts/public/limits.ts", "  mail: { points: "),
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
  "estimate.runs": says(
    "3",
    "(?:past |finished )?runs?",
    3,
    "src/product/analyses/submitting.ts",
    "const enoughRuns = ",
  ),
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
