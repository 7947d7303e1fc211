"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { formatUsd } from "#src/contract/money.ts";
import type { Role } from "#src/contract/users.ts";
import { grantMoney, grantPlanTo, setRoleOf } from "#src/web/actions/admin.ts";
import type { FormAction } from "#src/web/actions/form-action.ts";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Card, CardContent, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { Select, type Option } from "#src/web/components/ui/select.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { FormError } from "./form-error.tsx";
import { useActionForm } from "./use-submit.ts";

const waiting = "Waiting for a second administrator, who was told by mail";

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
      <Deed
        title="Give balance"
        button="Give"
        account={account}
        act={grantMoney}
        fields={["amount", "reason"]}
        say={(given) => (given.state === "done" ? `The balance is ${formatUsd(given.value)} now` : waiting)}
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
      </Deed>
      <Deed
        title="Give a plan"
        button="Put on plan"
        account={account}
        act={grantPlanTo}
        fields={["plan", "days", "reason"]}
        say={(given) => (given.state === "done" ? "The plan is in force" : waiting)}
      >
        {(errorOf, typed) => (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Plan" hint="The present one ends without a refund." error={errorOf("plan")}>
              <Select name="plan" options={choices} defaultValue={typed("plan") ?? "signals"} />
            </Field>
            <Field label="Days" hint="Empty: without an end." error={errorOf("days")}>
              <Input name="days" inputMode="numeric" defaultValue={typed("days") ?? "30"} autoComplete="off" />
            </Field>
          </div>
        )}
      </Deed>
      {role === null || self ? null : (
        <Deed
          title="Role"
          button={role === "admin" ? "Make a user" : "Make an administrator"}
          account={account}
          act={setRoleOf}
          fields={["reason"]}
          say={() => "The role is changed"}
        >
          {() => (
            <>
              <input type="hidden" name="role" value={role === "admin" ? "user" : "admin"} />
              <p className="text-sm text-muted">
                {role === "admin"
                  ? "They lose these pages at once."
                  : "They see every account and job, and may do all that you may do."}
              </p>
            </>
          )}
        </Deed>
      )}
    </div>
  );
}

type Of = (field: string) => string | undefined;

interface DeedProps<T> {
  readonly title: string;
  readonly button: string;
  readonly account: string;
  readonly act: FormAction<T>;
  /** The controls that errors stand beside. */
  readonly fields: readonly string[];
  readonly say: (value: T) => string;
  readonly children: (errorOf: Of, typed: Of) => ReactNode;
}

function Deed<T>({ title, button, account, act, fields, say, children }: DeedProps<T>) {
  const router = useRouter();
  const show = useToast();
  const { pending, form, errorOf, errorBeside, typed, posted } = useActionForm(act, (value, sent) => {
    sent.reset();
    show({ title: say(value), tone: "positive" });
    router.refresh();
  });
  return (
    <Card>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
      </CardHeader>
      <CardContent>
        <Form to={form} noValidate className="grid gap-4">
          <FormError message={errorBeside(fields)} />
          <input type="hidden" name="account" value={account} />
          {posted === undefined ? null : <Alert tone="positive" title={say(posted)} />}
          {children(errorOf, typed)}
          <Field label="Reason" hint="Kept for good, with your name." error={errorOf("reason")}>
            <Input name="reason" maxLength={500} defaultValue={typed("reason")} autoComplete="off" />
          </Field>
          <Button type="submit" variant="secondary" pending={pending} className="justify-self-start">
            {button}
          </Button>
        </Form>
      </CardContent>
    </Card>
  );
}
