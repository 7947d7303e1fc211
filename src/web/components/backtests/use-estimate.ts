"use client";

import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import type { BacktestEstimate } from "#src/contract/backtests.ts";
import { estimateOrder } from "#src/web/actions/backtests.ts";
import type { Outcome } from "#src/web/actions/outcome.ts";
import { send } from "#src/web/components/ui/send.ts";

const quietMs = 350;

/** What the form would take: asked when the page is alive, and with `ask`, once nobody has typed for a moment. */
export function useEstimate(form: RefObject<HTMLFormElement | null>) {
  const [estimate, setEstimate] = useState<Outcome<BacktestEstimate> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(0);
  const ask = useCallback((): void => {
    clearTimeout(timer.current);
    asked.current += 1;
    const number = asked.current;
    timer.current = setTimeout(async () => {
      if (form.current === null) return;
      const answer = await send(estimateOrder, new FormData(form.current));
      // What was asked about an earlier state of the form says nothing any more.
      if (number === asked.current) setEstimate(answer);
    }, quietMs);
  }, [form]);
  useEffect(() => {
    ask();
    return () => clearTimeout(timer.current);
  }, [ask]);
  return { estimate, ask };
}
