"use client";

import { useState, useTransition } from "react";
import { useRouter } from "next/navigation";
import { stopAnalysis } from "#src/web/actions/analyses.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogTrigger } from "#src/web/components/ui/dialog.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";

/** Asks before it ends a run: what was paid for so far is not given back. */
export function CancelButton({ id, symbol }: { id: string; symbol: string }) {
  const [open, setOpen] = useState(false);
  const [pending, startTransition] = useTransition();
  const show = useToast();
  const router = useRouter();
  const cancel = (): void =>
    startTransition(async () => {
      const answer = await stopAnalysis(id);
      setOpen(false);
      if (!answer.ok) return show({ title: "The analysis was not cancelled", text: answer.message, tone: "negative" });
      show({ title: `The analysis of ${symbol} is cancelled` });
      router.refresh();
    });
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="danger">Cancel</Button>
      </DialogTrigger>
      <DialogContent
        title={`Cancel the analysis of ${symbol}?`}
        description="The call in flight is dropped and no further one is made. What was said so far stays readable; there will be no rating, and the analysis counts towards this month's quota."
      >
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="secondary">Let it run</Button>
          </DialogClose>
          <Button variant="danger" pending={pending} onClick={cancel}>
            Cancel the analysis
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
