"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { formatUsd } from "#src/contract/money.ts";
import type { Role } from "#src/contract/users.ts";
import { grantMoney, grantPlanTo, setRoleOf } from "#src/web/actions/admin.ts";
import type { FormAction } from "#src/web/actions/form-action.ts";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Card } from "#src/web/components/ui/card.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { Select, type Option } from "#src/web/components/ui/select.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { useActionForm } from "#src/web/components/ui/use-form.ts";

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
        {(errorOf, typed) => (
          <Field label="Amount in dollars" error={errorOf("amount")}>
            <Input
              name="amount"
              inputMode="decimal"
              defaultValue={typed("amount")}
              placeholder="25.00"
              autoComplete="off"
            />
          </Field>
        )}
      </AdminActionForm>
      <AdminActionForm
        title="Grant a plan"
        button="Grant plan"
        account={account}
        act={grantPlanTo}
        fields={["plan", "days", "reason"]}
        say={(given) => (given.state === "done" ? "The plan is active" : waiting)}
      >
        {(errorOf, typed) => (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Plan" hint="The current plan ends without a refund." error={errorOf("plan")}>
              <Select name="plan" options={choices} defaultValue={typed("plan") ?? "signals"} />
            </Field>
            <Field label="Days" hint="Leave empty for no end date." error={errorOf("days")}>
              <Input name="days" inputMode="numeric" defaultValue={typed("days") ?? "30"} autoComplete="off" />
            </Field>
          </div>
        )}
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
          {() => (
            <>
              <input type="hidden" name="role" value={role === "admin" ? "user" : "admin"} />
              <p className="text-sm text-muted">
                {role === "admin"
                  ? "They lose access to these pages immediately."
                  : "They can see every account and job, and can do everything you can."}
              </p>
            </>
          )}
        </AdminActionForm>
      )}
    </div>
  );
}

type Of = (field: string) => string | undefined;

interface AdminActionFormProps<T> {
  readonly title: string;
  readonly button: string;
  readonly account: string;
  readonly act: FormAction<T>;
  /** The controls that errors stand beside. */
  readonly fields: readonly string[];
  readonly say: (value: T) => string;
  readonly children: (errorOf: Of, typed: Of) => ReactNode;
}

function AdminActionForm<T>({ title, button, account, act, fields, say, children }: AdminActionFormProps<T>) {
  const router = useRouter();
  const show = useToast();
  const { pending, form, errorOf, errorBeside, typed, posted } = useActionForm(act, (value, sent) => {
    sent.reset();
    show({ title: say(value), tone: "positive" });
    router.refresh();
  });
  return (
    <Card title={title}>
      <Form to={form} className="grid gap-4">
        <FailureAlert failure={errorBeside(fields)} />
        <input type="hidden" name="account" value={account} />
        {posted === undefined ? null : <Alert tone="positive" title={say(posted)} />}
        {children(errorOf, typed)}
        <Field label="Reason" hint="Recorded permanently with your name." error={errorOf("reason")}>
          <Input name="reason" maxLength={500} defaultValue={typed("reason")} autoComplete="off" />
        </Field>
        <Button type="submit" variant="secondary" pending={pending} className="justify-self-start">
          {button}
        </Button>
      </Form>
    </Card>
  );
}
