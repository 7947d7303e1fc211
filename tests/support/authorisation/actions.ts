import type { ConclaveError } from "#src/core/errors.ts";
import { all, type Expected, type Facts } from "./roles.ts";

/** `done`, or the kind of error that refused it, which has then changed nothing. */
export type Acted = "done" | ConclaveError["kind"];
const user = all<Acted>("done", { signedOut: "unauthorized" });
/** Who may is told what is wrong with what they gave. */
const userUnread = all<Acted>("invalid_input", { signedOut: "unauthorized" });
const admin = all<Acted>("forbidden", { signedOut: "unauthorized", admin: "done" });
const adminUnread = all<Acted>("forbidden", { signedOut: "unauthorized", admin: "invalid_input" });
const own = all<Acted>("not_found", { signedOut: "unauthorized", owner: "done" });

function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

const once = "8f0a1c52-5a41-4c0e-9b6d-2f1a7c5d9e11";
const channelForm = { name: "mine", zone: "UTC", quiet: "off", digest: "off", language: "en" };

type Args = FormData | readonly unknown[];
type Given = (facts: Facts) => Args | Promise<Args>;

/** In this order: the owner comes last, and what ends something stands at the end. */
export const actions: Readonly<Record<string, readonly [Expected<Acted>, Given]>> = {
  "account.saveName": [user, () => form({ name: "Ada" })],
  "account.uploadAvatar": [userUnread, () => form({ picture: "" })],
  "account.clearAvatar": [user, () => []],
  "account.saveNotifications": [user, () => form({ sign_in: "on" })],
  "account.readWaysToConfirm": [user, () => []],
  "account.exportAccount": [user, () => []],
  "account.deleteMyAccount": [userUnread, () => form({ confirmation: "not the address", password: "" })],
  "developers.makeKey": [user, () => form({ label: "by the table", scopes: "analyses:read" })],
  "developers.disconnectApp": [all<Acted>("not_found", { signedOut: "unauthorized" }), () => ["none"]],
  "account.keepModelKey": [userUnread, () => form({ provider: "openai", secret: "" })],
  "account.setModelKey": [userUnread, () => form({ provider: "a provider that nobody knows" })],
  "account.testModelKey": [userUnread, () => ["a provider that nobody knows"]],
  "account.endModelKey": [own, async ({ modelKey }) => [await modelKey()]],
  "signals.keepWatchlist": [
    userUnread,
    () => form({ id: "", name: "", stocks: "", coins: "", schedule: "close", runs: "1" }),
  ],
  "signals.previewImport": [userUnread, () => form({ text: "", column: "" })],
  "signals.follow": [userUnread, () => form({ list: "", symbol: "DEMO", asset_type: "none" })],
  "signals.keepAlerts": [user, () => form({ webhook_url: "", symbols: "" })],
  "signals.endWatchlist": [own, async ({ watchlist }) => [await watchlist()]],
  "channels.addChannel": [userUnread, () => form({ kind: "discord", name: "x", url: "no address" })],
  "channels.keepChannel": [own, async ({ channel }) => form({ ...channelForm, id: await channel() })],
  "channels.sendTest": [own, async ({ channel }) => form({ id: await channel() })],
  "channels.stopChannel": [own, async ({ channel }) => form({ id: await channel() })],
  "channels.startChannel": [own, async ({ channel }) => form({ id: await channel() })],
  "channels.dropChannel": [own, async ({ channel }) => form({ id: await channel() })],
  "developers.addEndpoint": [userUnread, () => form({ url: "no address", name: "x", events: "plan.ending" })],
  "developers.keepEndpoint": [
    own,
    async ({ endpoint }) =>
      form({ id: await endpoint(), url: "https://hooks.example/all", name: "mine", events: "plan.ending" }),
  ],
  "developers.rotateEndpointSecret": [own, async ({ endpoint }) => form({ id: await endpoint() })],
  "developers.sendTestEvent": [own, async ({ endpoint }) => form({ id: await endpoint() })],
  // Nothing was sent yet.
  "developers.sendAgain": [
    all<Acted>("not_found", { signedOut: "unauthorized" }),
    async ({ endpoint }) => form({ id: await endpoint(), delivery: "msg_none" }),
  ],
  "developers.stopEndpoint": [own, async ({ endpoint }) => form({ id: await endpoint() })],
  "developers.startEndpoint": [own, async ({ endpoint }) => form({ id: await endpoint() })],
  "developers.dropEndpoint": [own, async ({ endpoint }) => form({ id: await endpoint() })],
  "portfolios.addPortfolio": [userUnread, () => form({ once, name: "", currency: "USD", lots: "" })],
  "portfolios.readPortfolioFile": [userUnread, () => form({ acquired: "2019-03-01", currency: "USD", file: "" })],
  "portfolios.keepPortfolio": [
    own,
    async ({ portfolio }) =>
      form({ id: await portfolio(), version: "1", name: "Mine", currency: "USD", lots: "DEMO 1 2017-03-01" }),
  ],
  "portfolios.keepPortfolioAlerts": [
    own,
    async ({ portfolio }) =>
      form({ id: await portfolio(), day_change_pct: "5", drawdown_pct: "", position_pct: "", ratings: "on" }),
  ],
  "portfolios.analyzeHoldings": [
    own,
    async ({ portfolio }) => form({ id: await portfolio(), once, budget_usd: "5.00" }),
  ],
  "portfolios.watchHoldings": [own, async ({ portfolio }) => form({ id: await portfolio() })],
  "portfolios.dropPortfolio": [own, async ({ portfolio }) => form({ id: await portfolio() })],
  "channels.makeCalendar": [user, () => form({})],
  "channels.endCalendar": [user, () => form({})],
  // Of another's conversation nothing is shown: it is as empty as one that never was.
  "assistant.conversations": [user, () => []],
  "assistant.conversation": [user, async ({ conversation }) => [await conversation()]],
  "assistant.forgetConversation": [own, async ({ conversation }) => [await conversation()]],
  "assistant.forgetConversations": [user, () => []],
  "assistant.rateAnswer": [own, async ({ turn }) => [await turn(), "up"]],
  // No passage is called so.
  "assistant.citedPassage": [all<Acted>("not_found", { signedOut: "unauthorized" }), () => ["help/none"]],
  "find.find": [user, () => ["DEMO"]],
  "developers.endKey": [own, async ({ key }) => [await key()]],
  "payments.quote": [user, () => ["elite"]],
  // Nobody has added money; the two on Free have nothing to renew.
  "payments.buy": [
    all<Acted>("insufficient_balance", { signedOut: "unauthorized" }),
    () => [{ plan: "elite", key: "0b0f2d1e-5d0c-4c43-8f55-1d2a3b4c5d6e" }],
  ],
  "payments.setRenewal": [
    all<Acted>("done", { signedOut: "unauthorized", noPlan: "conflict", admin: "conflict" }),
    () => [true],
  ],
  "analyses.startAnalysis": [userUnread, () => form({ ticker: "" })],
  // That of this test was made without a worker, whose steps it would take over.
  "analyses.rerunFrom": [
    all<Acted>("not_found", { signedOut: "unauthorized", owner: "conflict" }),
    ({ finished }) => form({ id: finished, from: "trader", once: "8f0a1c52-5a41-4c0e-9b6d-2f1a7c5d9e10" }),
  ],
  "analyses.startSharing": [own, ({ finished }) => [finished]],
  "analyses.stopSharing": [own, async ({ waiting }) => [await waiting()]],
  "analyses.startAttribution": [
    all<Acted>("not_found", { signedOut: "unauthorized", owner: "conflict" }),
    ({ analysis }) => form({ id: analysis }),
  ],
  "analyses.stopAttribution": [all<Acted>("not_found", { signedOut: "unauthorized" }), ({ analysis }) => [analysis]],
  "analyses.stopAnalysis": [own, async ({ waiting }) => [await waiting()]],
  "backtests.estimateOrder": [userUnread, () => form({ symbols: "" })],
  "backtests.orderBacktest": [userUnread, () => form({ symbols: "" })],
  "backtests.uploadBacktestFile": [userUnread, () => form({ result: "" })],
  "backtests.makeValidity": [own, ({ backtest }) => form({ id: backtest })],
  "backtests.holdBacktest": [own, async ({ anotherBacktest }) => [await anotherBacktest()]],
  "backtests.continueBacktest": [own, async ({ anotherBacktest }) => [await anotherBacktest()]],
  "backtests.stopBacktest": [own, async ({ anotherBacktest }) => [await anotherBacktest()]],
  "backtests.removeBacktest": [own, async ({ anotherBacktest }) => [await anotherBacktest()]],
  "payments.startDeposit": [userUnread, () => form({ amount: "" })],
  "payments.playPayer": [userUnread, () => [{ paymentId: "" }]],
  "admin.grantMoney": [admin, ({ account }) => form({ account, amount: "1.00", reason: "the table" })],
  "admin.grantPlanTo": [admin, ({ account }) => form({ account, plan: "elite", days: "9", reason: "the table" })],
  "admin.setRoleOf": [admin, ({ account }) => form({ account, role: "user", reason: "the table" })],
  "admin.cancelJob": [admin, async ({ waiting }) => form({ analysis: await waiting(), reason: "the table" })],
  "admin.decide": [adminUnread, () => form({ request: "", decision: "decline" })],
  "admin.resolveDepositReview": [adminUnread, () => form({ id: "" })],
  "admin.reverseDeposit": [adminUnread, () => form({ id: "" })],
  "admin.reconcileNow": [admin, () => []],
  "admin.testConfiguredModels": [adminUnread, () => []],
  "account.revokeSession": [own, async ({ session }) => [await session()]],
  // With everything kept: the other rows still need their keys.
  "account.revokeOtherSessions": [user, () => [["api_keys", "webhooks", "passkeys", "providers"]]],
};
