"use client";

import { createContext, useContext } from "react";
import type { Failure } from "./failure-alert.tsx";

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

export const FormContext = createContext<FormState | null>(null);

/** `null` outside of a form. */
export function useFormState(): FormState | null {
  return useContext(FormContext);
}
