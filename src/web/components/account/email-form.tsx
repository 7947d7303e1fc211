"use client";

import { useRouter } from "next/navigation";
import { authClient, authOutcome } from "#src/web/auth-client.ts";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { FormError } from "./form-error.tsx";
import { useSubmit } from "./use-submit.ts";

/** `awaited`: the address that was asked for and waits for both mailboxes. */
export function EmailForm({ email, awaited }: { email: string; awaited: string | null }) {
  const router = useRouter();
  const show = useToast();
  const { pending, onSubmit, errorOf, errorBeside } = useSubmit(
    (fields) => authOutcome(authClient.changeEmail({ newEmail: String(fields.get("newEmail")).trim() })),
    (_answer, form) => {
      form.reset();
      show({ title: "Look into your mailbox", text: `A link is on its way to ${email}.`, tone: "positive" });
      router.refresh();
    },
  );
  return (
    <form onSubmit={onSubmit} noValidate className="grid max-w-md gap-4">
      <FormError message={errorBeside(["newEmail"])} />
      <p className="text-sm">
        <span className="text-muted">Your address is</span> <span className="font-medium wrap-anywhere">{email}</span>
      </p>
      {awaited === null ? null : (
        <Alert tone="info" title={<span className="wrap-anywhere">Waiting to become {awaited}</span>}>
          Open the link that was sent to your present address, then the one that comes to the new one. Both work for a
          day.
        </Alert>
      )}
      <Field
        label="New address"
        hint="Both mailboxes must agree. Your other sessions end then."
        error={errorOf("newEmail")}
      >
        <Input name="newEmail" type="email" autoComplete="email" autoCapitalize="none" spellCheck={false} required />
      </Field>
      <Button type="submit" variant="secondary" pending={pending} className="justify-self-start">
        Change address
      </Button>
    </form>
  );
}
