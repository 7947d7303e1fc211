import { existsSync, globSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

/*
 * What a page shows while the server reads its data. What comes after a `loading.tsx` is put in its place by a script:
 * a page that must be whole without one has none, and says here why.
 */

const app = join(import.meta.dirname, "../../src/web/app");

const reasons = {
  form: "a form on it is sent by browsers without scripts",
  read: "it is read without scripts",
  quick: "it shows what the process has in memory, or one row",
} as const;

/** Pages without a placeholder, by the folder of their file. */
const whole: Readonly<Record<string, keyof typeof reasons>> = {
  "(app)/admin": "form",
  "(app)/admin/accounts": "form",
  "(app)/admin/accounts/[id]": "form",
  "(app)/admin/deposits": "form",
  "(app)/admin/deposits/[id]": "form",
  "(app)/analyses": "form",
  "(app)/analyses/[id]": "read",
  "(app)/analyses/new": "form",
  "(app)/backtests": "form",
  "(app)/backtests/[id]": "form",
  "(app)/dashboard": "form",
  // It has a placeholder of its own for its form, with a link for those without scripts.
  "(app)/deposits": "form",
  "(app)/keys": "form",
  "(app)/keys/requests": "form",
  "(app)/keys/requests/[id]": "quick",
  "(app)/portfolios": "form",
  "(app)/portfolios/[id]": "form",
  "(app)/settings": "form",
  "(app)/settings/channels/[id]": "form",
  "(app)/settings/models": "form",
  "(app)/settings/notifications": "form",
  "(app)/settings/security": "form",
  "(app)/signals": "form",
  "(app)/signals/lists": "form",
  "(app)/webhooks": "form",
  "(app)/webhooks/[id]": "form",
  "(auth)/connect": "form",
  "(auth)/forgot": "form",
  "(auth)/magic-link": "form",
  "(auth)/reset": "form",
  "(auth)/sign-in": "form",
  "(auth)/sign-up": "form",
  "(auth)/two-factor": "form",
  "(auth)/verify": "form",
  "(open)/instruments/[symbol]": "read",
  "(open)/ranking": "read",
  "(open)/sample": "read",
  "(open)/track-record": "read",
  "(public)": "read",
  "(open)/blog": "read",
  "(open)/blog/[slug]": "read",
  "(open)/help": "read",
  "(open)/help/[slug]": "read",
  "(public)/pricing": "read",
  "(public)/shared/[token]": "read",
  "(public)/unsubscribe/[token]": "form",
  "(open)/docs/api": "read",
  "(open)/docs/api/[operation]": "read",
  "(open)/docs/api/schemas/[schema]": "read",
  "(status)/status": "read",
  "dev/mail": "quick",
  "dev/pay": "quick",
};

const pages = globSync("**/page.tsx", { cwd: app }).map((file) => dirname(file));

/** Its own, or that of a folder around it. */
function hasPlaceholder(folder: string): boolean {
  return existsSync(join(app, folder, "loading.tsx")) || (folder !== "." && hasPlaceholder(dirname(folder)));
}

test("every page that waits has a placeholder, and every other one a reason", () => {
  const without = pages.filter((folder) => !hasPlaceholder(folder));
  expect(without.toSorted()).toEqual(Object.keys(whole).toSorted());
});
