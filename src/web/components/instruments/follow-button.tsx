"use client";

import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { ListInstrument } from "#src/contract/signals.ts";
import { isolated } from "#src/core/isolated.ts";
import { follow } from "#src/web/actions/signals.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Dialog, DialogContent, DialogTrigger } from "#src/web/components/ui/dialog.tsx";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Select } from "#src/web/components/ui/select.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { useScriptForm } from "#src/web/components/ui/use-form.ts";

interface Props {
  readonly instrument: ListInstrument;
  /** Of the viewer's own, those that do not hold it. */
  readonly lists: readonly { readonly id: string; readonly name: string }[];
  /** The plan has room for one more list. */
  readonly mayCreate: boolean;
}

/** Adds the instrument to a watchlist, whose changes of rating its owner is told of. */
export function FollowButton({ instrument: { symbol, asset_type: type }, lists, mayCreate }: Props) {
  const [open, setOpen] = useState(false);
  const router = useRouter();
  const show = useToast();
  const { pending, form, errorBeside } = useScriptForm(follow, (name) => {
    setOpen(false);
    show({ title: `${symbol} added to ${isolated(name)}`, tone: "positive" });
    router.refresh();
  });
  const options = [
    ...lists.map(({ id, name }) => ({ value: id, label: name })),
    ...(mayCreate ? [{ value: "", label: "New watchlist" }] : []),
  ];
  if (options.length === 0) return null;
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="secondary">
          <Plus aria-hidden /> Add to watchlist
        </Button>
      </DialogTrigger>
      <DialogContent
        title={`Add ${symbol} to a watchlist`}
        description="The watchlist analyses it on its schedule and tells you when the rating changes. Each run counts towards your monthly analyses."
      >
        <Form to={form} className="grid gap-4">
          <FailureAlert failure={errorBeside([])} title={`${symbol} could not be added`} />
          <input type="hidden" name="symbol" value={symbol} />
          <input type="hidden" name="asset_type" value={type} />
          <Field label="Watchlist">
            <Select name="list" defaultValue={options[0]?.value} options={options} />
          </Field>
          <Button type="submit" pending={pending} className="justify-self-start">
            Add to watchlist
          </Button>
        </Form>
      </DialogContent>
    </Dialog>
  );
}
