"use client";

import { useRouter } from "next/navigation";
import type { RefundOutcome } from "#src/contract/accounts/deposits.ts";
import { formatUsd } from "#src/contract/accounts/money.ts";
import { reverseDeposit } from "#src/web/actions/admin-deposits.ts";
import { useActionForm } from "#src/web/components/ui/use-form.ts";
import { Alert } from "#src/web/components/ui/elements.tsx";
import { Form, Submit } from "#src/web/components/ui/form.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { TextField, AreaField } from "#src/web/components/ui/fields.tsx";

const waiting = "Waiting for a second administrator, who has been notified by email";

/** Takes back what a deposit has put on a balance. `depositId` where the page is about one; else it is typed. */
export function ReverseDepositForm({ depositId }: { depositId?: string }) {
  const router = useRouter();
  const show = useToast();
  const { form, posted } = useActionForm(reverseDeposit, (outcome, sent) => {
    sent.reset();
    // The form itself may be gone with the deposit's new state.
    show(
      outcome.state === "done"
        ? { title: titleOf(outcome.value), text: outcomeText(outcome.value), tone: "positive" }
        : { title: waiting, tone: "positive" },
    );
    router.refresh();
  });
  return (
    <Form to={form} beside={["id", "reason"]} failed="The deposit was not reversed" className="gap-5">
      {posted === undefined ? null : (
        <Alert tone="positive" title={posted.state === "done" ? titleOf(posted.value) : waiting}>
          {posted.state === "done" ? outcomeText(posted.value) : null}
        </Alert>
      )}
      {depositId === undefined ? (
        <TextField
          label="Deposit"
          hint="The deposit ID, as shown to its owner."
          name="id"
          autoComplete="off"
          spellCheck={false}
          inputClassName="font-mono"
        />
      ) : (
        <input type="hidden" name="id" value={depositId} />
      )}
      <AreaField label="Reason" hint="Recorded in the audit log." name="reason" rows={2} maxLength={500} />
      <Submit variant="danger">Reverse deposit</Submit>
    </Form>
  );
}

function titleOf({ reversedMinor }: RefundOutcome): string {
  return `${formatUsd(reversedMinor)} reversed`;
}

function outcomeText({ fromBalanceMinor, owedMinor, planEnded, planRestMinor }: RefundOutcome): string {
  return [
    ...(planEnded ? [`The plan has ended, and its unused ${formatUsd(planRestMinor)} was credited first.`] : []),
    `${formatUsd(fromBalanceMinor)} came from the balance.`,
    ...(owedMinor > 0 ? [`${formatUsd(owedMinor)} is owed and will be deducted from future deposits.`] : []),
  ].join(" ");
}
