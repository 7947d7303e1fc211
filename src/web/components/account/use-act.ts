"use client";

import { useRef, useState, useTransition } from "react";
import type { Outcome } from "#src/web/actions/outcome.ts";
import { useConfirmIdentity } from "./confirming.ts";
import { notSent } from "./not-sent.ts";

/** One press of a button: a second one while it is under way does nothing. `message` says why it did not work. */
export function useAct<In extends readonly unknown[], T>(
  work: (...given: In) => Promise<Outcome<T>>,
  done: (value: T) => void,
) {
  const [pending, start] = useTransition();
  const [message, setMessage] = useState<string | null>(null);
  const busy = useRef(false);
  const confirm = useConfirmIdentity();
  return {
    pending,
    message,
    clear: () => setMessage(null),
    act: (...given: In) => {
      if (busy.current) return;
      busy.current = true;
      start(async () => {
        const send = () => work(...given).catch(notSent);
        let outcome = await send();
        if (!outcome.ok && outcome.confirm === true && (await confirm().catch(() => false))) outcome = await send();
        busy.current = false;
        setMessage(outcome.ok ? null : outcome.message);
        if (outcome.ok) done(outcome.value);
      });
    },
  };
}
