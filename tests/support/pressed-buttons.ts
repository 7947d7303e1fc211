import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { PressedService, Pressed } from "./pressed-row.ts";
import { password } from "./visitor.ts";

const root = join(import.meta.dirname, "../..");

const sql = (text: string) => (service: PressedService) => service.database.db.pool.query(text);
const fresh = sql("update sessions set confirmed_at = now()");
const at = (path: string) => () => path;

const accountOfGrace = async (testApp: PressedService): Promise<string> => {
  const { rows } = await testApp.database.db.pool.query<{ id: string }>(
    "select id from users where email = 'grace@example.org'",
  );
  return `/admin/accounts/${rows[0]?.id ?? "none"}`;
};
const newestChannel = async ({ database }: PressedService): Promise<string> => {
  const { rows } = await database.db.pool.query<{ id: string }>(
    "select id from channels where kind <> 'endpoint' order by created_at desc limit 1",
  );
  return `/settings/channels/${rows[0]?.id ?? "none"}`;
};

const question = "What does an unsupported number in a report mean?";
const asked =
  (...ids: readonly string[]) =>
  async ({ ada }: PressedService) => {
    for (const id of ids)
      await ada.post("/api/assistant", {
        id,
        messages: [{ id: `m${id}`, role: "user", parts: [{ type: "text", text: question }] }],
      });
  };
const history = ["Assistant", "Earlier conversations"];

/**
 * One button for each way in which a page sends something: a form of each kind, a button alone, one that asks first, a
 * switch, a menu, an estimate that follows what is typed, and the assistant. All others go through the same hooks, as
 * nothing else can send. In this order: some find what others have made.
 */
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
    sends: "account.revokeSession",
    as: "grace",
    path: at("/settings/security"),
    open: [/^Sign out the session/],
    button: "Sign out session",
    done: "Session signed out",
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
    sends: "developers.makeKey",
    as: "ada",
    before: fresh,
    path: at("/keys"),
    typed: { Name: "nightly" },
    button: "Create key",
    done: "Copy the key “nightly” now",
  },
  {
    sends: "developers.endKey",
    as: "ada",
    path: at("/keys"),
    open: [/^Revoke the key/],
    button: "Revoke key",
    done: "nightly revoked",
  },
  {
    sends: "channels.addChannel",
    as: "ada",
    before: fresh,
    path: at("/settings/notifications"),
    typed: { Name: "my phone", URL: "https://ntfy.sh/pressed-topic" },
    button: "Add channel",
    done: "“my phone” was added",
  },
  {
    sends: "channels.stopChannel",
    as: "ada",
    path: newestChannel,
    before: sql("update channels set state = 'active', reason = null"),
    button: "Pause",
    done: "Paused",
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
    sends: "admin.resolveDepositReview",
    as: "ada",
    path: (testApp) => testApp.review,
    chosen: ["Reject"],
    typed: { Reason: "not ours" },
    button: "Resolve",
    done: "Review resolved",
  },
  {
    sends: "analyses.startAnalysis",
    as: "ada",
    path: at("/analyses/new"),
    typed: { Symbol: "DEMO", "As of": "2019-05-21" },
    button: "Start analysis",
    done: "More",
  },
  {
    sends: "analyses.rerunFrom",
    as: "ada",
    path: ({ analysis }) => `${analysis}#rerun`,
    button: "Rerun from here",
    done: "More",
  },
  {
    sends: "analyses.startAttribution",
    as: "ada",
    path: ({ analysis }) => `${analysis}#measure`,
    button: /^Measure$/,
    done: /You can leave this page|Measure again/,
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
  { sends: "payments.quote", as: "grace", path: at("/billing"), button: /Signals/, done: "Due now" },
  {
    sends: "payments.buy",
    as: "grace",
    path: at("/billing"),
    open: [/Signals/],
    button: /^Pay /,
    done: "You are on Signals",
  },
  { sends: "payments.setRenewal", as: "grace", path: at("/billing"), button: "Renew automatically" },
  {
    sends: "payments.startDeposit",
    as: "ada",
    path: at("/deposits"),
    typed: { "Amount in US dollars": "41.50" },
    button: "Show address",
    done: /41\.50/,
  },
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
    sends: "assistant.rateAnswer",
    as: "ada",
    path: at("/keys"),
    open: [...history, new RegExp(`^${question.slice(0, 20)}`)],
    button: /^Helpful/,
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
    sends: "auth.mailReset",
    as: "guest",
    path: at("/forgot"),
    typed: { "Email address": "heidi@example.org" },
    button: "Send link",
    done: "we sent an email",
  },
  { sends: "auth.signInByPasskey", as: "guest", path: at("/sign-in"), button: "Sign in with a passkey" },
  {
    sends: "account.deleteMyAccount",
    as: "grace",
    path: at("/settings/data"),
    open: ["Delete account"],
    typed: { [`Type grace@example.org to confirm`]: "grace@example.org", Password: "wrong" },
    button: "Delete account",
    done: "Incorrect password",
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
