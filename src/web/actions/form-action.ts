import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { sha256 } from "#src/core/hash.ts";
import { webContext } from "../context.ts";
import { viewer } from "../viewer.ts";
import type { Action } from "./action.ts";
import type { Outcome } from "./outcome.ts";
import { createSubmissions } from "./form-fields.ts";

/** What was typed, by the field's name, for the page that is made anew; a secret is typed again. */
export type Typed = Readonly<Record<string, readonly string[]>>;

/** An outcome that a page without script shows. */
export type Answered<T> = Outcome<T> & { readonly typed?: Typed };

/** An action that a form names: it is sent by a script, or by the browser itself where none runs (yet). */
export type FormAction<T> = Action<[previous: Answered<T> | null, fields: FormData], T>;

/**
 * Lets a form be sent without a script. A script gets the outcome. A browser gets a page: the one that `then` names,
 * else the same one again, with the outcome and what was typed. What it sends twice, as Enter pressed twice does, is
 * done once.
 */
export function formAction<T>(
  act: (fields: FormData) => Promise<Outcome<T>>,
  then?: (value: T) => string,
): FormAction<T>;
export function formAction<T>(act: (fields: FormData) => Promise<Outcome<T>>, then?: (value: T) => string): unknown {
  const submissions = createSubmissions<T>();
  // It can be called by whoever knows its address, with whatever they like.
  return async (...given: readonly unknown[]): Promise<Answered<T>> => {
    const fields = given.findLast((one) => one instanceof FormData) ?? new FormData();
    const asked = await headers();
    if (asked.has("next-action")) return act(fields);
    const who = await viewer();
    if (who === null) redirect(`/sign-in?next=${encodeURIComponent(asked.get("x-forwarded-path") ?? "/dashboard")}`);
    const key = sha256(
      JSON.stringify([who.sessionId, ...[...fields].map(([name, value]) => [name, contentOf(value)])]),
    );
    const answer = await submissions.once(key, webContext().clock.now(), () => act(fields));
    if (answer.ok && then !== undefined) redirect(then(answer.value));
    return answer.ok ? answer : { ...answer, typed: typedIn(fields) };
  };
}

/** The key of a loaded page is among the fields: the same ones from a page loaded later are another matter. */
function contentOf(value: FormDataEntryValue): string | readonly [string, number] {
  return typeof value === "string" ? value : [value.name, value.size];
}

const secret = /password|code|token|secret/i;

function typedIn(fields: FormData): Typed {
  const typed: Record<string, string[]> = {};
  for (const [name, value] of fields)
    if (typeof value === "string" && !secret.test(name)) (typed[name] ??= []).push(value);
  return typed;
}
