"use client";

import { useEffect, useRef, useState } from "react";
import { type Revocable, passwordFault, passwordLength } from "#src/contract/accounts/credentials.ts";
import { TextField } from "#src/web/components/ui/fields.tsx";
import { Checkbox } from "#src/web/components/ui/boxes.tsx";
import type { PostedForm } from "#src/contract/accounts/form-outcomes.ts";
import { useAuthForm } from "#src/web/components/ui/use-form.ts";
import { Form, Submit } from "#src/web/components/ui/form.tsx";
import { resetPassword } from "#src/web/auth-actions.ts";

/** How long nothing is typed before the password is looked at. */
const pauseMs = 250;
/** Fields of the same form that somebody who knows the user would try. */
const aboutFields = ["name", "email", "username"];

/** A password that is chosen: whether it is too easy is said as it is typed. The server decides. */
export function NewPasswordField({ name, label }: { name: string; label: string }) {
  const [fault, setFault] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const look = ({ value, form }: HTMLInputElement) => {
    clearTimeout(timer.current);
    setFault(null);
    // As long as it is too short the hint says so.
    if (value.length < passwordLength.min) return;
    const fields = form === null ? new FormData() : new FormData(form);
    const about = aboutFields.map((field) => String(fields.get(field) ?? ""));
    timer.current = setTimeout(() => {
      // Without the list, because the connection is gone, only the server says it.
      passwordFault(value, about).then(setFault, () => undefined);
    }, pauseMs);
  };
  return (
    <TextField
      label={label}
      hint={`At least ${passwordLength.min} characters. Several unrelated words are easy to remember and hard to guess.`}
      error={fault === null ? undefined : `The password ${fault}.`}
      name={name}
      type="password"
      autoComplete="new-password"
      required
      onChange={(event) => look(event.currentTarget)}
    />
  );
}

const labels: Readonly<Record<Revocable, string>> = {
  sessions: "Sign out everywhere else",
  api_keys: "Revoke API keys",
  connections: "Disconnect apps",
  webhooks: "Remove webhooks",
  passkeys: "Remove passkeys",
  providers: "Unlink other sign-in accounts",
};

interface Props {
  readonly kinds: readonly Revocable[];
  /** Nobody is suspected: other sessions end, and the rest only where somebody ticks it. */
  readonly isRoutine?: boolean;
}

/** What is revoked along with it. Of a recovery everything, unless somebody takes a mark away. */
export function RevokeChoices({ kinds, isRoutine = false }: Props) {
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-2 text-sm font-medium">
        {isRoutine
          ? "Tick all of these if someone else may have had access to your account"
          : "If someone else may have had access to your account, also"}
      </legend>
      {/* Without a script the server has to know what could have been unticked. */}
      <input type="hidden" name="offered" value={kinds.join(",")} />
      {kinds.map((kind) => (
        <Checkbox
          key={kind}
          name="revoke"
          value={kind}
          label={labels[kind]}
          defaultChecked={!isRoutine || kind === "sessions"}
        />
      ))}
      <p className="text-xs text-muted">Analyses started with a revoked key continue. You can cancel them.</p>
    </fieldset>
  );
}

/** Sessions end in any case: whoever resets a password is signed in nowhere. */
const revocable = [
  "api_keys",
  "connections",
  "webhooks",
  "passkeys",
  "providers",
] as const satisfies readonly Revocable[];

export function ResetForm({ token, posted }: { token: string; posted: PostedForm | null }) {
  const { form } = useAuthForm({ path: "/reset-password", posted }, resetPassword, () =>
    location.assign("/sign-in?notice=reset"),
  );
  return (
    <Form to={form} beside={["newPassword"]} failed="The password was not changed" hidden={{ token }}>
      <NewPasswordField name="newPassword" label="New password" />
      <p className="text-sm text-muted">You will be signed out everywhere.</p>
      <RevokeChoices kinds={revocable} />
      <Submit wide>Set password</Submit>
    </Form>
  );
}
