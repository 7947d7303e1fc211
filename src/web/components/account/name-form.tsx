"use client";

import { useRouter } from "next/navigation";
import { saveName } from "#src/web/actions/account.ts";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { useActionForm } from "#src/web/components/ui/use-form.ts";

export function NameForm({ name }: { name: string }) {
  const router = useRouter();
  const show = useToast();
  const { pending, form, errorOf, errorBeside, typed, posted } = useActionForm(saveName, () => {
    show({ title: "Name saved", tone: "positive" });
    router.refresh();
  });
  return (
    <Form to={form} className="grid max-w-md gap-4">
      <FailureAlert failure={errorBeside(["name"])} />
      {posted === undefined ? null : <Alert tone="positive" title="Name saved" />}
      <Field label="Name" error={errorOf("name")}>
        <Input name="name" defaultValue={typed("name") ?? name} autoComplete="name" maxLength={100} required />
      </Field>
      <Button type="submit" pending={pending} className="justify-self-start">
        Save
      </Button>
    </Form>
  );
}
