"use client";

import { useRouter } from "next/navigation";
import { useId, type ComponentProps, type ReactNode, type SubmitEvent } from "react";
import type { FormAction } from "#src/web/actions/form-action.ts";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { FailureAlert } from "./failure-alert.tsx";
import { FormContext, useFormState, type FormState } from "./form-state.ts";
import { usePageKey } from "./page-key.tsx";
import { useToast } from "./toast.tsx";
import { useActionForm } from "./use-form.ts";

/** Where a form goes: to a script, and by `action` also without one. The hooks of `use-form.ts` make it. */
export interface FormTarget {
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  /** Something was typed into or chosen in a field: what was said of it is over. */
  readonly onMended?: (field: string) => void;
  /** An action, or a path that answers forms. Without one it is sent to its own page, which does nothing with it. */
  readonly action?: string | ((fields: FormData) => void);
  readonly state?: FormState;
}

type Props = Omit<
  ComponentProps<"form">,
  "action" | "method" | "encType" | "noValidate" | "onSubmit" | "onInput" | "hidden"
> & {
  readonly to: FormTarget;
  /** The fields whose refusals stand beside them; every other one is said above. Without it the caller says them. */
  readonly beside?: readonly string[];
  /** The title of what is said above. */
  readonly failed?: string | undefined;
  /** What is said on the page of a browser without scripts once it has worked. */
  readonly said?: string | undefined;
  /** What is sent besides. */
  readonly hidden?: Readonly<Record<string, string>> | undefined;
};

/**
 * Every form that changes something or holds a secret. It is posted, so nothing of it enters an address, whatever the
 * page has loaded when somebody presses Enter. What is wrong is said beside the fields, and not by the browser, whose
 * words are gone with the next click.
 */
export function Form({ to, beside, failed, said, hidden = {}, className, children, ...rest }: Props) {
  const { action, onSubmit, onMended, state } = to;
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
      className={classNames("grid gap-4", className)}
    >
      {typeof action === "function" ? <input type="hidden" name="submission" value={key} /> : null}
      {beside === undefined ? null : <FailureAlert failure={state?.errorBeside(beside) ?? null} title={failed} />}
      {state?.isPosted === true && said !== undefined ? <Alert tone="positive" title={said} /> : null}
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <FormContext value={state ?? null}>{children}</FormContext>
    </form>
  );
}

type SubmitProps = ComponentProps<typeof Button> & {
  readonly wide?: boolean;
  /** Gives way to the sign that it is under way. */
  readonly icon?: ReactNode;
};

/** The button of a form. */
export function Submit({ wide = false, icon, className, children, ...rest }: SubmitProps) {
  const pending = useFormState()?.pending ?? false;
  return (
    <Button
      type="submit"
      pending={pending}
      {...rest}
      className={classNames(wide ? undefined : "justify-self-start", className)}
    >
      {pending ? null : icon}
      {children}
    </Button>
  );
}

interface ActionFormProps<T> extends Omit<Props, "to" | "beside" | "action"> {
  readonly action: FormAction<T>;
  readonly beside?: readonly string[];
  readonly children: ReactNode;
  /** Where to go afterwards, and what it made behind it; else the page is read anew. */
  readonly leadsTo?: string;
}

/** A form whose page needs no script of its own. */
export function ActionForm<T>({ action, beside = [], said, leadsTo, ...rest }: ActionFormProps<T>) {
  const router = useRouter();
  const show = useToast();
  const { form } = useActionForm(action, (value) => {
    if (said !== undefined) show({ title: said, tone: "positive" });
    if (leadsTo === undefined) router.refresh();
    else router.push(`${leadsTo}${value === null ? "" : String(value)}`);
  });
  return <Form {...rest} to={form} beside={beside} said={said} />;
}

interface ButtonFormProps extends Pick<ActionFormProps<null>, "hidden" | "leadsTo" | "children"> {
  readonly action: FormAction<null>;
  readonly said: string;
  readonly variant?: "secondary" | "danger";
}

/** A button that does one thing at once, with scripts or without. */
export function ButtonForm({ variant = "secondary", children, ...rest }: ButtonFormProps) {
  return (
    <ActionForm {...rest} className="gap-2">
      <Submit variant={variant} size="sm" wide>
        {children}
      </Submit>
    </ActionForm>
  );
}
