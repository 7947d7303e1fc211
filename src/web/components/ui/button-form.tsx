"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import type { FormAction } from "#src/web/actions/form-action.ts";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";
import { FailureAlert } from "./failure-alert.tsx";
import { Form } from "./form.tsx";
import { useToast } from "./toast.tsx";
import { useActionForm } from "./use-form.ts";

interface Props {
  /** What is sent besides: ids. */
  readonly fields: Readonly<Record<string, string>>;
  readonly action: FormAction<null>;
  readonly done: string;
  /** Where to go afterwards; else the page is read anew. */
  readonly leavesTo?: string;
  readonly variant?: "secondary" | "danger";
  readonly children: ReactNode;
}

/** A button that does one thing at once, with scripts or without. */
export function ButtonForm({ fields, action, done, leavesTo, variant = "secondary", children }: Props) {
  const router = useRouter();
  const show = useToast();
  const { pending, form, errorBeside, posted } = useActionForm(action, () => {
    show({ title: done, tone: "positive" });
    if (leavesTo === undefined) router.refresh();
    else router.push(leavesTo);
  });
  return (
    <Form to={form} className="grid gap-2">
      <FailureAlert failure={errorBeside([])} />
      {posted === undefined ? null : <Alert tone="positive" title={done} />}
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" variant={variant} size="sm" pending={pending}>
        {children}
      </Button>
    </Form>
  );
}
