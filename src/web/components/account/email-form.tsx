"use client";

import { useRouter } from "next/navigation";
import type { PostedForm } from "#src/contract/posted-form.ts";
import { authClient, authOutcome } from "#src/web/auth-client.ts";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { FormError } from "./form-error.tsx";
import { useAuthForm } from "./use-submit.ts";

interface Props {
  readonly email: string;
  /** The address that was asked for and waits for both mailboxes. */
  readonly awaited: string | null;
  readonly posted: PostedForm | null;
}

export function EmailForm({ email, awaited, posted }: Props) {
  const router = useRouter();
  const show = useToast();
  const { pending, form, errorOf, errorBeside, typed } = useAuthForm(
    { path: "/change-email", posted },
    (fields) => authOutcome(authClient.changeEmail({ newEmail: String(fields.get("newEmail")).trim() })),
    (_answer, sent) => {
      sent.reset();
      show({ title: "Look into your mailbox", text: `A link is on its way to ${email}.`, tone: "positive" });
      router.refresh();
    },
  );
  return (
    <Form to={form} noValidate className="grid max-w-md gap-4">
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
        <Input
          name="newEmail"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={posted?.refused == null ? undefined : typed("newEmail")}
          required
        />
      </Field>
      <Button type="submit" variant="secondary" pending={pending} className="justify-self-start">
        Change address
      </Button>
    </Form>
  );
}
