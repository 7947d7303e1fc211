"use client";

import { useRouter } from "next/navigation";
import { makeValidity } from "#src/web/actions/validity.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { useActionForm } from "#src/web/components/ui/use-form.ts";

interface Props {
  /** Of the backtest. */
  readonly id: string;
  /** There is a report already. */
  readonly again: boolean;
}

/** Has the report made, at no cost. */
export function MakeValidityForm({ id, again }: Props) {
  const router = useRouter();
  const { pending, form, errorBeside } = useActionForm(makeValidity, () => router.refresh());
  return (
    <Form to={form} className="grid gap-3">
      <FailureAlert failure={errorBeside([])} />
      <input type="hidden" name="id" value={id} />
      <Button
        type="submit"
        pending={pending}
        size="sm"
        variant={again ? "secondary" : "primary"}
        className="justify-self-start"
      >
        {again ? "Make the report again" : "Make validity report"}
      </Button>
    </Form>
  );
}
