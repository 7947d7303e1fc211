"use client";

import { MailCheck } from "lucide-react";
import { useState } from "react";
import { FormError } from "#src/web/components/account/form-error.tsx";
import { useSubmit } from "#src/web/components/account/use-submit.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { useHydrated } from "#src/web/components/ui/hydrated.ts";
import { Input } from "#src/web/components/ui/input.tsx";
import { authClient, authOutcome } from "#src/web/auth-client.ts";
import { mailSent } from "./mail-sent.ts";
import { TextLink } from "./text-link.tsx";

type Kind = "verify" | "reset" | "magic-link";

interface Props {
  readonly kind: Kind;
  /** Where the mailed link goes on to. */
  readonly next: string;
  /** Mail goes to the mailbox for development. */
  readonly devMailbox: boolean;
}

const labels: Readonly<Record<Kind, string>> = {
  verify: "Send the link again",
  reset: "Send me a link",
  "magic-link": "Send me a link",
};

/** Asks for a mail with a link. The answer is the same whether or not anybody has the address. */
export function MailForm({ kind, next, devMailbox }: Props) {
  const hydrated = useHydrated();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { pending, onSubmit, errorOf, errorBeside } = useSubmit(
    (fields) => ask(kind, String(fields.get("email")).trim(), next),
    (_answer, form) => setSentTo(String(new FormData(form).get("email")).trim()),
  );
  const known = hydrated && kind === "verify" ? (mailSent.get() ?? "") : "";
  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-4">
      <FormError message={errorBeside(["email"])} title="No mail was sent" />
      <output aria-live="polite" className="empty:-mb-4">
        {sentTo === null ? null : (
          <span className="flex items-start gap-3 rounded-md border border-positive/30 bg-positive-soft px-4 py-3 text-sm">
            <MailCheck aria-hidden className="mt-0.75 size-4 shrink-0 text-positive" />
            <span className="min-w-0">
              If <span className="font-medium wrap-anywhere">{sentTo}</span> has an account
              {kind === "verify" ? " that is not confirmed yet" : ""}, the mail is on its way.
            </span>
          </span>
        )}
      </output>
      <Field key={known} label="E-mail address" error={errorOf("email")}>
        <Input name="email" type="email" autoComplete="email" autoCapitalize="none" defaultValue={known} required />
      </Field>
      <Button type="submit" variant={kind === "verify" || sentTo !== null ? "secondary" : "primary"} pending={pending}>
        {sentTo === null ? labels[kind] : "Send it again"}
      </Button>
      {devMailbox ? (
        <p className="text-sm text-muted">
          This server sends no mail: what it would send stands in the <TextLink href="/dev/mail">mailbox</TextLink>.
        </p>
      ) : null}
    </form>
  );
}

function ask(kind: Kind, email: string, next: string) {
  switch (kind) {
    case "verify":
      return authOutcome(
        authClient.sendVerificationEmail({ email, callbackURL: `/verify?next=${encodeURIComponent(next)}` }),
      );
    case "reset":
      return authOutcome(authClient.requestPasswordReset({ email, redirectTo: "/reset" }));
    case "magic-link":
      return authOutcome(authClient.signIn.magicLink({ email, callbackURL: next }));
  }
}
