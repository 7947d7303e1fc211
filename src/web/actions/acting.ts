import { z } from "zod";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { OwnModel } from "#src/contract/jobs/model-keys.ts";
import type { Instant } from "#src/core/clock.ts";
import { type Outcome, adminSignedIn, byOf, outcome, signedIn } from "./outcome.ts";
import { sha256 } from "#src/core/hash.ts";
import { webContext } from "../context.ts";
import { type Viewer, adminContextOf, contextOf, viewer } from "../viewer.ts";
import { type Action, defineAction } from "./action.ts";
import type { By } from "#src/product/accounts/public/fresh-sign-in.ts";
import type { ActingAdmin, AdminContext, Context } from "#src/product/context.ts";

const Form = z.instanceof(FormData, { error: "the form could not be read; reload the page and try again" });

/**
 * The fields of a form; of several with one name the last. An action is called by whoever knows its address, with
 * whatever they like.
 * @throws ZodError for what is no form
 */
export function formFields(given: unknown): Record<string, FormDataEntryValue> {
  return Object.fromEntries(Form.parse(given));
}

/** A number as it is typed: keyboards of many countries have a comma alone. `1,000` stays as it is, for it may be either. */
export const TypedDecimal = z
  .string()
  .trim()
  .transform((text) => text.replace(/^(\d+),(\d{1,2})$/, "$1.$2"));

/** What `OwnModelFields` sends; `null`: the service's models. @throws ZodError that names the field `own_model` */
export function ownModelOf(form: FormData): OwnModel | null {
  const text = (name: string): string | null => {
    const given = form.get(name);
    return typeof given === "string" && given.trim() !== "" ? given.trim() : null;
  };
  const provider = text("own_provider");
  if (provider === null) return null;
  const chosen = { llm_provider: provider, deep_think_llm: text("own_deep"), quick_think_llm: text("own_quick") };
  return z.object({ own_model: OwnModel }).parse({ own_model: chosen }).own_model;
}

/** What came of forms that browsers sent by themselves a while ago. */
export interface Submissions<T> {
  /** Does `work` for the first of those that come with the same key; the others get what came of it, if it worked. */
  once(key: string, now: Instant, work: () => Promise<Outcome<T>>): Promise<Outcome<T>>;
}

const mostKept = 1000;
const keptMs = 10 * 60_000;

/** In the memory of this process: what has to hold for longer has a key in the database as well. */
export function createSubmissions<T>(): Submissions<T> {
  const kept = new Map<string, { readonly at: Instant; readonly outcome: Promise<Outcome<T>> }>();
  return {
    async once(key, now, work) {
      for (const [old, { at }] of kept) {
        if (now - at < keptMs && kept.size < mostKept) break;
        kept.delete(old);
      }
      const known = kept.get(key);
      if (known !== undefined) return known.outcome;
      const made = work();
      kept.set(key, { at: now, outcome: made });
      const { ok } = await made.catch(() => ({ ok: false }));
      if (!ok) kept.delete(key);
      return made;
    },
  };
}

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

/** Who does it, and as whom the product is asked. */
interface Acting<C, W> {
  readonly ctx: C;
  readonly who: W;
  /** For verbs that mail the owner. */
  readonly by: () => Promise<By>;
}

type User = Acting<Context, Viewer>;
type Admin = Acting<AdminContext<Viewer & ActingAdmin>, Viewer & ActingAdmin>;
/** What nobody returns is `null` to the page. */
type Answer<T> = T extends void ? null : T;

interface FormOptions<T> {
  /** The control that a refusal of the service is about, where there is only one. */
  readonly field?: string;
  /** The page that a browser without scripts goes on to. */
  readonly page?: (value: Answer<T>) => string;
}

const asUser = async (): Promise<User> => {
  const who = await signedIn();
  return { ctx: contextOf(who), who, by: () => byOf(who) };
};

const asAdmin = async (): Promise<Admin> => {
  const who = await adminSignedIn();
  return { ctx: adminContextOf(who), who, by: () => byOf(who) };
};

/** What somebody who is signed in does by pressing something. */
export function userAction<In extends readonly unknown[], T>(
  work: (acting: User, ...given: In) => Promise<T>,
  { field }: Pick<FormOptions<T>, "field"> = {},
): Action<In, Answer<T>> {
  return defineAction((...given: In) => settled(() => asUser().then((acting) => work(acting, ...given)), field));
}

export function adminAction<In extends readonly unknown[], T>(
  work: (acting: Admin, ...given: In) => Promise<T>,
): Action<In, Answer<T>> {
  return defineAction((...given: In) => settled(() => asAdmin().then((acting) => work(acting, ...given))));
}

/** What they do with a form. */
export function userForm<T>(
  work: (acting: User, form: FormData) => Promise<T>,
  { field, page }: FormOptions<T> = {},
): FormAction<Answer<T>> {
  return formAction((form) => settled(() => asUser().then((acting) => work(acting, form)), field), page);
}

export function adminForm<T>(
  work: (acting: Admin, form: FormData) => Promise<T>,
  { field, page }: FormOptions<T> = {},
): FormAction<Answer<T>> {
  return formAction((form) => settled(() => asAdmin().then((acting) => work(acting, form)), field), page);
}

function settled<T>(work: () => Promise<T>, field?: string): Promise<Outcome<Answer<T>>> {
  return outcome(() => work().then<Answer<T>>(answerOf), field);
}

function answerOf<T>(value: T): Answer<T>;
function answerOf(value: unknown): unknown {
  return value ?? null;
}
