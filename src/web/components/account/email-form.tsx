"use client";

import { useRouter } from "next/navigation";
import type { PostedForm } from "#src/contract/posted-form.ts";
import { changeEmail } from "#src/web/auth-actions.ts";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { useAuthForm } from "#src/web/components/ui/use-form.ts";

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
    changeEmail,
    (_answer, sent) => {
      sent.reset();
      show({ title: "Check your email", text: `We sent a link to ${email}.`, tone: "positive" });
      router.refresh();
    },
  );
  return (
    <Form to={form} className="grid max-w-md gap-4">
      <FailureAlert failure={errorBeside(["newEmail"])} />
      <p className="text-sm">
        <span className="text-muted">Your email address is</span>{" "}
        <span className="font-medium wrap-anywhere">{email}</span>
      </p>
      {awaited === null ? null : (
        <Alert tone="info" title={<span className="wrap-anywhere">Change pending: {awaited}</span>}>
          Open the link we sent to your current address, then the one we send to the new address. Each link works for 24
          hours.
        </Alert>
      )}
      <Field
        label="New email address"
        hint="You confirm the change from both addresses. Your other sessions then end."
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
        Change email address
      </Button>
    </Form>
  );
}
