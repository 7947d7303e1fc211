"use client";

import { createContext, useContext, useRef, useState, type SubmitEvent } from "react";
import type { PostedForm } from "#src/contract/accounts/form-outcomes.ts";
import type { Action } from "#src/web/actions/action.ts";
import type { FormAction } from "#src/web/actions/acting.ts";
import type { Outcome, Refusal } from "#src/web/actions/outcome.ts";
import { authRefusal } from "#src/web/auth-errors.ts";
import { send, usePosted } from "./send.ts";
import { useSending, type Failure } from "./use-action.ts";

/** How a form stands: its fields and its button read it from here. */
export interface FormState {
  readonly pending: boolean;
  /** Why `field` was refused. */
  readonly errorOf: (field: string) => string | undefined;
  /** A refusal about none of these fields, to be said above them. */
  readonly errorBeside: (fields: readonly string[]) => Failure | null;
  /** What stood in a field that is typed into or chosen from; `undefined` where nothing was refused. */
  readonly typed: (field: string) => string | undefined;
  /** The boxes of this name that were ticked. */
  readonly ticked: (field: string) => readonly string[] | undefined;
  /** The browser sent it by itself, and it worked. */
  readonly isPosted: boolean;
}

/** Where a form goes: to a script, and by `action` also without one. The hooks of `use-form.ts` make it. */
export interface FormTarget {
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  /** Something was typed into or chosen in a field: what was said of it is over. */
  readonly onMended?: (field: string) => void;
  /** An action, or a path that answers forms. Without one it is sent to its own page, which does nothing with it. */
  readonly action?: string | ((fields: FormData) => void);
  readonly state?: FormState;
}

export const FormContext = createContext<FormState | null>(null);

/** `null` outside of a form. */
export function useFormState(): FormState | null {
  return useContext(FormContext);
}

/** What a script can refuse without asking the server. */
type Check = (fields: FormData) => Refusal | null;
type Done<T> = (value: T, form: HTMLFormElement) => void;

/**
 * Sends a form that is there only once the page is alive, as one in a dialog is. It keeps what was typed when it is
 * refused.
 * @param done after it worked
 */
export function useScriptForm<T>(action: Action<[fields: FormData], T>, done: Done<T>, check: Check = nothingWrong) {
  return useFields<T>(async (fields) => check(fields) ?? send(action, fields), done, null);
}

/**
 * As `useScriptForm`, for a form that the browser may send by itself, before the page is alive or without scripts: the
 * page then comes back with `posted`, what the action returned, or with the refusal and what was `typed`.
 */
export function useActionForm<T>(action: FormAction<T>, done: Done<T>, check: Check = nothingWrong) {
  const [answer, post] = usePosted(action);
  const refused = answer === null || answer.ok ? null : answer;
  const fields = useFields<T>(async (given) => check(given) ?? send(action, null, withoutKey(given)), done, refused);
  const valuesOf = (name: string): readonly string[] => answer?.typed?.[name] ?? [];
  const posted = answer?.ok === true && !fields.sent ? answer.value : undefined;
  const typed = (name: string): string | undefined =>
    answer?.typed === undefined ? undefined : (valuesOf(name)[0] ?? "");
  const ticked = (name: string): readonly string[] | undefined =>
    answer?.typed === undefined ? undefined : valuesOf(name);
  return {
    ...fields,
    form: { ...fields.form, action: post, state: { ...fields.state, typed, ticked, isPosted: posted !== undefined } },
    typed,
    ticked,
    posted,
  };
}

/**
 * As `useActionForm`, for a form of sign-in, which a browser sends to `/api/auth` by itself.
 * @param posted what the page was told when it was loaded
 */
export function useAuthForm<T>(
  { path, posted }: { readonly path: string; readonly posted: PostedForm | null },
  action: Action<[fields: FormData], T>,
  done: Done<T>,
) {
  const refused = posted?.refused ?? null;
  const fields = useFields((given) => send(action, given), done, refused === null ? null : authRefusal(refused));
  const typed = (name: string): string | undefined => posted?.typed[name];
  /** It was sent by the browser itself, and worked. */
  const isPosted = posted !== null && refused === null && !fields.sent;
  return {
    ...fields,
    form: {
      ...fields.form,
      action: `/api/auth${path}`,
      state: { ...fields.state, typed: refused === null ? nothing : typed, isPosted },
    },
    typed,
    posted: isPosted,
  };
}

function nothingWrong(): null {
  return null;
}

function nothing(): undefined {
  return undefined;
}

/** A script does not send twice; the key is for browsers that do, and would make a second, other press the first. */
function withoutKey(fields: FormData): FormData {
  fields.delete("submission");
  return fields;
}

/** @param first what the page came back with that the browser had sent by itself */
function useFields<T>(once: (fields: FormData) => Promise<Outcome<T>>, done: Done<T>, first: Refusal | null) {
  const { pending, start } = useSending();
  const [refused, setRefused] = useState(first);
  const [sent, setSent] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const submit = (form: HTMLFormElement): void => {
    element.current = form;
    setSent(true);
    const fields = new FormData(form);
    start(
      () => once(fields),
      (outcome) => {
        setRefused(outcome.ok ? null : outcome);
        if (outcome.ok) done(outcome.value, form);
        else focusOn(form, outcome.field);
      },
    );
  };
  /** With what is typed by then. */
  const retry = (): void => element.current?.requestSubmit();
  const errorOf = (field: string): string | undefined => (refused?.field === field ? refused.message : undefined);
  const errorBeside = (fields: readonly string[]): Failure | null => {
    if (refused === null || (refused.field !== undefined && fields.includes(refused.field))) return null;
    const { message, remedy } = refused;
    return { message, retry, retrying: pending, ...(sent && remedy !== undefined && { remedy }) };
  };
  const state: FormState = { pending, errorOf, errorBeside, typed: nothing, ticked: nothing, isPosted: false };
  const form: FormTarget = {
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      submit(event.currentTarget);
    },
    onMended: (field) => setRefused((before) => (before?.field === field ? null : before)),
    state,
  };
  /** `sent`: a script has sent it since the page was loaded. */
  return { pending, sent, form, state, errorOf, errorBeside, clear: () => setRefused(null) };
}

function focusOn(form: HTMLFormElement, field: string | undefined): void {
  const named = field === undefined ? null : form.elements.namedItem(field);
  const control = named instanceof RadioNodeList ? named[0] : named;
  if (control instanceof HTMLElement) control.focus();
}
