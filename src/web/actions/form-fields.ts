import { z } from "zod";
import { OwnModel } from "#src/contract/jobs/model-keys.ts";
import type { Instant } from "#src/core/clock.ts";
import type { Outcome } from "./outcome.ts";

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
      const outcome = work();
      kept.set(key, { at: now, outcome });
      const { ok } = await outcome.catch(() => ({ ok: false }));
      if (!ok) kept.delete(key);
      return outcome;
    },
  };
}
