import { join } from "node:path";
import type { Page } from "@playwright/test";
import { z } from "zod";
import { systemClock } from "#src/platform/clock.ts";
import type { App } from "./app.ts";
import { openBrowser, totp, type Browser } from "./browser.ts";
import type { FreshDatabase } from "./database.ts";
import { linkIn, mailTo } from "./mail-worker.ts";
import { password } from "./visitor.ts";

/** Who meets a form, where, and with what. */
export interface Guest {
  readonly browser: Browser;
  readonly path: string;
  /** By the label. */
  readonly values: Readonly<Record<string, string>>;
  /** Of these values those that are no secret of the form's and stand in addresses anyway, such as a symbol. */
  readonly open?: readonly string[];
  /** What there is one more of when it worked. */
  readonly count?: { readonly sql: string; readonly values: readonly string[] };
}

export interface FormRow {
  readonly name: string;
  /** Its source. */
  readonly file: string;
  readonly button: string | RegExp;
  /** Labels of what is typed, the one that Enter is pressed in last. */
  readonly typed: readonly string[];
  readonly ticked?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  /** Where the browser sends it, if that is not its page. */
  readonly sentTo?: string;
  /** It does nothing until a script runs: `always`, or only where one will come. */
  readonly waits?: "always" | "while it comes";
  /** Somebody new for each round, where what they do can be done once. */
  guest(round: string): Promise<Guest>;
  worked(page: Page, guest: Guest): Promise<unknown>;
  /** Where a script shows it otherwise. */
  readonly workedByScript?: (page: Page, guest: Guest) => Promise<unknown>;
  /** What the page makes of what was typed before it was alive. */
  readonly noticed?: (page: Page) => Promise<unknown>;
}

interface House {
  readonly app: Pick<App, "url">;
  readonly database: FreshDatabase;
  readonly pages: ReadonlyMap<string, string>;
  readonly ada: Browser;
}

const web = "web/components/";
const said = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();
/** Its scripts may be held for as long as one looks. */
const at = (pattern: RegExp) => (page: Page) => page.waitForURL(pattern, { waitUntil: "commit" });

/** Every posted form that a page has from the start. */
export function formRows(house: House): readonly FormRow[] {
  return [...signInRows(house), ...accountRows(house), ...workRows(house), ...adminRows(house)];
}

/** Somebody whose address is confirmed, and who is signed in where `signIn` says so. */
async function somebody({ app, database }: House, email: string, signIn: boolean): Promise<Browser> {
  const browser = openBrowser(app.url);
  const made = await browser.post("/api/auth/sign-up/email", { name: "Grace", email, password });
  if (made.status !== 200) throw new Error(`sign-up answered ${made.status}: ${made.text}`);
  await database.db.pool.query("update users set email_verified = true where email = $1", [email]);
  if (!signIn) return openBrowser(app.url);
  const answer = await browser.post("/api/auth/sign-in/email", { email, password });
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${answer.text}`);
  return browser;
}

function signInRows(house: House): FormRow[] {
  const { app, database } = house;
  const mail = (name: string, path: string, sentTo: string, button: string): FormRow => ({
    name,
    file: `${web}auth/mail-form.tsx`,
    button,
    typed: ["E-mail address"],
    sentTo: `/api/auth${sentTo}`,
    guest: async (round) => ({
      browser: openBrowser(app.url),
      path,
      values: { "E-mail address": `${name.replaceAll(" ", ".")}.${round}@example.org` },
    }),
    worked: said("the mail is on its way"),
  });
  return [
    {
      name: "sign in",
      file: `${web}auth/sign-in-form.tsx`,
      button: /^Sign in$/,
      typed: ["E-mail address", "Password"],
      sentTo: "/api/auth/sign-in/email",
      guest: async (round) => {
        const email = `signs.in.${round}@example.org`;
        const browser = await somebody(house, email, false);
        return { browser, path: "/sign-in?next=/keys", values: { "E-mail address": email, Password: password } };
      },
      worked: at(/\/keys$/),
    },
    {
      name: "sign up",
      file: `${web}auth/sign-up-form.tsx`,
      button: "Create account",
      typed: ["Name", "E-mail address", "Password"],
      sentTo: "/api/auth/sign-up/email",
      guest: async (round) => {
        const email = `signs.up.${round}@example.org`;
        return {
          browser: openBrowser(app.url),
          path: "/sign-up",
          values: { Name: `Grace Hopper ${round}`, "E-mail address": email, Password: `${password} ${round}` },
          count: { sql: "select count(*) as n from users where email = $1", values: [email] },
        };
      },
      worked: at(/\/verify\?next=%2Fdashboard$/),
    },
    mail("forgot", "/forgot", "/request-password-reset", "Send me a link"),
    mail("magic link", "/magic-link", "/sign-in/magic-link", "Send me a link"),
    mail("confirm again", "/verify", "/send-verification-email", "Send the link again"),
    {
      name: "reset",
      file: `${web}auth/reset-form.tsx`,
      button: "Set the password",
      typed: ["New password"],
      sentTo: "/api/auth/reset-password",
      guest: async (round) => {
        const email = `resets.${round}@example.org`;
        await somebody(house, email, false);
        const browser = openBrowser(app.url);
        await browser.post("/api/auth/request-password-reset", { email, redirectTo: "/reset" });
        const link = linkIn(await mailTo(database, email, "Choose a new password"));
        return { browser, path: `${link.pathname}${link.search}`, values: { "New password": `another ${password}` } };
      },
      worked: at(/\/sign-in\?notice=reset$/),
    },
    {
      name: "second factor",
      file: `${web}auth/two-factor-form.tsx`,
      button: /^Sign in$/,
      typed: ["Code from your app"],
      sentTo: "/api/auth/two-factor/verify-totp",
      guest: async (round) => {
        const email = `second.${round}@example.org`;
        const browser = await somebody(house, email, true);
        const { text } = await browser.post("/api/auth/two-factor/enable", { password });
        const { totpURI } = z.object({ totpURI: z.string() }).parse(JSON.parse(text));
        // Without a code, as one may work only once.
        await database.db.pool.query("update users set two_factor_enabled = true where email = $1", [email]);
        await database.db.pool.query(
          "update two_factors set verified = true where user_id = (select id from users where email = $1)",
          [email],
        );
        const again = openBrowser(app.url);
        await again.post("/api/auth/sign-in/email", { email, password });
        const code = totp(totpURI, systemClock.now());
        return { browser: again, path: "/two-factor?next=/keys", values: { "Code from your app": code } };
      },
      worked: at(/\/keys$/),
    },
  ];
}

function accountRows(house: House): FormRow[] {
  const { ada } = house;
  const own = (path: string, values: Guest["values"], more: Partial<Guest> = {}): Promise<Guest> =>
    Promise.resolve({ browser: ada, path, values, ...more });
  return [
    {
      name: "change the password",
      file: `${web}account/password-form.tsx`,
      button: "Change password",
      typed: ["Present password", "New password"],
      sentTo: "/api/auth/change-password",
      guest: async (round) => ({
        browser: await somebody(house, `changes.${round}@example.org`, true),
        path: "/settings/security",
        values: { "Present password": password, "New password": `another ${password}` },
      }),
      worked: said("Your password is changed"),
    },
    {
      name: "change the address",
      file: `${web}account/email-form.tsx`,
      button: "Change address",
      typed: ["New address"],
      sentTo: "/api/auth/change-email",
      guest: async (round) => ({
        browser: await somebody(house, `moves.${round}@example.org`, true),
        path: "/settings",
        values: { "New address": `moved.${round}@example.org` },
      }),
      worked: (page, { values }) => page.getByText(`Waiting to become ${values["New address"]}`).waitFor(),
    },
    {
      name: "name",
      file: `${web}account/name-form.tsx`,
      button: /^Save$/,
      typed: ["Name"],
      guest: (round) => own("/settings", { Name: `Ada the ${round} one` }),
      worked: said("Your name is saved"),
    },
    {
      name: "picture",
      file: `${web}account/avatar-form.tsx`,
      button: /Save picture/,
      typed: [],
      waits: "while it comes",
      files: { Picture: join(import.meta.dirname, "../../src/web/app/apple-icon.png") },
      guest: () => own("/settings", {}),
      worked: (page) => page.getByRole("button", { name: "Remove picture" }).waitFor(),
      noticed: (page) => page.getByAltText("The picture you have chosen").waitFor(),
    },
    {
      name: "notifications",
      file: `${web}account/notifications-form.tsx`,
      button: /^Save$/,
      typed: [],
      ticked: ["Analysis finished"],
      guest: () => own("/settings/notifications", {}),
      worked: said(/^Saved$/),
    },
    {
      name: "new key",
      file: `${web}account/new-key-form.tsx`,
      button: "Create key",
      typed: ["Name"],
      guest: (round) =>
        own(
          "/keys",
          { Name: `key ${round}` },
          { count: { sql: "select count(*) as n from api_keys where label = $1", values: [`key ${round}`] } },
        ),
      worked: (page, { values }) => page.getByText(`Copy the key “${values["Name"]}” now`).waitFor(),
    },
    {
      name: "new passkey",
      file: `${web}account/passkey-list.tsx`,
      button: "Add passkey",
      typed: ["Name of a new passkey"],
      waits: "always",
      guest: (round) => own("/settings/security", { "Name of a new passkey": `device ${round}` }),
      worked: () => Promise.reject(new Error("it waits")),
    },
    {
      name: "alerts",
      file: `${web}signals/alerts-form.tsx`,
      button: /^Save$/,
      typed: ["Only these symbols"],
      ticked: ["E-mail"],
      guest: () => own("/signals/lists", { "Only these symbols": "DEMO" }, { open: ["DEMO"] }),
      worked: said(/^Saved$/),
    },
  ];
}

function workRows({ ada }: House): FormRow[] {
  const days = ["held", "kept", "off"];
  const counted = (sql: string) => ({ sql, values: [] });
  return [
    {
      name: "new analysis",
      file: `${web}analysis/new-analysis-form.tsx`,
      button: "Start the analysis",
      typed: ["As of", "Symbol"],
      guest: async (round) => {
        const date = `2019-05-0${6 + days.indexOf(round)}`;
        return {
          browser: ada,
          path: "/analyses/new",
          values: { Symbol: "DEMO", "As of": date },
          open: ["DEMO", date],
          count: counted("select count(*) as n from analyses"),
        };
      },
      worked: at(/\/analyses\/ana_\w+$/),
      // The sources of the page know what was typed, too.
      noticed: (page) => page.getByText(/A historical run/).waitFor(),
    },
    {
      name: "new backtest",
      file: `${web}backtests/new-backtest-form.tsx`,
      button: "Start the backtest",
      typed: ["From", "To", "Symbols"],
      guest: async (round) => {
        const from = `2019-02-0${4 + days.indexOf(round)}`;
        return {
          browser: ada,
          path: "/backtests",
          values: { Symbols: "DEMO", From: from, To: "2019-03-29" },
          open: ["DEMO", from, "2019-03-29"],
          count: counted("select count(*) as n from backtests"),
        };
      },
      worked: at(/\/backtests\/bt_\w+$/),
    },
    {
      name: "upload of a backtest",
      file: `${web}backtests/upload-form.tsx`,
      button: "Show it here",
      typed: [],
      files: { "result.json": join(import.meta.dirname, "../../package.json") },
      guest: async () => ({ browser: ada, path: "/backtests", values: {} }),
      // It is none; that much is looked at.
      worked: (page) => page.getByRole("alert").filter({ hasText: /\w/ }).first().waitFor(),
    },
    {
      name: "deposit",
      file: `${web}deposits/open-deposit-form.tsx`,
      button: "Show address",
      typed: ["Amount in US dollars"],
      guest: async (round) => ({
        browser: ada,
        // The form waits for the processors, and what comes later needs a script to be put in its place.
        path: round === "off" ? "/deposits?whole=1" : "/deposits",
        values: { "Amount in US dollars": `${71 + days.indexOf(round)}.25` },
        count: counted("select count(*) as n from deposits"),
      }),
      worked: at(/\/deposits\/dep_\w+$/),
    },
  ];
}

function adminRows({ ada, pages, database }: House): FormRow[] {
  const account = async (round: string): Promise<string> => {
    const { rows } = await database.db.pool.query<{ id: string }>("select id from users where email = $1", [
      `signs.in.${round}@example.org`,
    ]);
    return `/admin/accounts/${rows[0]?.id ?? "none"}`;
  };
  const deed = (name: string, button: string, typed: Readonly<Record<string, string>>, worked: string): FormRow => ({
    name,
    file: `${web}account/admin-forms.tsx`,
    button,
    typed: [...Object.keys(typed), "Reason"],
    guest: async (round) => ({
      browser: ada,
      path: await account(round),
      values: { ...typed, Reason: `${name} because of ${round}` },
      open: Object.values(typed),
      count: {
        sql: "select count(*) as n from admin_actions where reason = $1",
        values: [`${name} because of ${round}`],
      },
    }),
    worked: said(worked),
  });
  return [
    deed("give balance", "Give", { "Amount in dollars": "7.25" }, "The balance is"),
    deed("give a plan", "Put on plan", { Days: "9" }, "The plan is in force"),
    {
      ...deed("change the role", "Make an administrator", {}, "change the role because of"),
      workedByScript: said("The role is changed"),
    },
    {
      name: "take a deposit back",
      file: `${web}deposits/take-back-form.tsx`,
      button: "Take it back",
      typed: ["Reason", "Deposit"],
      guest: async (round) => ({
        browser: ada,
        path: "/admin/deposits",
        values: { Deposit: `dep_none_${round}`, Reason: `nothing of ${round}` },
      }),
      worked: async (page, { values }) => {
        await page.getByRole("alert").filter({ hasText: /\w/ }).first().waitFor();
        await page.waitForFunction(
          (typed) => [...document.querySelectorAll("textarea")].some(({ value }) => value === typed),
          values["Reason"],
        );
      },
    },
    {
      name: "resolve a review",
      file: `${web}deposits/resolve-form.tsx`,
      button: "Resolve",
      typed: ["Reason"],
      ticked: ["Reject"],
      guest: async () => ({
        browser: ada,
        path: pages.get("/admin/deposits/[id]") ?? "",
        values: { Reason: "no" },
        open: ["no"],
      }),
      // Too short a reason: the review stays for the next round.
      worked: async (page) => {
        await page.getByText("Give a reason, in a few words").waitFor();
        if (!(await page.getByLabel("Reject").isChecked())) throw new Error("the choice is gone");
      },
    },
  ];
}
