"use client";

import { useRouter } from "next/navigation";
import { dropBacktest, stopBacktest } from "#src/web/actions/backtests.ts";
import { ConfirmButton } from "#src/web/components/account/confirm-button.tsx";
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
      description="What was decided so far is not kept, and there will be no result."
      confirm="Cancel the backtest"
      act={() => stopBacktest(id)}
      done={() => {
        show({ title: `The backtest of ${name} is cancelled` });
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
      description="It is gone for good, with its result and its files. The command that makes it again stands on this page."
      confirm="Delete the backtest"
      act={() => dropBacktest(id)}
      done={() => {
        show({ title: `The backtest of ${name} is deleted` });
        router.push("/backtests");
        router.refresh();
      }}
    />
  );
}
