"use client";

import { Play } from "lucide-react";
import { useRouter } from "next/navigation";
import { Analyst, type AssetType } from "#src/contract/analysis.ts";
import { startAnalysis } from "#src/web/actions/analyses.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { useActionForm } from "#src/web/components/ui/use-form.ts";

export interface Example {
  readonly symbol: string;
  readonly name: string;
  readonly assetType: AssetType;
  readonly tradeDate: string;
  /** Only online sources have it. */
  readonly online: boolean;
}

interface Props {
  readonly example: Example;
  /** Its source does not answer. */
  readonly away: boolean;
  readonly rounds: number;
  readonly once: string;
}

/** Starts an analysis as it stands, and goes to watch it. */
export function ExampleButton({ example: { symbol, name, assetType, tradeDate }, away, rounds, once }: Props) {
  const router = useRouter();
  const { pending, sent, form, errorBeside } = useActionForm(startAnalysis, (id) => router.push(`/analyses/${id}`));
  return (
    <Form to={form} className="grid gap-2">
      <input type="hidden" name="ticker" value={symbol} />
      <input type="hidden" name="trade_date" value={tradeDate} />
      <input type="hidden" name="asset_type" value={assetType} />
      {Analyst.options.map((analyst) => (
        <input key={analyst} type="hidden" name="analysts" value={analyst} />
      ))}
      <input type="hidden" name="max_debate_rounds" value={rounds} />
      <input type="hidden" name="once" value={once} />
      <FailureAlert failure={errorBeside([])} title="The analysis could not be started" />
      <Button
        type="submit"
        variant="secondary"
        pending={pending}
        disabled={away}
        className="h-auto justify-start py-2.5 text-left"
      >
        {pending && sent ? null : <Play aria-hidden />}
        <span className="grid min-w-0">
          <span className="sr-only">Analyse </span>
          <span>{symbol}</span>
          <span className="text-xs font-normal text-balance whitespace-normal text-muted">{name}</span>
          <span className="text-xs font-normal text-muted">{away ? "source away" : `as of ${tradeDate}`}</span>
        </span>
      </Button>
    </Form>
  );
}
