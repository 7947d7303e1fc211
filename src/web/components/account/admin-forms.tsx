"use client";

import type { ReactNode } from "react";
import { formatUsd } from "#src/contract/accounts/money.ts";
import type { Role } from "#src/contract/accounts/users.ts";
import { grantMoney, grantPlanTo, setRoleOf } from "#src/web/actions/admin.ts";
import type { FormAction } from "#src/web/actions/form-action.ts";
import { Card } from "#src/web/components/ui/page-parts.tsx";
import { Form, Submit } from "#src/web/components/ui/form.tsx";
import { useAnnounce } from "#src/web/components/ui/toast.tsx";
import { useActionForm } from "#src/web/components/ui/use-form.ts";
import { type Option, TextField, SelectField } from "#src/web/components/ui/fields.tsx";

const waiting = "Waiting for a second administrator, who has been notified by email";

interface Props {
  readonly account: string;
  /** `null`: nobody signs in to it. */
  readonly role: Role | null;
  /** The administrator's own account: its role is not theirs to change. */
  readonly self: boolean;
  readonly choices: readonly Option[];
}

/** What an administrator may do to an account, each with a reason that is kept. */
export function AdminForms({ account, role, self, choices }: Props) {
  return (
    <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
      <AdminActionForm
        title="Add balance"
        button="Add balance"
        account={account}
        act={grantMoney}
        fields={["amount", "reason"]}
        say={(given) => (given.state === "done" ? `The balance is now ${formatUsd(given.value)}` : waiting)}
      >
        <TextField label="Amount in dollars" name="amount" inputMode="decimal" placeholder="25.00" autoComplete="off" />
      </AdminActionForm>
      <AdminActionForm
        title="Grant a plan"
        button="Grant plan"
        account={account}
        act={grantPlanTo}
        fields={["plan", "days", "reason"]}
        say={(given) => (given.state === "done" ? "The plan is active" : waiting)}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Plan"
            hint="The current plan ends without a refund."
            name="plan"
            options={choices}
            defaultValue="signals"
          />
          <TextField
            label="Days"
            hint="Leave empty for no end date."
            name="days"
            inputMode="numeric"
            defaultValue="30"
            autoComplete="off"
          />
        </div>
      </AdminActionForm>
      {role === null || self ? null : (
        <AdminActionForm
          title="Role"
          button={role === "admin" ? "Remove administrator role" : "Make administrator"}
          account={account}
          act={setRoleOf}
          fields={["reason"]}
          say={() => "Role changed"}
        >
          <>
            <input type="hidden" name="role" value={role === "admin" ? "user" : "admin"} />
            <p className="text-sm text-muted">
              {role === "admin"
                ? "They lose access to these pages immediately."
                : "They can see every account and job, and can do everything you can."}
            </p>
          </>
        </AdminActionForm>
      )}
    </div>
  );
}

interface AdminActionFormProps<T> {
  readonly title: string;
  readonly button: string;
  readonly account: string;
  readonly act: FormAction<T>;
  /** The controls that errors stand beside. */
  readonly fields: readonly string[];
  readonly say: (value: T) => string;
  readonly children: ReactNode;
}

function AdminActionForm<T>({ title, button, account, act, fields, say, children }: AdminActionFormProps<T>) {
  const announce = useAnnounce();
  const { form, posted } = useActionForm(act, (value, sent) => {
    sent.reset();
    announce(say(value));
  });
  return (
    <Card title={title}>
      <Form to={form} beside={fields} said={posted === undefined ? undefined : say(posted)} hidden={{ account }}>
        {children}
        <TextField
          label="Reason"
          hint="Recorded permanently with your name."
          name="reason"
          maxLength={500}
          autoComplete="off"
        />
        <Submit variant="secondary">{button}</Submit>
      </Form>
    </Card>
  );
}
