"use client";

import { useState, type ReactNode } from "react";
import type { Action } from "#src/web/actions/action.ts";
import { Button } from "./button.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogTrigger } from "./dialog.tsx";
import { FailureAlert } from "./failure-alert.tsx";
import { useAction } from "./use-action.ts";

interface Props<In extends readonly unknown[], T> {
  /** On the button that asks, and what it says to those who do not see what it stands beside. */
  readonly label: string;
  readonly about?: string;
  readonly title: string;
  readonly description: ReactNode;
  /** On the button that does it. */
  readonly confirm: string;
  /** On the one that does not. */
  readonly leave?: string;
  readonly action: Action<In, T>;
  readonly given: In;
  readonly done: (value: T) => void;
  readonly size?: "sm" | "md";
  /** What else is chosen. */
  readonly children?: ReactNode;
}

/** For what cannot be taken back: asks once more, and says what will be. */
export function ConfirmButton<In extends readonly unknown[], T>(props: Props<In, T>) {
  const {
    label,
    about,
    title,
    description,
    confirm,
    leave = "Cancel",
    action,
    given,
    done,
    size = "sm",
    children,
  } = props;
  const [open, setOpen] = useState(false);
  const { pending, failure, act, clear } = useAction(action, (value) => {
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
        <FailureAlert failure={failure} />
        {children}
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="secondary">{leave}</Button>
          </DialogClose>
          <Button variant="danger" pending={pending} onClick={() => act(...given)}>
            {confirm}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
