"use client";

import { useId, type ComponentProps, type SubmitEvent } from "react";
import { usePageKey } from "./page-key.tsx";

/** Where a form goes: to a script, and by `action` also without one. The hooks of `use-form.ts` make it. */
export interface FormTarget {
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  /** Something was typed into or chosen in a field: what was said of it is over. */
  readonly onMended?: (field: string) => void;
  /** An action, or a path that answers forms. Without one it is sent to its own page, which does nothing with it. */
  readonly action?: string | ((fields: FormData) => void);
}

type Props = Omit<ComponentProps<"form">, "action" | "method" | "encType" | "noValidate" | "onSubmit" | "onInput"> & {
  readonly to: FormTarget;
};

/**
 * Every form that changes something or holds a secret. It is posted, so nothing of it enters an address, whatever the
 * page has loaded when somebody presses Enter. What is wrong is said beside the fields, and not by the browser, whose
 * words are gone with the next click.
 */
export function Form({ to: { action, onSubmit, onMended }, children, ...rest }: Props) {
  // React writes the method and the encoding of an action by itself, and refuses others.
  const target = typeof action === "function" ? { action } : { method: "post", action };
  const key = `${usePageKey()}${useId()}`;
  return (
    <form
      {...rest}
      {...target}
      noValidate
      onSubmit={onSubmit}
      onInput={({ target: field }) => {
        if ("name" in field && typeof field.name === "string") onMended?.(field.name);
      }}
    >
      {typeof action === "function" ? <input type="hidden" name="submission" value={key} /> : null}
      {children}
    </form>
  );
}
