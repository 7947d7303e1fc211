"use client";

import { useRouter } from "next/navigation";
import { continueBacktest, holdBacktest, removeBacktest, stopBacktest } from "#src/web/actions/backtests.ts";
import type { Action } from "#src/web/actions/action.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { ConfirmButton } from "#src/web/components/ui/confirm-button.tsx";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { useAction } from "#src/web/components/ui/use-action.ts";
import { useToast } from "#src/web/components/ui/toast.tsx";

interface Props {
  readonly id: string;
  /** Its symbols, in words. */
  readonly name: string;
}

export function CancelBacktestButton({ id, name }: Props) {
  const router = useRouter();
  const show = useToast();
  return (
    <ConfirmButton
      label="Cancel"
      size="md"
      title={`Cancel the backtest of ${name}?`}
      description="Decisions made so far are discarded, and there will be no result."
      confirm="Cancel backtest"
      action={stopBacktest}
      given={[id]}
      done={() => {
        show({ title: `Backtest of ${name} cancelled` });
        router.refresh();
      }}
    />
  );
}

export function DeleteBacktestButton({ id, name }: Props) {
  const router = useRouter();
  const show = useToast();
  return (
    <ConfirmButton
      label="Delete"
      size="md"
      title={`Delete the backtest of ${name}?`}
      description="The backtest, its result and its files are permanently deleted. This page shows the command to run it again."
      confirm="Delete backtest"
      action={removeBacktest}
      given={[id]}
      done={() => {
        show({ title: `Backtest of ${name} deleted` });
        router.push("/backtests");
        router.refresh();
      }}
    />
  );
}

export function PauseBacktestButton({ id, name }: Props) {
  return <PlainButton label="Pause" action={holdBacktest} id={id} title={`Backtest of ${name} paused`} />;
}

export function ResumeBacktestButton({ id, name }: Props) {
  return <PlainButton label="Resume" action={continueBacktest} id={id} title={`Backtest of ${name} resumed`} />;
}

interface PlainProps {
  readonly label: string;
  readonly action: Action<[id: string], null>;
  readonly id: string;
  /** Of the toast. */
  readonly title: string;
}

/** For what can be taken back. */
function PlainButton({ label, action, id, title }: PlainProps) {
  const router = useRouter();
  const show = useToast();
  const { pending, failure, act } = useAction(action, () => {
    show({ title });
    router.refresh();
  });
  return (
    <>
      <FailureAlert failure={failure} />
      <Button variant="secondary" pending={pending} onClick={() => act(id)}>
        {label}
      </Button>
    </>
  );
}
