import { readFileSync } from "node:fs";
import { join } from "node:path";
import { actionsOnDisk } from "./built-pages.ts";
import { pressedAccount } from "./pressed-account.ts";
import { pressedAssistant } from "./pressed-assistant.ts";
import { pressedChannels } from "./pressed-channels.ts";
import { pressedEndpoints } from "./pressed-endpoints.ts";
import type { PressedService, Pressed } from "./pressed-row.ts";
import { at, fresh, sql } from "./pressed-steps.ts";
import { pressedWork } from "./pressed-work.ts";
import { password } from "./visitor.ts";

const root = join(import.meta.dirname, "../..");

/** Everything that a page has done elsewhere: server actions, what goes to `/api/auth`, and the assistant's answer. */
export function actionsOfPages(): string[] {
  const auth = readFileSync(join(root, "src/web/auth-actions.ts"), "utf8");
  const named = [...auth.matchAll(/^export const (\w+) = authAction\(/gm)].map(([, name]) => `auth.${name}`);
  return [...actionsOnDisk(), ...named, "auth.signOut", "assistant.ask"].toSorted();
}

const accountOfGrace = async (testApp: PressedService): Promise<string> => {
  const { rows } = await testApp.database.db.pool.query<{ id: string }>(
    "select id from users where email = 'grace@example.org'",
  );
  return `/admin/accounts/${rows[0]?.id ?? "none"}`;
};
const request = sql(
  `insert into admin_requests (id, asked_by, account, work, what, reason, amount, created_at, expires_at)
   select 'req_press', id, id, jsonb_build_object('action', 'grant_balance', 'account', id, 'amountMinor', 60000), 'gave $600.00', 'a claim', 60000, now(), now() + interval '1 day'
   from users where role = 'admin' order by created_at limit 1`,
);

/** In this order: some find what others have made. */
export const pressedButtons: readonly Pressed[] = [
  ...pressedAccount,
  ...pressedChannels,
  ...pressedEndpoints,
  {
    sends: "admin.grantMoney",
    as: "ada",
    before: sql("update users set two_factor_enabled = true where role = 'admin'"),
    path: accountOfGrace,
    typed: { "Amount in dollars": "90.00", Reason: "press" },
    button: "Add balance",
    done: "The balance is now",
  },
  {
    sends: "admin.grantPlanTo",
    as: "ada",
    path: accountOfGrace,
    typed: { Days: "9" },
    button: "Grant plan",
    done: "Enter a reason",
  },
  {
    sends: "admin.setRoleOf",
    as: "ada",
    path: accountOfGrace,
    button: "Make administrator",
    done: "Enter a reason",
  },
  {
    sends: "admin.decide",
    as: "ada",
    before: request,
    path: at("/admin"),
    button: /^Withdraw/,
    done: "Decision recorded",
  },
  {
    sends: "admin.testConfiguredModels",
    as: "ada",
    before: sql("update users set two_factor_enabled = true where role = 'admin'"),
    path: at("/admin/models"),
    button: "Test models",
    done: "No language model is configured",
  },
  {
    sends: "admin-deposits.reconcileNow",
    as: "ada",
    path: at("/admin/reconciliation"),
    button: "Reconcile now",
    done: "Reconciliation finished",
  },
  {
    sends: "admin-deposits.reverseDeposit",
    as: "ada",
    path: at("/admin/deposits"),
    typed: { Deposit: "dep_none", Reason: "nothing of it" },
    button: "Reverse deposit",
  },
  {
    sends: "admin-deposits.resolveDepositReview",
    as: "ada",
    path: (testApp) => testApp.review,
    chosen: ["Reject"],
    typed: { Reason: "not ours" },
    button: "Resolve",
    done: "Review resolved",
  },
  ...pressedWork,
  { sends: "billing.quote", as: "grace", path: at("/billing"), button: /Signals/, done: "Due now" },
  {
    sends: "billing.buy",
    as: "grace",
    path: at("/billing"),
    open: [/Signals/],
    button: /^Pay /,
    done: "You are on Signals",
  },
  { sends: "billing.setRenewal", as: "grace", path: at("/billing"), button: "Renew automatically" },
  {
    sends: "deposits.startDeposit",
    as: "ada",
    path: at("/deposits"),
    typed: { "Amount in US dollars": "41.50" },
    button: "Show address",
    done: /41\.50/,
  },
  { sends: "deposits.playPayer", as: "ada", path: at("/dev/pay"), button: "Underpay" },
  {
    sends: "signals.keepWatchlist",
    as: "ada",
    path: at("/signals/lists"),
    open: ["New watchlist"],
    typed: { Name: "pressed", "Stocks and funds": "DEMO" },
    button: "Create watchlist",
    done: "Watchlist saved",
  },
  {
    sends: "signals.follow",
    as: "ada",
    path: at("/instruments/%5EGSPC"),
    open: ["Add to watchlist"],
    button: "Add to watchlist",
    done: /\^GSPC added to /,
  },
  {
    sends: "signals.endWatchlist",
    as: "ada",
    path: at("/signals/lists"),
    open: ["Delete the list pressed"],
    button: "Delete watchlist",
    done: "pressed deleted",
  },
  {
    sends: "signals.keepAlerts",
    as: "ada",
    path: at("/signals/lists"),
    typed: { "Only these symbols": "DEMO" },
    button: "Save",
    done: "Saved",
  },
  ...pressedAssistant,
  {
    sends: "auth.changeEmail",
    as: "ada",
    before: fresh,
    path: at("/settings"),
    typed: { "New email address": "ada.moves@example.org" },
    button: "Change email address",
    done: "Check your email",
  },
  {
    sends: "auth.signInByPassword",
    as: "guest",
    path: at("/sign-in?next=/keys"),
    typed: { "Email address": "nobody@example.org", Password: password },
    button: /^Sign in$/,
    done: /not signed in/,
  },
  {
    sends: "auth.signUp",
    as: "guest",
    path: at("/sign-up"),
    typed: { Name: "Heidi", "Email address": "heidi@example.org", Password: password },
    button: "Create account",
    done: /we sent an email|Resend link/,
  },
  {
    sends: "auth.mailConfirmation",
    as: "guest",
    path: at("/verify"),
    typed: { "Email address": "heidi@example.org" },
    button: "Resend link",
    done: "we sent an email",
  },
  {
    sends: "auth.mailReset",
    as: "guest",
    path: at("/forgot"),
    typed: { "Email address": "heidi@example.org" },
    button: "Send link",
    done: "we sent an email",
  },
  {
    sends: "auth.mailSignIn",
    as: "guest",
    path: at("/magic-link"),
    typed: { "Email address": "heidi@example.org" },
    button: "Send link",
    done: "we sent an email",
  },
  { sends: "auth.signInByPasskey", as: "guest", path: at("/sign-in"), button: "Sign in with a passkey" },
  {
    sends: "auth.turnOnTwoFactor",
    as: "ada",
    before: sql("update users set two_factor_enabled = false"),
    path: at("/settings/security"),
    open: ["Set up"],
    typed: { Password: password },
    button: "Continue",
    done: "Code from your app",
  },
  {
    sends: "account.deleteMyAccount",
    as: "grace",
    path: at("/settings/data"),
    open: ["Delete account"],
    typed: { [`Type grace@example.org to confirm`]: "grace@example.org", Password: "wrong" },
    button: "Delete account",
    done: "Incorrect password",
  },
  {
    sends: "auth.changePassword",
    as: "grace",
    path: at("/settings/security"),
    before: fresh,
    typed: { "Current password": password, "New password": `another ${password}` },
    button: "Change password",
    done: "Password changed",
  },
  { sends: "auth.signOut", as: "ada", path: at("/keys"), open: ["Account"], button: "Sign out", knowsNoSession: true },
];

/** What takes a device, another party or a mailed code. They go through the same hooks; these tests try the paths they send to, without the faults. */
export const pressedElsewhere: Readonly<Record<string, string>> = {
  "auth.addPasskey": "tests/e2e/account.test.ts",
  "auth.renamePasskey": "tests/contract/authorisation.test.ts",
  "auth.removePasskey": "tests/e2e/account.test.ts",
  "auth.answerConnection": "tests/e2e/forms.test.ts",
  "auth.verifyCode": "tests/e2e/account.test.ts",
  "auth.verifyBackupCode": "tests/e2e/account.test.ts",
  "auth.turnOffTwoFactor": "tests/e2e/account.test.ts",
  "auth.newBackupCodes": "tests/contract/authorisation.test.ts",
  "auth.resetPassword": "tests/e2e/forms.test.ts",
  "auth.signInByMail": "tests/e2e/forms.test.ts",
  "auth.signInByProvider": "tests/contract/provider-sign-in.test.ts",
  "auth.linkProvider": "tests/contract/provider-sign-in.test.ts",
  "auth.unlinkProvider": "tests/contract/provider-sign-in.test.ts",
};
