import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { Browser } from "./browser.ts";
import { actionsOnDisk } from "./built-pages.ts";
import type { FreshDatabase } from "./database.ts";
import { password } from "./visitor.ts";

const root = join(import.meta.dirname, "../..");

/** Everything that a page has done elsewhere: server actions, what goes to `/api/auth`, and the assistant's answer. */
export function actionsOfPages(): string[] {
  const auth = readFileSync(join(root, "src/web/auth-actions.ts"), "utf8");
  const named = [...auth.matchAll(/^export const (\w+) = authAction\(/gm)].map(([, name]) => `auth.${name}`);
  return [...actionsOnDisk(), ...named, "auth.signOut", "assistant.ask"].toSorted();
}

export interface House {
  readonly database: FreshDatabase;
  /** Of a finished analysis, and of a deposit under review. */
  readonly analysis: string;
  readonly review: string;
  /** An administrator with Elite. */
  readonly ada: Browser;
  /** Of somebody with a balance and no plan. */
  readonly grace: Browser;
}

/** A button that has something done, and how one comes to it. */
export interface Pressed {
  /** `file.action`, as `actionsOfPages` names it. */
  readonly sends: string;
  readonly as: "ada" | "grace" | "guest";
  readonly path: (testApp: House) => string | Promise<string>;
  readonly before?: (testApp: House) => Promise<unknown>;
  /** Buttons on the way. */
  readonly open?: readonly (string | RegExp)[];
  readonly typed?: Readonly<Record<string, string>>;
  readonly chosen?: readonly string[];
  readonly file?: readonly [label: string, path: string];
  /** What the page asks by itself has been answered, which else would meet the fault as well. */
  readonly ready?: (page: Page) => Promise<unknown>;
  readonly button: string | RegExp;
  /** An ended session is no hindrance, or another action says it first. */
  readonly knowsNoSession?: true;
  /** What the page says in the place of the reason, where somebody else asked. */
  readonly says?: RegExp;
  /** Where nothing is pressed again. */
  readonly again?: (page: Page) => Promise<unknown>;
  /** What is said in the end; without it, the message is gone. */
  readonly done?: string | RegExp;
}

const sql = (text: string) => (testApp: House) => testApp.database.db.pool.query(text);
const fresh = sql("update sessions set confirmed_at = now()");
const at = (path: string) => () => path;
const latest = (table: string, list: string) => async (testApp: House) => {
  const { rows } = await testApp.database.db.pool.query<{ id: string }>(
    `select id from ${table} order by created_at desc limit 1`,
  );
  return `${list}/${rows[0]?.id ?? "none"}`;
};
const accountOfGrace = async (testApp: House): Promise<string> => {
  const { rows } = await testApp.database.db.pool.query<{ id: string }>(
    "select id from users where email = 'grace@example.org'",
  );
  return `/admin/accounts/${rows[0]?.id ?? "none"}`;
};
/** The last one waits again, as if nobody had come to it. */
const waiting = sql(
  "update analyses set status = 'queued', result = null, error = null, started_at = null, finished_at = null where id = (select id from analyses order by created_at desc limit 1)",
);
/** A backtest that waits: the last one's twin, which stands in no queue, so that no worker is quicker than the button. */
const waitingBacktest = sql(
  `insert into backtests overriding user value select (jsonb_populate_record(null::backtests, to_jsonb(last) || jsonb_build_object(
     'id', regexp_replace(last.id, '.{8}$', 'waiting1'), 'state', 'queued', 'created_at', now(),
     'summary', null, 'error', null, 'started_at', null, 'finished_at', null))).*
   from (select * from backtests order by created_at desc limit 1) as last`,
);
const question = "What does an unsupported number in a report mean?";
const asked =
  (...ids: readonly string[]) =>
  async ({ ada }: House) => {
    for (const id of ids)
      await ada.post("/api/assistant", {
        id,
        messages: [{ id: `m${id}`, role: "user", parts: [{ type: "text", text: question }] }],
      });
  };
const history = ["Assistant", "Earlier conversations"];
const request = sql(
  `insert into admin_requests (id, asked_by, account, work, what, reason, amount, created_at, expires_at)
   select 'req_press', id, id, jsonb_build_object('action', 'grant_balance', 'account', id, 'amountMinor', 60000), 'gave $600.00', 'a claim', 60000, now(), now() + interval '1 day'
   from users where role = 'admin' order by created_at limit 1`,
);

/** In this order: some find what others have made. */
export const pressedButtons: readonly Pressed[] = [
  {
    sends: "account.saveName",
    as: "ada",
    path: at("/settings"),
    typed: { Name: "Ada L." },
    button: "Save",
    done: "Name saved",
  },
  {
    sends: "account.uploadAvatar",
    as: "ada",
    path: at("/settings"),
    file: ["Picture", join(root, "src/web/app/apple-icon.png")],
    button: "Save picture",
    done: "Picture saved",
  },
  {
    sends: "account.clearAvatar",
    as: "ada",
    path: at("/settings"),
    button: "Remove picture",
    done: "Picture removed",
  },
  { sends: "account.saveNotifications", as: "ada", path: at("/settings/notifications"), button: "Save", done: "Saved" },
  {
    sends: "account.revokeSession",
    as: "grace",
    path: at("/settings/security"),
    open: [/^Sign out the session/],
    button: "Sign out session",
    done: "Session signed out",
  },
  {
    sends: "account.revokeOtherSessions",
    as: "grace",
    before: fresh,
    path: at("/settings/security"),
    open: ["Sign out everywhere else"],
    button: "Sign out everywhere else",
    done: /sessions? signed out/,
  },
  { sends: "account.exportAccount", as: "ada", path: at("/settings/data"), button: "Download my data" },
  {
    sends: "account.readWaysToConfirm",
    as: "grace",
    path: at("/keys"),
    before: sql("update sessions set created_at = created_at - interval '1 hour', confirmed_at = null"),
    typed: { Name: "late" },
    button: "Create key",
    knowsNoSession: true,
    says: /Confirm your identity, then try again/,
    done: "You signed in a while ago",
  },
  {
    sends: "auth.confirmPassword",
    as: "grace",
    path: at("/settings/security"),
    open: ["Sign out everywhere else", "Sign out everywhere else"],
    typed: { "Your password": password },
    button: "Confirm",
    done: /sessions? signed out/,
  },
  {
    sends: "keys.makeKey",
    as: "ada",
    before: fresh,
    path: at("/keys"),
    typed: { Name: "nightly" },
    button: "Create key",
    done: "Copy the key “nightly” now",
  },
  {
    sends: "keys.endKey",
    as: "ada",
    path: at("/keys"),
    open: [/^Revoke the key/],
    button: "Revoke key",
    done: "nightly revoked",
  },
  {
    sends: "model-keys.keepModelKey",
    as: "ada",
    path: at("/settings/models"),
    typed: { Key: "sk-typed-0123456789abcdef" },
    button: "Save key",
    done: "OpenAI key saved",
  },
  {
    sends: "model-keys.setModelKey",
    as: "ada",
    path: at("/settings/models"),
    open: [/^Change settings of the OpenAI key/],
    typed: { "Monthly limit": "20" },
    button: "Save settings",
    done: "OpenAI settings saved",
  },
  {
    sends: "model-keys.testModelKey",
    as: "ada",
    path: at("/settings/models"),
    button: /^Check/,
    done: "The provider accepts this key",
  },
  {
    sends: "model-keys.endModelKey",
    as: "ada",
    path: at("/settings/models"),
    open: [/^Delete the OpenAI key/],
    button: "Delete key",
    done: "OpenAI key deleted",
  },
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
  {
    sends: "analyses.startSharing",
    as: "ada",
    before: sql("delete from analysis_shares"),
    path: (testApp) => testApp.analysis,
    open: ["Share"],
    button: "Create link",
    done: "Revoke link",
  },
  {
    sends: "analyses.stopSharing",
    as: "ada",
    path: (testApp) => testApp.analysis,
    open: ["Shared"],
    button: "Revoke link",
    done: "Link revoked",
  },
  {
    sends: "analyses.startAnalysis",
    as: "ada",
    path: at("/analyses/new"),
    typed: { Symbol: "DEMO", "As of": "2019-05-21" },
    button: "Start analysis",
    done: "Download",
  },
  {
    sends: "analyses.stopAnalysis",
    as: "ada",
    before: waiting,
    path: latest("analyses", "/analyses"),
    open: ["Cancel"],
    button: "Cancel the analysis",
    done: /^(Analysis|Backtest) of .* cancelled$/,
  },
  {
    sends: "admin.cancelJob",
    as: "ada",
    before: waiting,
    path: at("/admin/jobs"),
    open: [/^Cancel the analysis/],
    typed: { Reason: "press" },
    button: "Cancel analysis",
    done: /^(Analysis|Backtest) of .* cancelled$/,
  },
  {
    sends: "backtests.estimateOrder",
    as: "ada",
    path: at("/backtests"),
    button: "From",
    again: changeFrom,
    done: "Decisions",
  },
  {
    sends: "backtests.uploadBacktestFile",
    as: "ada",
    path: at("/backtests"),
    file: ["result.json", join(root, "package.json")],
    ready: decisionsOf(/^\d+$/),
    button: "Upload result",
    done: /not a backtest result/,
  },
  {
    sends: "backtests.orderBacktest",
    as: "ada",
    path: at("/backtests"),
    typed: { Symbols: "DEMO", From: "2019-02-04", To: "2019-03-29" },
    ready: decisionsOf(/^8$/),
    button: "Start backtest",
    done: /Backtest of|DEMO/,
  },
  {
    sends: "backtests.stopBacktest",
    as: "ada",
    before: waitingBacktest,
    path: latest("backtests", "/backtests"),
    open: ["Cancel"],
    button: "Cancel backtest",
    done: /^(Analysis|Backtest) of .* cancelled$/,
  },
  {
    sends: "backtests.removeBacktest",
    as: "ada",
    path: latest("backtests", "/backtests"),
    open: ["Delete"],
    button: "Delete backtest",
    done: /^Backtest of .* deleted$/,
  },
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
  { sends: "assistant.ask", as: "ada", path: at("/keys"), open: ["Assistant"], button: question, done: /Source 1/ },
  {
    sends: "assistant.conversations",
    as: "ada",
    before: asked("conversationone0", "conversationtwo0"),
    path: at("/keys"),
    open: ["Assistant"],
    button: "Earlier conversations",
    done: question,
  },
  {
    sends: "assistant.conversation",
    as: "ada",
    path: at("/keys"),
    open: history,
    button: new RegExp(`^${question.slice(0, 20)}`),
    done: /Source 1/,
  },
  {
    sends: "assistant.rateAnswer",
    as: "ada",
    path: at("/keys"),
    open: [...history, new RegExp(`^${question.slice(0, 20)}`)],
    button: /^Helpful/,
  },
  {
    sends: "assistant.citedPassage",
    as: "ada",
    path: at("/keys"),
    open: [...history, new RegExp(`^${question.slice(0, 20)}`)],
    button: /^Source 1/,
  },
  {
    sends: "assistant.forgetConversation",
    as: "ada",
    path: at("/keys"),
    open: history,
    button: /^Delete the conversation/,
  },
  {
    sends: "assistant.forgetConversations",
    as: "ada",
    path: at("/keys"),
    open: history,
    button: "Delete all",
    done: "No earlier conversations",
  },
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

/** The estimate names so many. */
function decisionsOf(count: RegExp) {
  return (shown: Page): Promise<void> =>
    shown.locator("dl > div").filter({ hasText: "Decisions" }).getByText(count).waitFor();
}

/** Whatever is changed in the form asks again; what then failed is asked again by its button. */
async function changeFrom(shown: Page): Promise<void> {
  const again = shown.getByRole("button", { name: "Try again" });
  if (await again.isVisible()) return again.click();
  const from = shown.getByLabel("From");
  await from.fill((await from.inputValue()) === "2019-02-05" ? "2019-02-04" : "2019-02-05");
}

/** What takes a device, another party or a mailed code. They go through the same hooks; these tests try the paths they send to, without the faults. */
export const pressedElsewhere: Readonly<Record<string, string>> = {
  "auth.addPasskey": "tests/e2e/account.test.ts",
  "auth.renamePasskey": "tests/contract/authorisation.test.ts",
  "auth.removePasskey": "tests/e2e/account.test.ts",
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
