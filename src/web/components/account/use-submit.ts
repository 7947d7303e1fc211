"use client";

import { useActionState, useRef, useState, type SubmitEvent } from "react";
import type { PostedForm } from "#src/contract/posted-form.ts";
import type { FormAction } from "#src/web/actions/form-action.ts";
import type { Outcome, Refusal } from "#src/web/actions/outcome.ts";
import { authRefusal } from "#src/web/auth-words.ts";
import type { FormTarget } from "#src/web/components/ui/form.tsx";
import { useConfirmIdentity } from "./confirming.ts";
import { notSent } from "./not-sent.ts";

type Act<T> = (fields: FormData) => Promise<Outcome<T>>;
type Check = (fields: FormData) => Refusal | null;
type Done<T> = (value: T, form: HTMLFormElement) => void;

/**
 * Sends a form that is there only once the page is alive, as one in a dialog is. It keeps what was typed when it is
 * refused; a second press while it is under way does nothing.
 * @param act what to do with the fields; it must be safe to come from a form that is already sent
 * @param done after it worked
 */
export function useSubmit<T>(act: Act<T>, done: Done<T>) {
  return useSending(act, done, { refused: null });
}

/**
 * As `useSubmit`, for a form that the browser may send by itself, before the page is alive or without scripts: the
 * page then comes back with `posted`, what the action returned, or with the refusal and what was `typed`.
 * @param check what a script can refuse without asking the server
 */
export function useActionForm<T>(action: FormAction<T>, done: Done<T>, check: Check = nothingWrong) {
  const [answer, post] = useActionState(action, null);
  const refused = answer === null || answer.ok ? null : answer;
  const sending = useSending<T>(async (fields) => check(fields) ?? action(null, withoutKey(fields)), done, { refused });
  return {
    ...sending,
    form: { ...sending.form, action: post },
    /** What stood in a field that is typed into or chosen from; `undefined` where nothing was refused. */
    typed: (name: string): string | undefined => (answer?.typed === undefined ? undefined : (valuesOf(name)[0] ?? "")),
    /** The boxes of this name that were ticked. */
    ticked: (name: string): readonly string[] | undefined => (answer?.typed === undefined ? undefined : valuesOf(name)),
    posted: answer?.ok === true && !sending.sent ? answer.value : undefined,
  };

  function valuesOf(name: string): readonly string[] {
    return answer?.typed?.[name] ?? [];
  }
}

/**
 * As `useActionForm`, for a form of sign-in that goes to `/api/auth` and not to an action.
 * @param posted what the page was told when it was loaded
 */
export function useAuthForm<T>(
  { path, posted }: { readonly path: string; readonly posted: PostedForm | null },
  act: Act<T>,
  done: Done<T>,
) {
  const refused = posted?.refused ?? null;
  const sending = useSending(act, done, { refused: refused === null ? null : authRefusal(refused) });
  return {
    ...sending,
    form: { ...sending.form, action: `/api/auth${path}` },
    typed: (name: string): string | undefined => posted?.typed[name],
    /** It was sent by the browser itself, and worked. */
    posted: posted !== null && refused === null && !sending.sent,
  };
}

function nothingWrong(): null {
  return null;
}

/** A script does not send twice; the key is for browsers that do, and would make a second, other press the first. */
function withoutKey(fields: FormData): FormData {
  fields.delete("submission");
  return fields;
}

function useSending<T>(act: Act<T>, done: Done<T>, first: { readonly refused: Refusal | null }) {
  // As in use-act.ts: no transition.
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState(first.refused);
  const [sent, setSent] = useState(false);
  const busy = useRef(false);
  const confirm = useConfirmIdentity();
  const submit = (form: HTMLFormElement) => {
    if (busy.current) return;
    busy.current = true;
    setSent(true);
    setPending(true);
    void send(form, new FormData(form));
  };
  async function send(form: HTMLFormElement, fields: FormData): Promise<void> {
    const once = () => act(fields).catch(notSent);
    let outcome = await once();
    if (!outcome.ok && outcome.confirm === true && (await confirm().catch(() => false))) outcome = await once();
    busy.current = false;
    setPending(false);
    if (outcome.ok) {
      setRefused(null);
      done(outcome.value, form);
      return;
    }
    setRefused(outcome);
    const control = outcome.field === undefined ? null : form.elements.namedItem(outcome.field);
    if (control instanceof HTMLElement) control.focus();
  }
  const form: FormTarget = {
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      submit(event.currentTarget);
    },
  };
  return {
    pending,
    /** A script has sent it since the page was loaded. */
    sent,
    form,
    /** Why `field` was refused; for `null`, what is about no one of the fields named here. */
    errorOf: (field: string): string | undefined => (refused?.field === field ? refused.message : undefined),
    /** What is to be said above the form: a refusal about none of these fields. */
    errorBeside: (fields: readonly string[]): string | null =>
      refused === null || (refused.field !== undefined && fields.includes(refused.field)) ? null : refused.message,
    clear: () => setRefused(null),
  };
}
