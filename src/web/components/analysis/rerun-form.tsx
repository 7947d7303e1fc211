"use client";

import { useRouter } from "next/navigation";
import type { Agent } from "#src/contract/answers.ts";
import { rerunFrom } from "#src/web/actions/analyses.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Select } from "#src/web/components/ui/select.tsx";
import { useActionForm } from "#src/web/components/ui/use-form.ts";

interface Props {
  readonly id: string;
  /** One for each opening of the page: pressing twice starts one run. */
  readonly once: string;
  /** The stages of the debate, each by the first of its agents who spoke. */
  readonly from: readonly { readonly value: Agent; readonly label: string }[];
}

/** Starts the debate anew from one of its stages on. */
export function RerunForm({ id, once, from }: Props) {
  const router = useRouter();
  const { pending, form, errorOf, errorBeside, typed } = useActionForm(rerunFrom, (made) =>
    router.push(`/analyses/${made}`),
  );
  const usual = from.find(({ value }) => value === "trader") ?? from[0];
  return (
    <Form to={form} className="flex flex-wrap items-end gap-3">
      <FailureAlert failure={errorBeside(["from"])} title="The rerun was not started" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="once" value={once} />
      <Field label="Rerun from" error={errorOf("from")} className="min-w-56">
        <Select name="from" defaultValue={typed("from") ?? usual?.value ?? ""} options={from} />
      </Field>
      <Button type="submit" variant="secondary" pending={pending}>
        Rerun from here
      </Button>
    </Form>
  );
}
