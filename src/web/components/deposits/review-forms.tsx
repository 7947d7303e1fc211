"use client";

import { useState } from "react";
import { type RefundOutcome, ReviewAction, type ReviewDetail } from "#src/contract/accounts/deposits.ts";
import { formatUsd } from "#src/contract/accounts/money.ts";
import { reconcileNow, resolveDepositReview, reverseDeposit } from "#src/web/actions/admin.ts";
import { useActionForm } from "#src/web/components/ui/use-form.ts";
import { ActionButton, Form, Submit } from "#src/web/components/ui/form.tsx";
import { useHydrated } from "#src/web/components/ui/early.ts";
import { useAnnounce, useToast } from "#src/web/components/ui/toast.tsx";
import { AreaField, TextField } from "#src/web/components/ui/fields.tsx";
import { RadioGroup } from "#src/web/components/ui/boxes.tsx";
import { useRouter } from "next/navigation";
import { Alert } from "#src/web/components/ui/elements.tsx";
import { countText, counted } from "#src/core/text/number-text.ts";

const fields = ["amount", "reason"];

/** Ends a review. The choice cannot be taken back, and its reason is for the owner too. */
export function ResolveForm({ review }: { review: Pick<ReviewDetail, "id" | "receivedMinor"> }) {
  const { id, receivedMinor } = review;
  const announce = useAnnounce();
  const { form, typed } = useActionForm(resolveDepositReview, ({ state }) => {
    const title =
      state === "done" ? "Review resolved" : "Waiting for a second administrator, who has been notified by email";
    announce(title);
  });
  const hydrated = useHydrated();
  const [action, setAction] = useState(ReviewAction.safeParse(typed("action")).data ?? null);
  // Without a script it is there in case it is needed.
  const byHand = (action === "credit" || !hydrated) && receivedMinor === null;
  return (
    <Form to={form} beside={fields} failed="Nothing was changed" hidden={{ id }} className="gap-5">
      <RadioGroup
        label="Resolution"
        name="action"
        value={action ?? ""}
        onValueChange={(value) => setAction(ReviewAction.parse(value))}
        choices={[
          {
            value: "credit",
            label: receivedMinor === null ? "Credit an amount" : `Credit ${formatUsd(receivedMinor)}`,
            hint: receivedMinor === null ? "Enter what the payment is worth." : "The amount received.",
          },
          { value: "reject", label: "Reject", hint: "Nothing is credited, and nothing is sent back." },
          {
            value: "refund",
            label: "Returned to the payer",
            hint: "You have already returned the payment. Any credited amount is deducted.",
          },
        ]}
      />
      {byHand ? (
        <TextField
          label="Amount in US dollars"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          placeholder="12.50"
        />
      ) : null}
      <AreaField label="Reason" hint="Shown to the owner of the deposit." name="reason" rows={3} maxLength={500} />
      <Submit disabled={hydrated && action === null}>Resolve</Submit>
    </Form>
  );
}

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

/** Compares at once instead of at the next hour. */
export function ReconcileButton() {
  const announce = useAnnounce();
  return (
    <div className="grid justify-items-end gap-2">
      <ActionButton
        action={reconcileNow}
        given={[]}
        done={({ checked, repaired, differences }) => {
          announce(
            "Reconciliation finished",
            `${countText(checked)} checked, ${countText(repaired)} repaired, ${counted(differences, "difference")}.`,
          );
        }}
      >
        Reconcile now
      </ActionButton>
    </div>
  );
}
