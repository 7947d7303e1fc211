"use client";

import { useRef, useState, useTransition, type SubmitEvent } from "react";
import type { Outcome, Refusal } from "#src/web/actions/outcome.ts";
import { useConfirmIdentity } from "./confirming.ts";
import { notSent } from "./not-sent.ts";

/**
 * Sends a form and keeps what was typed when it is refused; a second press while it is under way does nothing.
 * @param act what to do with the fields; it must be safe to come from a form that is already sent
 * @param done after it worked
 */
export function useSubmit<T>(
  act: (fields: FormData) => Promise<Outcome<T>>,
  done: (value: T, form: HTMLFormElement) => void,
) {
  const [pending, start] = useTransition();
  const [refused, setRefused] = useState<Refusal | null>(null);
  const busy = useRef(false);
  const confirm = useConfirmIdentity();
  const submit = (form: HTMLFormElement) => {
    if (busy.current) return;
    busy.current = true;
    const fields = new FormData(form);
    start(async () => {
      const send = () => act(fields).catch(notSent);
      let outcome = await send();
      if (!outcome.ok && outcome.confirm === true && (await confirm().catch(() => false))) outcome = await send();
      busy.current = false;
      if (outcome.ok) {
        setRefused(null);
        done(outcome.value, form);
        return;
      }
      setRefused(outcome);
      const control = outcome.field === undefined ? null : form.elements.namedItem(outcome.field);
      if (control instanceof HTMLElement) control.focus();
    });
  };
  return {
    pending,
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      submit(event.currentTarget);
    },
    /** Why `field` was refused; for `null`, what is about no one of the fields named here. */
    errorOf: (field: string): string | undefined => (refused?.field === field ? refused.message : undefined),
    /** What is to be said above the form: a refusal about none of these fields. */
    errorBeside: (fields: readonly string[]): string | null =>
      refused === null || (refused.field !== undefined && fields.includes(refused.field)) ? null : refused.message,
    clear: () => setRefused(null),
  };
}
