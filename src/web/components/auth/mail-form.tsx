"use client";

import { MailCheck } from "lucide-react";
import { useState } from "react";
import type { PostedForm } from "#src/contract/accounts/form-outcomes.ts";
import { useAuthForm } from "#src/web/components/ui/use-form.ts";
import { useHydrated } from "#src/web/components/ui/early.ts";
import { Form, Submit } from "#src/web/components/ui/form.tsx";
import { mailConfirmation, mailReset, mailSignIn, mailSent } from "#src/web/auth-actions.ts";
import { TextLink } from "#src/web/components/ui/elements.tsx";
import { TextField } from "#src/web/components/ui/fields.tsx";

type Kind = "verify" | "reset" | "magic-link";

interface Props {
  readonly kind: Kind;
  /** Where the mailed link goes on to. */
  readonly next: string;
  readonly posted: PostedForm | null;
  /** Mail goes to the mailbox for development. */
  readonly devMailbox: boolean;
}

/** Where each is sent, behind `/api/auth`, and in which field it says where the mailed link leads. */
const mailForms = {
  verify: { path: "/send-verification-email", link: "callbackURL", action: mailConfirmation },
  reset: { path: "/request-password-reset", link: "redirectTo", action: mailReset },
  "magic-link": { path: "/sign-in/magic-link", link: "callbackURL", action: mailSignIn },
} as const;

const labels: Readonly<Record<Kind, string>> = {
  verify: "Resend link",
  reset: "Send link",
  "magic-link": "Send link",
};

/** Asks for a mail with a link. The answer is the same whether or not anybody has the address. */
export function MailForm({ kind, next, posted, devMailbox }: Props) {
  const hydrated = useHydrated();
  const [asked, setAsked] = useState<string | null>(null);
  const {
    form,
    typed,
    posted: mailed,
  } = useAuthForm({ path: mailForms[kind].path, posted }, mailForms[kind].action, (_answer, sent) =>
    setAsked(String(new FormData(sent).get("email")).trim()),
  );
  const sentTo = asked ?? (mailed ? (typed("email") ?? null) : null);
  const known = typed("email") ?? (hydrated && kind === "verify" ? (mailSent.get() ?? "") : "");
  const link = linkOf(kind, next);
  return (
    <Form to={form} beside={["email"]} failed="The email was not sent" hidden={{ next }}>
      <input type="hidden" name={mailForms[kind].link} value={link} />
      <output aria-live="polite" className="empty:-mb-4">
        {sentTo === null ? null : (
          <span className="flex items-start gap-3 rounded-md border border-positive/30 bg-positive-soft px-4 py-3 text-sm">
            <MailCheck aria-hidden className="mt-0.75 size-4 shrink-0 text-positive" />
            <span className="min-w-0">
              If <span className="font-medium wrap-anywhere">{sentTo}</span> has an account
              {kind === "verify" ? " that is not confirmed" : ""}, we sent an email.
            </span>
          </span>
        )}
      </output>
      <TextField
        key={known}
        label="Email address"
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        defaultValue={known}
        required
      />
      <Submit wide variant={kind === "verify" || sentTo !== null ? "secondary" : "primary"}>
        {sentTo === null ? labels[kind] : "Resend email"}
      </Submit>
      {devMailbox ? (
        <p className="text-sm text-muted">
          This server does not send email. Find the message in the{" "}
          <TextLink href="/dev/mail">development mailbox</TextLink>.
        </p>
      ) : null}
    </Form>
  );
}

function linkOf(kind: Kind, next: string): string {
  return kind === "verify" ? `/verify?next=${encodeURIComponent(next)}` : next;
}
