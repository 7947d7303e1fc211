"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ReviewAction, type ReviewDetail } from "#src/contract/deposits.ts";
import { formatUsd } from "#src/contract/money.ts";
import { resolveDepositReview } from "#src/web/actions/admin-deposits.ts";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { useActionForm } from "#src/web/components/ui/use-form.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { useHydrated } from "#src/web/components/ui/hydrated.ts";
import { Input } from "#src/web/components/ui/input.tsx";
import { RadioGroup } from "#src/web/components/ui/radio-group.tsx";
import { Textarea } from "#src/web/components/ui/textarea.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";

const fields = ["amount", "reason"];

/** Ends a review. The choice cannot be taken back, and its reason is for the owner too. */
export function ResolveForm({ review }: { review: Pick<ReviewDetail, "id" | "receivedMinor"> }) {
  const { id, receivedMinor } = review;
  const router = useRouter();
  const show = useToast();
  const { pending, form, errorOf, errorBeside, typed } = useActionForm(resolveDepositReview, ({ state }) => {
    const title =
      state === "done" ? "Review resolved" : "Waiting for a second administrator, who has been notified by email";
    show({ title, tone: "positive" });
    router.refresh();
  });
  const hydrated = useHydrated();
  const [action, setAction] = useState(ReviewAction.safeParse(typed("action")).data ?? null);
  // Without a script it is there in case it is needed.
  const byHand = (action === "credit" || !hydrated) && receivedMinor === null;
  return (
    <Form to={form} className="grid gap-5">
      <FailureAlert title="Nothing was changed" failure={errorBeside(fields)} />
      <input type="hidden" name="id" value={id} />
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
        <Field label="Amount in US dollars" error={errorOf("amount")}>
          <Input
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={typed("amount")}
            placeholder="12.50"
          />
        </Field>
      ) : null}
      <Field label="Reason" hint="Shown to the owner of the deposit." error={errorOf("reason")}>
        <Textarea name="reason" rows={3} maxLength={500} defaultValue={typed("reason")} />
      </Field>
      <Button type="submit" pending={pending} disabled={hydrated && action === null} className="justify-self-start">
        Resolve
      </Button>
    </Form>
  );
}
