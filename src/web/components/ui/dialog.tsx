"use client";

import { X } from "lucide-react";
import { Dialog as RadixDialog } from "radix-ui";
import { type ComponentProps, type ReactNode, useState } from "react";
import { classNames, Button } from "./elements.tsx";
import { useRouter } from "next/navigation";
import type { Action } from "#src/web/actions/action.ts";
import { FailureAlert, Form, Submit } from "./form.tsx";
import { useAnnounce } from "./toast.tsx";
import { useAction } from "./use-action.ts";
import { useScriptForm } from "./use-form.ts";

export const Dialog = RadixDialog.Root;
export const DialogTrigger = RadixDialog.Trigger;
export const DialogClose = RadixDialog.Close;

type Props = Omit<ComponentProps<typeof RadixDialog.Content>, "title"> & {
  readonly title: ReactNode;
  readonly description?: ReactNode;
};

export function DialogContent({ title, description, className, children, ...rest }: Props) {
  return (
    <RadixDialog.Portal>
      <RadixDialog.Overlay className="fixed inset-0 z-40 animate-appear bg-[rgb(10_12_14/0.5)]" />
      <RadixDialog.Content
        {...(description ? {} : { "aria-describedby": undefined })}
        {...rest}
        className={classNames(
          "fixed top-1/2 left-1/2 z-50 grid max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 -translate-y-1/2 gap-4 overflow-y-auto rounded-lg border bg-surface p-5 shadow-raised",
          className,
        )}
      >
        <div className="grid gap-1 pr-8">
          <RadixDialog.Title className="text-base font-semibold text-ink">{title}</RadixDialog.Title>
          {description ? (
            <RadixDialog.Description className="text-sm text-muted">{description}</RadixDialog.Description>
          ) : null}
        </div>
        {children}
        <RadixDialog.Close
          aria-label="Close"
          className="absolute top-4 right-4 grid size-8 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </RadixDialog.Close>
      </RadixDialog.Content>
    </RadixDialog.Portal>
  );
}

/** The row of buttons below: the one that acts stands last. */
export function DialogFooter({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={classNames("flex flex-wrap justify-end gap-3 pt-2", className)} />;
}

interface Asked<T> {
  /** On the button that asks, and what it says to those who do not see what it stands beside. */
  readonly label: ReactNode;
  readonly about?: string;
  readonly variant?: "primary" | "secondary" | "danger";
  readonly size?: "sm" | "md";
  readonly title: string;
  readonly description?: ReactNode;
  /** On the button that does it. */
  readonly confirm: string;
  /** On the one that does not. */
  readonly leave?: string;
  /** What is said once it is done; the page is read anew then. */
  readonly said?: string;
  /** Where to go then, and where with a whole new page. */
  readonly leadsTo?: string;
  readonly leavesTo?: string;
  readonly done?: (value: T) => void;
  /** What else is chosen. */
  readonly children?: ReactNode;
}

interface ConfirmProps<In extends readonly unknown[], T> extends Asked<T> {
  readonly action: Action<In, T>;
  readonly given: In;
}

/** For what cannot be taken back: asks once more, and says what will be. */
export function ConfirmButton<In extends readonly unknown[], T>(props: ConfirmProps<In, T>) {
  const { action, given, confirm, leave = "Cancel", children, ...asked } = props;
  const [open, setOpen] = useState(false);
  const ended = useEnded(asked, () => setOpen(false));
  const { pending, failure, act, clear } = useAction(action, ended);
  return (
    <Asking {...asked} open={open} setOpen={setOpen} clear={clear}>
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
    </Asking>
  );
}

interface FormDialogProps<T> extends Asked<T> {
  readonly action: Action<[fields: FormData], T>;
  readonly hidden?: Readonly<Record<string, string>>;
  /** As in `Form`. */
  readonly beside?: readonly string[];
  readonly failed?: string;
  /** The form has its own place for the button that sends it, and nothing that leaves. */
  readonly isPlain?: boolean;
  readonly className?: string;
}

/** A form that a button opens. */
export function FormDialog<T>(props: FormDialogProps<T>) {
  const { action, hidden, beside = [], failed, isPlain = false, confirm, leave = "Cancel", children, ...asked } = props;
  const [open, setOpen] = useState(false);
  const ended = useEnded(asked, () => setOpen(false));
  const { form, clear } = useScriptForm(action, ended);
  return (
    <Asking {...asked} open={open} setOpen={setOpen} clear={clear}>
      <Form to={form} beside={beside} failed={failed} hidden={hidden} className="text-left">
        {children}
        {isPlain ? (
          <Submit>{confirm}</Submit>
        ) : (
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="secondary">{leave}</Button>
            </DialogClose>
            <Submit variant={(asked.variant ?? "danger") === "danger" ? "danger" : "primary"}>{confirm}</Submit>
          </DialogFooter>
        )}
      </Form>
    </Asking>
  );
}

type Ended<T> = Pick<Asked<T>, "said" | "leadsTo" | "leavesTo" | "done">;

function useEnded<T>({ said, leadsTo, leavesTo, done }: Ended<T>, close: () => void): (value: T) => void {
  const announce = useAnnounce();
  const router = useRouter();
  return (value) => {
    close();
    if (leadsTo !== undefined) router.push(leadsTo);
    if (said !== undefined) announce(said);
    if (leavesTo !== undefined) location.assign(leavesTo);
    done?.(value);
  };
}

interface AskingProps extends Pick<Asked<never>, "label" | "about" | "variant" | "size" | "title" | "description"> {
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
  readonly clear: () => void;
  readonly className?: string;
  readonly children: ReactNode;
}

function Asking(props: AskingProps) {
  const { label, about, variant = "danger", size = "sm", title, description, open, setOpen, clear, className } = props;
  return (
    <Dialog
      open={open}
      onOpenChange={(wanted) => {
        clear();
        setOpen(wanted);
      }}
    >
      <DialogTrigger asChild>
        <Button variant={variant} size={size}>
          {label}
          {about === undefined ? null : <span className="sr-only"> {about}</span>}
        </Button>
      </DialogTrigger>
      <DialogContent title={title} description={description} className={className}>
        {props.children}
      </DialogContent>
    </Dialog>
  );
}
