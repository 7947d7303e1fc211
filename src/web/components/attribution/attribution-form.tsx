"use client";

import { useRouter } from "next/navigation";
import { startAttribution, stopAttribution } from "#src/web/actions/attributions.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { ConfirmButton } from "#src/web/components/ui/confirm-button.tsx";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { useActionForm } from "#src/web/components/ui/use-form.ts";

interface Props {
  readonly id: string;
  /** What the price above is for. */
  readonly wish: Readonly<Record<string, string>>;
  /** `null`: it is free. */
  readonly budgetUsd: string | null;
  readonly label: string;
}

/** Starts what the page has priced. */
export function AttributionForm({ id, wish, budgetUsd, label }: Props) {
  const router = useRouter();
  const { pending, form, errorOf, errorBeside, typed } = useActionForm(startAttribution, () => router.refresh());
  return (
    <Form to={form} className="grid gap-4">
      <FailureAlert failure={errorBeside(["budget"])} />
      <input type="hidden" name="id" value={id} />
      {Object.entries(wish).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {budgetUsd === null ? null : (
        <Field
          label="Budget (USD)"
          hint="Maximum cost of all calls. You are not charged for what is not used."
          error={errorOf("budget")}
          className="max-w-52"
        >
          <Input name="budget" inputMode="decimal" defaultValue={typed("budget") ?? budgetUsd} />
        </Field>
      )}
      <Button type="submit" pending={pending} className="justify-self-start">
        {label}
      </Button>
    </Form>
  );
}

export function CancelAttributionButton({ id }: { readonly id: string }) {
  const router = useRouter();
  const show = useToast();
  return (
    <ConfirmButton
      label="Cancel"
      size="md"
      title="Cancel this measurement?"
      description="There will be no result. Answers already paid for are kept: if you start again, you pay only for the rest."
      confirm="Cancel measurement"
      action={stopAttribution}
      given={[id]}
      done={() => {
        show({ title: "Measurement cancelled" });
        router.refresh();
      }}
    />
  );
}
