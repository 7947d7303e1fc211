"use client";

import { useRef, useState, useTransition } from "react";
import type { Outcome, Refusal } from "#src/web/actions/outcome.ts";

const lost = "The server could not be reached. Check your connection and try again.";

/** One press of a button: a second one while it is under way does nothing. `message` says why it did not work. */
export function useAct<In extends readonly unknown[], T>(
  work: (...given: In) => Promise<Outcome<T>>,
  done: (value: T) => void,
) {
  const [pending, start] = useTransition();
  const [message, setMessage] = useState<string | null>(null);
  const busy = useRef(false);
  return {
    pending,
    message,
    clear: () => setMessage(null),
    act: (...given: In) => {
      if (busy.current) return;
      busy.current = true;
      start(async () => {
        const outcome = await work(...given).catch((): Refusal => ({ ok: false, message: lost }));
        busy.current = false;
        setMessage(outcome.ok ? null : outcome.message);
        if (outcome.ok) done(outcome.value);
      });
    },
  };
}
