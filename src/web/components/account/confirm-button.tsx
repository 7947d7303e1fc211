"use client";

import { useState, type ReactNode } from "react";
import type { Outcome } from "#src/web/actions/outcome.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogTrigger } from "#src/web/components/ui/dialog.tsx";
import { FormError } from "./form-error.tsx";
import { useAct } from "./use-act.ts";

interface Props<T> {
  /** On the button that asks, and what it says to those who do not see what it stands beside. */
  readonly label: string;
  readonly about?: string;
  readonly title: string;
  readonly description: ReactNode;
  /** On the button that does it. */
  readonly confirm: string;
  readonly act: () => Promise<Outcome<T>>;
  readonly done: (value: T) => void;
  readonly size?: "sm" | "md";
}

/** For what cannot be taken back: asks once more, and says what will be. */
export function ConfirmButton<T>({ label, about, title, description, confirm, act, done, size = "sm" }: Props<T>) {
  const [open, setOpen] = useState(false);
  const {
    pending,
    message,
    act: go,
    clear,
  } = useAct(act, (value) => {
    setOpen(false);
    done(value);
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(wanted) => {
        clear();
        setOpen(wanted);
      }}
    >
      <DialogTrigger asChild>
        <Button variant="danger" size={size}>
          {label}
          {about === undefined ? null : <span className="sr-only"> {about}</span>}
        </Button>
      </DialogTrigger>
      <DialogContent title={title} description={description}>
        <FormError message={message} />
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="secondary">Cancel</Button>
          </DialogClose>
          <Button variant="danger" pending={pending} onClick={() => go()}>
            {confirm}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
