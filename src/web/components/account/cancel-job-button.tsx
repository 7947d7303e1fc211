"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { cancelJob } from "#src/web/actions/admin.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogTrigger } from "#src/web/components/ui/dialog.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { useScriptForm } from "#src/web/components/ui/use-form.ts";

/** Cancels somebody's job, with a reason. */
export function CancelJobButton({ id, ticker }: { id: string; ticker: string }) {
  const router = useRouter();
  const show = useToast();
  const [open, setOpen] = useState(false);
  const { pending, form, errorOf, errorBeside } = useScriptForm(cancelJob, () => {
    setOpen(false);
    show({ title: `Analysis of ${ticker} cancelled`, tone: "positive" });
    router.refresh();
  });
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="danger" size="sm">
          Cancel<span className="sr-only"> the analysis of {ticker}</span>
        </Button>
      </DialogTrigger>
      <DialogContent
        title={`Cancel the analysis of ${ticker}?`}
        description="The owner sees it as cancelled. Costs so far are not refunded."
      >
        <Form to={form} className="grid gap-4 text-left">
          <FailureAlert failure={errorBeside(["reason"])} />
          <input type="hidden" name="analysis" value={id} />
          <Field label="Reason" hint="Recorded permanently with your name." error={errorOf("reason")}>
            <Input name="reason" maxLength={500} autoComplete="off" />
          </Field>
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="secondary">Keep running</Button>
            </DialogClose>
            <Button type="submit" variant="danger" pending={pending}>
              Cancel analysis
            </Button>
          </DialogFooter>
        </Form>
      </DialogContent>
    </Dialog>
  );
}
