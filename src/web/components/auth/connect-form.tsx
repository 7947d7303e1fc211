"use client";

import type { PostedForm } from "#src/contract/posted-form.ts";
import { answerConnection } from "#src/web/auth-actions.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { useAuthForm } from "#src/web/components/ui/use-form.ts";

interface Props {
  /** The address's query, which is signed. */
  readonly query: string;
  readonly posted: PostedForm | null;
}

/** Two forms, as a button that says which it is needs a script. */
export function ConnectForm({ query, posted }: Props) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <Answer query={query} posted={posted} accept={false} />
      <Answer query={query} posted={posted} accept />
    </div>
  );
}

function Answer({ query, posted, accept }: Props & { readonly accept: boolean }) {
  const { pending, form, errorBeside } = useAuthForm(
    { path: "/oauth2/consent", posted },
    answerConnection,
    (answer) => {
      if (answer !== null) location.assign(answer.url);
    },
  );
  return (
    <Form to={form} className="grid content-end gap-3">
      {accept ? <FailureAlert failure={errorBeside([])} title="The app is not connected" /> : null}
      <input type="hidden" name="oauth_query" value={query} />
      <input type="hidden" name="accept" value={String(accept)} />
      <Button type="submit" variant={accept ? "primary" : "secondary"} pending={pending}>
        {accept ? "Connect" : "Cancel"}
      </Button>
    </Form>
  );
}
