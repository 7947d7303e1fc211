import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const src = join(import.meta.dirname, "../../src");

/** Forms that put what is asked into the address, so that a list can be kept, shared and gone back to: none holds a secret. */
export const addressForms: Readonly<Record<string, readonly string[]>> = {
  "web/app/(app)/analyses/page.tsx": ["id", "symbol", "status", "rating", "from", "to"],
  "web/app/(app)/dashboard/page.tsx": ["symbol"],
  "web/app/(app)/admin/accounts/page.tsx": ["q"],
  "web/app/(app)/analyses/compare/page.tsx": ["id"],
  "web/components/attribution/measure-attribution.tsx": ["top", "repetitions", "agents"],
  "web/app/(open)/help/page.tsx": ["q"],
  "web/components/instruments/ranking-filter.tsx": ["order", "symbol", "rating", "type", "unanimous"],
  "web/components/reference/reference-nav.tsx": ["q"],
  "web/app/(app)/signals/page.tsx": ["list", "symbol", "rating", "changed"],
  "web/app/(app)/keys/requests/page.tsx": ["key", "status", "route", "from", "to"],
};

/** Where the posted ones stand: a page has them from the start, or a script makes them, in a dialog for instance. */
export const postedForms: Readonly<Record<string, "page" | "script">> = {
  "web/components/account/admin-forms.tsx": "page",
  "web/components/account/avatar-form.tsx": "page",
  "web/components/account/cancel-job-button.tsx": "script",
  "web/components/account/confirm-identity-form.tsx": "script",
  "web/components/account/delete-account-form.tsx": "script",
  "web/components/account/email-form.tsx": "page",
  "web/components/account/model-key-form.tsx": "page",
  "web/components/account/name-form.tsx": "page",
  "web/components/account/new-key-form.tsx": "page",
  "web/components/account/notifications-form.tsx": "page",
  "web/components/account/passkey-list.tsx": "page",
  "web/components/account/password-form.tsx": "page",
  "web/components/account/request-list.tsx": "page",
  "web/components/account/sign-in-session-list.tsx": "script",
  "web/components/account/two-factor-settings.tsx": "script",
  "web/components/analysis/new-analysis-form.tsx": "page",
  "web/components/analysis/rerun-form.tsx": "page",
  "web/components/assistant/ask-report.tsx": "script",
  "web/components/assistant/chat-view.tsx": "script",
  "web/components/attribution/attribution-form.tsx": "page",
  "web/components/auth/connect-form.tsx": "page",
  "web/components/auth/mail-form.tsx": "page",
  "web/components/auth/reset-form.tsx": "page",
  "web/components/auth/sign-in-form.tsx": "page",
  "web/components/auth/sign-up-form.tsx": "page",
  "web/components/auth/two-factor-form.tsx": "page",
  "web/components/backtests/new-backtest-form.tsx": "page",
  "web/components/backtests/upload-form.tsx": "page",
  "web/components/validity/make-validity-form.tsx": "page",
  "web/components/dashboard/example-button.tsx": "page",
  "web/components/channels/calendar-form.tsx": "page",
  "web/components/channels/channel-settings-form.tsx": "page",
  "web/components/channels/new-channel-form.tsx": "page",
  "web/components/channels/stop-form.tsx": "page",
  "web/components/endpoints/endpoint-settings-form.tsx": "page",
  "web/components/endpoints/new-endpoint-form.tsx": "page",
  "web/components/endpoints/rotate-form.tsx": "page",
  "web/components/ui/button-form.tsx": "page",
  "web/components/deposits/open-deposit-form.tsx": "page",
  "web/components/deposits/resolve-form.tsx": "page",
  "web/components/deposits/reverse-deposit-form.tsx": "page",
  "web/components/instruments/follow-button.tsx": "script",
  "web/components/signals/alerts-form.tsx": "page",
  "web/components/account/model-key-settings.tsx": "script",
  "web/components/signals/watchlist-form.tsx": "script",
};

export interface Element {
  readonly file: string;
  readonly tag: string;
  /** Their texts; of one that is worked out, the expression. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The forms around it in the same file, as they are written. */
  readonly inside: readonly string[];
}

/** Every element that the sources of the pages write, in the words of JSX. */
export function elementsOnDisk(): Element[] {
  return globSync("web/**/*.tsx", { cwd: src, exclude: ["web/.next*/**"] }).flatMap((file) => {
    const source = ts.createSourceFile(file, readFileSync(join(src, file), "utf8"), ts.ScriptTarget.Latest, true);
    const found: Element[] = [];
    const visit = (node: ts.Node, inside: readonly string[]): void => {
      const tag = ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node) ? node.tagName.getText() : null;
      if (tag !== null && (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)))
        found.push({ file, tag, attributes: attributesOf(node.attributes), inside });
      const opened = ts.isJsxElement(node) ? node.openingElement.tagName.getText() : "";
      const around = /^form$/i.test(opened) ? [...inside, opened] : inside;
      ts.forEachChild(node, (child) => visit(child, around));
    };
    visit(source, []);
    return found;
  });
}

function attributesOf({ properties }: ts.JsxAttributes): Record<string, string> {
  return Object.fromEntries(
    properties.flatMap((one) => {
      if (!ts.isJsxAttribute(one)) return [["...", one.getText()]];
      const { initializer } = one;
      const text = initializer === undefined ? "true" : initializer.getText().replace(/^(["'])(.*)\1$/s, "$2");
      return [[one.name.getText(), text]];
    }),
  );
}
