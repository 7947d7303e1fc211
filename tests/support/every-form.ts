import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const src = join(import.meta.dirname, "../../src");

/** Forms that put what is asked into the address, so that a list can be kept, shared and gone back to: none holds a secret. */
export const addressForms: Readonly<Record<string, readonly string[]>> = {
  "web/app/(app)/analyses/page.tsx": ["id", "symbol", "status", "rating", "from", "to"],
  "web/app/(app)/admin/accounts/page.tsx": ["q"],
  "web/app/(app)/analyses/compare/page.tsx": ["id"],
  "web/components/attribution/measure-attribution.tsx": ["top", "repetitions", "agents"],
  "web/app/(open)/help/page.tsx": ["q"],
  "web/app/(open)/ranking/page.tsx": ["order", "symbol", "rating", "type", "unanimous"],
  "web/app/(app)/portfolios/[id]/page.tsx": ["as_of"],
  "web/components/reference/reference-nav.tsx": ["q"],
  "web/app/(app)/signals/page.tsx": ["list", "symbol", "rating", "changed"],
  "web/app/(app)/keys/requests/page.tsx": ["key", "status", "route", "from", "to"],
};

/** What makes a form that is posted, and the files of the kit that make these. */
export const postedTags: readonly string[] = ["Form", "ActionForm", "FormDialog"];
export const kit = {
  buttons: "web/components/ui/form.tsx",
  dialogs: "web/components/ui/dialog.tsx",
  filters: "web/components/ui/page-parts.tsx",
} as const;

/**
 * Where the posted ones of each file stand, in their order: a page has them from the start, or a script makes them, in
 * a dialog for instance.
 */
export const postedForms: Readonly<Record<string, readonly ("page" | "script")[]>> = {
  "web/app/(app)/admin/jobs/page.tsx": ["script"],
  "web/app/(app)/admin/page.tsx": ["page"],
  "web/app/(app)/analyses/[id]/page.tsx": ["page"],
  "web/app/(app)/settings/channels/[id]/page.tsx": ["page"],
  "web/app/(app)/settings/data/page.tsx": ["script"],
  "web/app/(app)/portfolios/[id]/page.tsx": ["page", "page"],
  "web/app/(app)/settings/notifications/page.tsx": ["page", "page", "page"],
  "web/app/(app)/settings/page.tsx": ["page"],
  "web/app/(app)/webhooks/[id]/page.tsx": ["page"],
  "web/components/account/admin-forms.tsx": ["page"],
  "web/components/account/api-keys.tsx": ["page"],
  "web/components/account/confirm-identity-form.tsx": ["script", "script"],
  "web/components/account/model-keys.tsx": ["script", "page"],
  "web/components/account/new-password.tsx": ["page"],
  "web/components/account/profile-forms.tsx": ["page", "page"],
  "web/components/account/security-forms.tsx": ["script", "script", "page"],
  "web/components/account/sign-in-methods.tsx": ["script", "page", "script"],
  "web/components/analysis/new-analysis-form.tsx": ["page"],
  "web/components/assistant/ask-report.tsx": ["script"],
  "web/components/assistant/chat-view.tsx": ["script"],
  "web/components/attribution/measure-attribution.tsx": ["page"],
  "web/components/auth/connect-form.tsx": ["page"],
  "web/components/auth/mail-form.tsx": ["page"],
  "web/components/auth/sign-in-form.tsx": ["page", "page"],
  "web/components/auth/sign-up-form.tsx": ["page"],
  "web/components/backtests/new-backtest-form.tsx": ["page"],
  "web/components/backtests/upload-form.tsx": ["page"],
  "web/components/channels/channel-forms.tsx": ["page", "page", "page", "page"],
  "web/components/dashboard/first-steps.tsx": ["page"],
  "web/components/dashboard/quick-start.tsx": ["page"],
  "web/components/deposits/open-deposit-form.tsx": ["page"],
  "web/components/deposits/review-forms.tsx": ["page", "page"],
  "web/components/endpoints/endpoint-forms.tsx": ["page", "page"],
  "web/components/instruments/follow-button.tsx": ["script"],
  "web/components/portfolios/portfolio-forms.tsx": ["page", "page"],
  "web/components/signals/watchlist-form.tsx": ["script"],
  "web/components/validity/validity-part.tsx": ["page"],
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
      const around = opened === "form" || postedTags.includes(opened) ? [...inside, opened] : inside;
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
