import { all, type Expected, type Facts } from "./roles.ts";

/** `done` is also a refusal of what was typed: the action went as far as to look at it. */
export type Acted = "done" | "sign in" | "admins only" | "not there";
const user = all<Acted>("done", { signedOut: "sign in" });
const admin = all<Acted>("admins only", { signedOut: "sign in", admin: "done" });
const own = all<Acted>("not there", { signedOut: "sign in", owner: "done" });

function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

type Args = FormData | readonly unknown[];
type Given = (facts: Facts) => Args | Promise<Args>;

/** In this order: the owner comes last, and what ends something stands at the end. */
export const actions: Readonly<Record<string, readonly [Expected<Acted>, Given]>> = {
  "account.saveName": [user, () => form({ name: "Ada" })],
  "account.uploadAvatar": [user, () => form({ picture: "" })],
  "account.clearAvatar": [user, () => []],
  "account.saveNotifications": [user, () => form({ sign_in: "on" })],
  "account.waysOfMine": [user, () => []],
  "account.exportAccount": [user, () => []],
  "account.deleteMyAccount": [user, () => form({ confirmation: "not the address", password: "" })],
  "keys.makeKey": [user, () => form({ label: "by the table", scopes: "analyses:read" })],
  "signals.keepWatchlist": [
    user,
    () => form({ id: "", name: "", stocks: "", coins: "", schedule: "close", runs: "1" }),
  ],
  "signals.keepAlerts": [user, () => form({ webhook_url: "", symbols: "" })],
  "signals.endWatchlist": [own, async ({ watchlist }) => [await watchlist()]],
  // Of another's conversation nothing is shown: it is as empty as one that never was.
  "assistant.conversations": [user, () => []],
  "assistant.conversation": [user, async ({ conversation }) => [await conversation()]],
  "assistant.forgetConversation": [own, async ({ conversation }) => [await conversation()]],
  "assistant.forgetConversations": [user, () => []],
  "assistant.rateAnswer": [own, async ({ turn }) => [await turn(), "up"]],
  "assistant.citedPassage": [user, () => ["help/none"]],
  "keys.endKey": [own, async ({ key }) => [await key()]],
  "billing.quote": [user, () => ["elite"]],
  "billing.buy": [user, () => [{ plan: "elite", key: "0b0f2d1e-5d0c-4c43-8f55-1d2a3b4c5d6e" }]],
  "billing.setRenewal": [user, () => [true]],
  "analyses.startAnalysis": [user, () => form({ ticker: "" })],
  "analyses.startSharing": [own, async ({ waiting }) => [await waiting()]],
  "analyses.stopSharing": [own, async ({ waiting }) => [await waiting()]],
  "analyses.stopAnalysis": [own, async ({ waiting }) => [await waiting()]],
  "backtests.askEstimate": [user, () => form({ symbols: "" })],
  "backtests.orderBacktest": [user, () => form({ symbols: "" })],
  "backtests.bringBacktest": [user, () => form({ result: "" })],
  "backtests.stopBacktest": [own, async ({ anotherBacktest }) => [await anotherBacktest()]],
  "backtests.dropBacktest": [own, async ({ anotherBacktest }) => [await anotherBacktest()]],
  "deposits.startDeposit": [user, () => form({ amount: "" })],
  "deposits.playPayer": [user, () => [{ paymentId: "" }]],
  "admin.grantMoney": [admin, ({ account }) => form({ account, amount: "1.00", reason: "the table" })],
  "admin.grantPlanTo": [admin, ({ account }) => form({ account, plan: "elite", days: "9", reason: "the table" })],
  "admin.setRoleOf": [admin, ({ account }) => form({ account, role: "user", reason: "the table" })],
  "admin.cancelJob": [admin, async ({ waiting }) => form({ analysis: await waiting(), reason: "the table" })],
  "admin-deposits.resolveDepositReview": [admin, () => form({ id: "" })],
  "admin-deposits.takeBackDeposit": [admin, () => form({ id: "" })],
  "admin-deposits.reconcileNow": [admin, () => []],
  "account.endSession": [own, async ({ session }) => [await session()]],
  // With everything kept: the other rows still need their keys.
  "account.endOtherSessions": [user, () => [["api_keys", "webhooks", "passkeys", "providers"]]],
};
