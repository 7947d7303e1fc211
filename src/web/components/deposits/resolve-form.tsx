"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ReviewAction, type ReviewDetail } from "#src/contract/deposits.ts";
import { formatUsd } from "#src/contract/money.ts";
import { resolveDepositReview } from "#src/web/actions/admin-deposits.ts";
import { FormError } from "#src/web/components/account/form-error.tsx";
import { useActionForm } from "#src/web/components/account/use-submit.ts";
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
      state === "done" ? "The review is resolved" : "Waiting for a second administrator, who was told by mail";
    show({ title, tone: "positive" });
    router.refresh();
  });
  const hydrated = useHydrated();
  const [action, setAction] = useState(ReviewAction.safeParse(typed("action")).data ?? null);
  // Without a script it is there in case it is needed.
  const byHand = (action === "credit" || !hydrated) && receivedMinor === null;
  return (
    <Form to={form} noValidate className="grid gap-5">
      <FormError title="Nothing was changed" message={errorBeside(fields)} />
      <input type="hidden" name="id" value={id} />
      <RadioGroup
        label="What to do"
        name="action"
        value={action ?? ""}
        onValueChange={(value) => setAction(ReviewAction.parse(value))}
        choices={[
          {
            value: "credit",
            label: receivedMinor === null ? "Credit an amount" : `Credit ${formatUsd(receivedMinor)}`,
            hint: receivedMinor === null ? "Only a person can tell how much it is worth." : "What was received.",
          },
          { value: "reject", label: "Reject", hint: "Nothing is credited, and nothing is sent back." },
          {
            value: "refund",
            label: "It was sent back",
            hint: "You have sent it back by hand; what was credited is taken back.",
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
      <Field label="Reason" hint="The owner of the deposit reads it." error={errorOf("reason")}>
        <Textarea name="reason" rows={3} maxLength={500} defaultValue={typed("reason")} />
      </Field>
      <Button type="submit" pending={pending} disabled={hydrated && action === null} className="justify-self-start">
        Resolve
      </Button>
    </Form>
  );
}
