"use client";

import { useState } from "react";
import { ReviewAction, type ReviewDetail } from "#src/contract/accounts/deposits.ts";
import { formatUsd } from "#src/contract/accounts/money.ts";
import { resolveDepositReview } from "#src/web/actions/admin-deposits.ts";
import { useActionForm } from "#src/web/components/ui/use-form.ts";
import { Form, Submit } from "#src/web/components/ui/form.tsx";
import { useHydrated } from "#src/web/components/ui/early.ts";
import { useAnnounce } from "#src/web/components/ui/toast.tsx";
import { TextField, AreaField } from "#src/web/components/ui/fields.tsx";
import { RadioGroup } from "#src/web/components/ui/boxes.tsx";

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
