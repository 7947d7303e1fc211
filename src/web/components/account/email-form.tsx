"use client";

import type { PostedForm } from "#src/contract/posted-form.ts";
import { changeEmail } from "#src/web/auth-actions.ts";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Form, Submit } from "#src/web/components/ui/form.tsx";
import { useAnnounce } from "#src/web/components/ui/toast.tsx";
import { useAuthForm } from "#src/web/components/ui/use-form.ts";
import { TextField } from "#src/web/components/ui/fields.tsx";

interface Props {
  readonly email: string;
  /** The address that was asked for and waits for both mailboxes. */
  readonly awaited: string | null;
  readonly posted: PostedForm | null;
}

export function EmailForm({ email, awaited, posted }: Props) {
  const announce = useAnnounce();
  const { form, typed } = useAuthForm({ path: "/change-email", posted }, changeEmail, (_answer, sent) => {
    sent.reset();
    announce("Check your email", `We sent a link to ${email}.`);
  });
  return (
    <Form to={form} beside={["newEmail"]} className="max-w-md">
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
      <TextField
        label="New email address"
        hint="You confirm the change from both addresses. Your other sessions then end."
        name="newEmail"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={posted?.refused == null ? undefined : typed("newEmail")}
        required
      />
      <Submit variant="secondary">Change email address</Submit>
    </Form>
  );
}
