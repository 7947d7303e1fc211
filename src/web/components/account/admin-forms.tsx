"use client";

import { type ReactNode, useState } from "react";
import { formatUsd } from "#src/contract/accounts/money.ts";
import type { Role } from "#src/contract/accounts/users.ts";
import { grantMoney, grantPlanTo, setRoleOf, testConfiguredModels } from "#src/web/actions/admin.ts";
import type { FormAction } from "#src/web/actions/acting.ts";
import { Card, CardContent } from "#src/web/components/ui/page-parts.tsx";
import { ActionButton, Form, Submit } from "#src/web/components/ui/form.tsx";
import { useAnnounce } from "#src/web/components/ui/toast.tsx";
import { useActionForm } from "#src/web/components/ui/use-form.ts";
import { type Option, SelectField, TextField } from "#src/web/components/ui/fields.tsx";
import type { ModelProbe, ProbeCheckName } from "#src/contract/jobs/model-checks.ts";
import { counted } from "#src/core/text/number-text.ts";
import { Badge } from "#src/web/components/ui/elements.tsx";
import { TBody, TD, TH, THead, TR, Table } from "#src/web/components/ui/table.tsx";

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

/** Tests the configured models when it is pressed, and shows what they have, lack and cost. */
export function ModelTestCard({ budgetUsd }: { budgetUsd: string }) {
  const [probes, setProbes] = useState<readonly ModelProbe[]>([]);
  return (
    <Card
      title="Test the configured models"
      description={
        <>Three paid calls to each model, for at most ${budgetUsd} each. It takes up to a minute and a half.</>
      }
      aside={
        <div className="grid justify-items-end gap-2">
          <ActionButton action={testConfiguredModels} given={[]} done={setProbes}>
            Test models
          </ActionButton>
        </div>
      }
      flush
    >
      <div aria-live="polite">
        {probes.length === 0 ? null : (
          <CardContent className="grid gap-6">
            {probes.map((probe) => (
              <ProbeTable key={probe.model} probe={probe} />
            ))}
          </CardContent>
        )}
      </div>
    </Card>
  );
}

const names: Readonly<Record<ProbeCheckName, string>> = {
  reach: "Connection",
  schema: "JSON schema",
  tools: "Tools",
  streaming: "Streaming",
  usage: "Token counts",
  context: "Context",
  speed: "Speed",
  price: "Price",
  turn: "Agent turn",
};

/** What the test of one model showed. */
function ProbeTable({ probe }: { probe: ModelProbe }) {
  const { provider, model, is_usable, checks, refused } = probe;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="text-sm font-semibold wrap-anywhere">{model}</h3>
        <Badge tone={is_usable ? "positive" : "negative"}>{is_usable ? "Usable" : "Not usable"}</Badge>
      </div>
      <p className="text-xs text-muted">
        {provider}, {spent(probe)}.
        {refused.length === 0 ? null : ` The server refuses ${refused.join(", ")}, so these are not sent.`}
      </p>
      <Table aria-label={`Test of ${model}`}>
        <THead>
          <TR>
            <TH>Check</TH>
            <TH>Result</TH>
            <TH>Details</TH>
          </TR>
        </THead>
        <TBody>
          {checks.map(({ name, ok, found, costs, mend }) => (
            <TR key={name}>
              <TD className="whitespace-nowrap">{names[name]}</TD>
              <TD>
                <Badge tone={ok === null ? "neutral" : ok ? "positive" : "negative"}>
                  {ok === null ? "Unknown" : ok ? "✓ Passed" : "✗ Failed"}
                </Badge>
              </TD>
              <TD className="min-w-64">
                {found}
                {costs === null ? null : <span className="block text-muted">{costs}</span>}
                {mend === null ? null : <span className="block text-xs text-muted wrap-anywhere">{mend}</span>}
              </TD>
            </TR>
          ))}
        </TBody>
      </Table>
    </div>
  );
}

function spent({ calls, cost_usd, at_most_usd }: ModelProbe): string {
  const made = counted(calls, "call");
  return cost_usd === null ? `${made}, at most $${at_most_usd}` : `${made}, $${cost_usd}`;
}
