"use client";

import type { PostedForm } from "#src/contract/accounts/form-outcomes.ts";
import type { Scope } from "#src/contract/accounts/plans.ts";
import { answerConnection } from "#src/web/auth-actions.ts";
import { FailureAlert, Form, Submit } from "#src/web/components/ui/form.tsx";
import { useAuthForm } from "#src/web/components/ui/use-form.ts";
import { Checkbox } from "#src/web/components/ui/boxes.tsx";

interface Permission {
  readonly scope: Scope;
  readonly name: string;
  readonly allows: string;
}

interface Props {
  /** The address's query, which is signed. */
  readonly query: string;
  readonly posted: PostedForm | null;
}

const acceptForm = "connect";

/** What the app asks for, to be taken out. The boxes are of the form that accepts, wherever they stand. */
export function Permissions({ permissions }: { readonly permissions: readonly Permission[] }) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 text-sm text-muted">Clear the permissions it should not have.</legend>
      {/* Says that there were boxes, also where none is ticked. */}
      <input type="hidden" name="scope" value="" form={acceptForm} />
      {permissions.map(({ scope, name, allows }) => (
        <Checkbox key={scope} name="scope" value={scope} form={acceptForm} defaultChecked label={name} hint={allows} />
      ))}
    </fieldset>
  );
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
  const { form, errorBeside } = useAuthForm({ path: "/oauth2/consent", posted }, answerConnection, (answer) => {
    if (answer !== null) location.assign(answer.url);
  });
  return (
    <Form
      to={form}
      hidden={{ oauth_query: query, accept: String(accept) }}
      id={accept ? acceptForm : undefined}
      className="content-end gap-3"
    >
      {accept ? <FailureAlert failure={errorBeside([])} title="The app is not connected" /> : null}
      <Submit wide variant={accept ? "primary" : "secondary"}>
        {accept ? "Connect" : "Cancel"}
      </Submit>
    </Form>
  );
}
