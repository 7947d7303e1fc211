"use client";

import { useRef, useState } from "react";
import type { Outcome } from "#src/web/actions/outcome.ts";
import { useConfirmIdentity } from "./confirming.ts";
import { notSent } from "./not-sent.ts";

/**
 * One press of a button: a second one while it is under way does nothing. `message` says why it did not work. Whether
 * it is under way is no transition of React's: those end together, and what waits for a dialog would never let the
 * dialog's own buttons go.
 */
export function useAct<In extends readonly unknown[], T>(
  work: (...given: In) => Promise<Outcome<T>>,
  done: (value: T) => void,
) {
  const [pending, setPending] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const busy = useRef(false);
  const confirm = useConfirmIdentity();
  async function run(given: In): Promise<void> {
    const send = () => work(...given).catch(notSent);
    let outcome = await send();
    if (!outcome.ok && outcome.confirm === true && (await confirm().catch(() => false))) outcome = await send();
    busy.current = false;
    setPending(false);
    setMessage(outcome.ok ? null : outcome.message);
    if (outcome.ok) done(outcome.value);
  }
  return {
    pending,
    message,
    clear: () => setMessage(null),
    act: (...given: In) => {
      if (busy.current) return;
      busy.current = true;
      setPending(true);
      void run(given);
    },
  };
}
