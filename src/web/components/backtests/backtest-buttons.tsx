"use client";

import { useRouter } from "next/navigation";
import { removeBacktest, stopBacktest } from "#src/web/actions/backtests.ts";
import { ConfirmButton } from "#src/web/components/ui/confirm-button.tsx";
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
