import { all, type Expected, type Facts } from "./roles.ts";

/** `absent` is the page that says so; `away`: somebody who is signed in has no business there. */
export type Seen = "page" | "sign in" | "absent" | "away";
const anybody = all<Seen>("page");
const signedIn = all<Seen>("page", { signedOut: "sign in" });
const guests = all<Seen>("away", { signedOut: "page" });
const admins = all<Seen>("absent", { signedOut: "sign in", admin: "page" });
const owners = all<Seen>("absent", { signedOut: "sign in", owner: "page" });

export const pages: Readonly<Record<string, readonly [Expected<Seen>, ((facts: Facts) => string)?]>> = {
  "/": [anybody],
  "/pricing": [anybody],
  "/help": [anybody],
  "/status": [anybody],
  "/sample": [anybody],
  "/shared/[token]": [anybody, ({ shared }) => shared],
  "/sign-in": [guests],
  "/sign-up": [guests],
  "/verify": [guests],
  "/magic-link": [guests],
  "/two-factor": [guests],
  "/connect": [signedIn],
  "/forgot": [anybody],
  "/reset": [anybody],
  "/dev/mail": [anybody],
  "/dev/pay": [signedIn],
  "/dashboard": [signedIn],
  "/track-record": [anybody],
  "/ranking": [anybody],
  // Nothing of it is public in this test service.
  "/instruments/[symbol]": [signedIn, () => "/instruments/DEMO"],
  "/docs/api": [anybody],
  "/docs/api/[operation]": [anybody, () => "/docs/api/submitAnalysis"],
  "/docs/api/schemas/[schema]": [anybody, () => "/docs/api/schemas/Job"],
  "/blog": [anybody],
  "/blog/[slug]": [anybody, () => "/blog/review-is-not-hold"],
  "/help/[slug]": [anybody, () => "/help/notifications"],
  "/signals": [signedIn],
  "/signals/lists": [signedIn],
  "/signals/[id]": [owners, ({ signal }) => `/signals/${signal}`],
  // Its run is not kept in this test service: to the owner the report is not there either.
  "/signals/[id]/report": [all<Seen>("absent", { signedOut: "sign in" }), ({ signal }) => `/signals/${signal}/report`],
  "/analyses": [signedIn],
  "/analyses/new": [signedIn],
  "/analyses/compare": [signedIn],
  "/analyses/[id]": [owners, ({ analysis }) => `/analyses/${analysis}`],
  "/backtests": [signedIn],
  "/backtests/[id]": [owners, ({ backtest }) => `/backtests/${backtest}`],
  "/keys": [signedIn],
  "/keys/requests": [signedIn],
  "/keys/requests/[id]": [owners, ({ request }) => `/keys/requests/${request}`],
  "/webhooks": [signedIn],
  "/webhooks/[id]": [owners, ({ ownEndpoint }) => `/webhooks/${ownEndpoint}`],
  "/billing": [signedIn],
  "/deposits": [signedIn],
  "/deposits/[id]": [owners, ({ deposit }) => `/deposits/${deposit}`],
  "/referrals": [signedIn],
  "/settings": [signedIn],
  "/settings/security": [signedIn],
  "/settings/notifications": [signedIn],
  "/settings/models": [signedIn],
  "/settings/channels/[id]": [owners, ({ ownChannel }) => `/settings/channels/${ownChannel}`],
  "/unsubscribe/[token]": [anybody, ({ stopLink }) => stopLink],
  "/settings/data": [signedIn],
  "/admin": [admins],
  "/admin/accounts": [admins],
  "/admin/accounts/[id]": [admins, ({ account }) => `/admin/accounts/${account}`],
  "/admin/jobs": [admins],
  "/admin/models": [admins],
  "/admin/deposits": [admins],
  "/admin/deposits/[id]": [admins, ({ review }) => `/admin/deposits/${review}`],
  "/admin/reconciliation": [admins],
};
