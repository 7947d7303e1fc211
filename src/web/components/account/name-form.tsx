"use client";

import { useRouter } from "next/navigation";
import { saveName } from "#src/web/actions/account.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { FormError } from "./form-error.tsx";
import { useSubmit } from "./use-submit.ts";

export function NameForm({ name }: { name: string }) {
  const router = useRouter();
  const show = useToast();
  const { pending, onSubmit, errorOf, errorBeside } = useSubmit(saveName, () => {
    show({ title: "Your name is saved", tone: "positive" });
    router.refresh();
  });
  return (
    <form onSubmit={onSubmit} noValidate className="grid max-w-md gap-4">
      <FormError message={errorBeside(["name"])} />
      <Field label="Name" error={errorOf("name")}>
        <Input name="name" defaultValue={name} autoComplete="name" maxLength={100} required />
      </Field>
      <Button type="submit" pending={pending} className="justify-self-start">
        Save
      </Button>
    </form>
  );
}
