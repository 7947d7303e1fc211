/**
 * `answerable`: one of the pages in `pages` says it. `multi-turn`: the same, once `after` was asked. `account`: only the
 * user's own account says it, and `pages` is where that is shown. The others must be refused: `unanswerable` is about
 * this product and stands nowhere, `out-of-scope` is about something else, `injection` wants other rules; one with
 * `pages` also asks something that may be answered from them, and from nothing else.
 */
export interface Question {
  readonly kind: "answerable" | "multi-turn" | "account" | "unanswerable" | "out-of-scope" | "injection";
  readonly ask: string;
  /** Asked before, in the same conversation. */
  readonly after?: readonly string[];
  /** Paths without anchors; any of them is right. */
  readonly pages: readonly string[];
}
