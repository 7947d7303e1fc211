import type { Outcome } from "./outcome.ts";

declare const answers: unique symbol;

/**
 * What a page can have done or look up elsewhere. It cannot be called: only `components/ui/send.ts` sends one, and
 * says what is to be done about a lost network, a limit or a session that has ended.
 */
export interface Action<In extends readonly unknown[], T> {
  readonly [answers]: (...given: In) => Promise<Outcome<T>>;
}

/** Every action that is no form's is made by this one; a form's by `formAction`. */
export function defineAction<In extends readonly unknown[], T>(
  work: (...given: In) => Promise<Outcome<T>>,
): Action<In, T>;
export function defineAction(work: unknown): unknown {
  return work;
}
