import { z } from "zod";
import { systemClock } from "#src/core/clock.ts";
import { openBrowser, totp } from "../browser.ts";
import { connectRequest } from "../every-page.ts";
import { linkIn, mailTo } from "../mail-worker.ts";
import { password } from "../visitor.ts";
import { at, said, somebody, web, type FormRow, type FormSetup } from "./row.ts";

export function signInRows(setup: FormSetup): FormRow[] {
  const { app, database } = setup;
  const mail = (name: string, path: string, sentTo: string, button: string): FormRow => ({
    name,
    file: `${web}auth/mail-form.tsx`,
    button,
    typed: ["Email address"],
    sentTo: `/api/auth${sentTo}`,
    guest: async (round) => ({
      browser: openBrowser(app.url),
      path,
      values: { "Email address": `${name.replaceAll(" ", ".")}.${round}@example.org` },
    }),
    worked: said("we sent an email"),
  });
  return [
    {
      name: "sign in",
      file: `${web}auth/sign-in-form.tsx`,
      button: /^Sign in$/,
      typed: ["Email address", "Password"],
      sentTo: "/api/auth/sign-in/email",
      guest: async (round) => {
        const email = `signs.in.${round}@example.org`;
        const browser = await somebody(setup, email, false);
        return { browser, path: "/sign-in?next=/keys", values: { "Email address": email, Password: password } };
      },
      worked: at(/^[^?]*\/keys$/),
    },
    {
      name: "sign up",
      file: `${web}auth/sign-up-form.tsx`,
      button: "Create account",
      typed: ["Name", "Email address", "Password"],
      sentTo: "/api/auth/sign-up/email",
      guest: async (round) => {
        const email = `signs.up.${round}@example.org`;
        return {
          browser: openBrowser(app.url),
          path: "/sign-up",
          values: { Name: `Grace Hopper ${round}`, "Email address": email, Password: `${password} ${round}` },
          count: { sql: "select count(*) as n from users where email = $1", values: [email] },
        };
      },
      worked: at(/\/verify\?next=%2Fdashboard$/),
    },
    {
      name: "connect an app",
      file: `${web}auth/connect-form.tsx`,
      button: /^Connect$/,
      typed: [],
      sentTo: "/api/auth/oauth2/consent",
      guest: async (round) => {
        const email = `connects.${round}@example.org`;
        return {
          browser: await somebody(setup, email, true),
          path: await connectRequest(app, `${app.url}/help`),
          values: {},
          count: {
            sql: "select count(*) as n from oauth_consents where user_id = (select id from users where email = $1)",
            values: [email],
          },
        };
      },
      worked: at(/\/help\?code=/),
    },
    mail("forgot", "/forgot", "/request-password-reset", "Send link"),
    mail("magic link", "/magic-link", "/sign-in/magic-link", "Send link"),
    mail("confirm again", "/verify", "/send-verification-email", "Resend link"),
    {
      name: "reset",
      file: `${web}account/new-password.tsx`,
      button: "Set password",
      typed: ["New password"],
      sentTo: "/api/auth/reset-password",
      guest: async (round) => {
        const email = `resets.${round}@example.org`;
        await somebody(setup, email, false);
        const browser = openBrowser(app.url);
        await browser.post("/api/auth/request-password-reset", { email, redirectTo: "/reset" });
        const link = linkIn(await mailTo(database, email, "Choose a new password"));
        return { browser, path: `${link.pathname}${link.search}`, values: { "New password": `another ${password}` } };
      },
      worked: at(/\/sign-in\?notice=reset$/),
    },
    {
      name: "second factor",
      file: `${web}auth/sign-in-form.tsx`,
      button: /^Sign in$/,
      typed: ["Code from your app"],
      sentTo: "/api/auth/two-factor/verify-totp",
      guest: async (round) => {
        const email = `second.${round}@example.org`;
        const browser = await somebody(setup, email, true);
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
      worked: at(/^[^?]*\/keys$/),
    },
  ];
}
