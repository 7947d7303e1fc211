import { notePageError } from "./page-errors.ts";

/** Next calls it with what a page or an action threw. */
export function onRequestError(error: unknown): void {
  notePageError(error);
}
