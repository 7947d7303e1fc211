"use client";

import { createContext, useContext } from "react";

export interface FieldIds {
  readonly id: string;
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: true;
}

export const FieldContext = createContext<FieldIds | null>(null);

/** Id and descriptions of the Field around a control; nothing outside of one. */
export function useFieldProps(): FieldIds | Record<string, never> {
  return useContext(FieldContext) ?? {};
}

/** The box of every control that text is typed into or chosen from. 16 px on phones, so that iOS does not zoom in. */
export const control =
  "w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 text-base text-ink placeholder:text-faint hover:border-muted disabled:cursor-not-allowed disabled:bg-sunken disabled:text-faint aria-invalid:border-negative sm:text-sm";
