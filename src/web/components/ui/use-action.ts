"use client";

import { useCallback, useEffect, useRef, useState, createContext, useContext } from "react";
import type { Action } from "#src/web/actions/action.ts";
import type { Outcome, Refusal } from "#src/web/actions/outcome.ts";
import { send } from "./send.ts";

/** Why something did not work, and how to send the same again. */
export interface Failure extends Pick<Refusal, "message" | "remedy"> {
  readonly retry: () => void;
  /** It is under way again. */
  readonly retrying?: boolean;
}

/**
 * One sending at a time: another one while it is under way does nothing. Whoever must first prove who they are is asked
 * to, and it is sent again. Whether it is under way is no transition of React's: those end together, and what waits for
 * a dialog would never let the dialog's own buttons go.
 */
export function useSending() {
  const [pending, setPending] = useState(false);
  const busy = useRef(false);
  const confirm = useConfirmIdentity();
  const start = <T>(once: () => Promise<Outcome<T>>, ended: (outcome: Outcome<T>) => void): void => {
    if (busy.current) return;
    busy.current = true;
    setPending(true);
    const run = async (): Promise<void> => {
      let outcome = await once();
      if (!outcome.ok && outcome.remedy === "confirm" && (await confirm())) outcome = await once();
      busy.current = false;
      setPending(false);
      ended(outcome);
    };
    void run();
  };
  return { pending, start };
}

/** A press of a button. `failure` says why it did not work, and sends the same again. */
export function useAction<In extends readonly unknown[], T>(
  action: Action<In, T>,
  done: (value: T, given: In) => void,
) {
  const { pending, start } = useSending();
  const [failure, setFailure] = useState<Failure | null>(null);
  const act = (...given: In): void =>
    start(
      () => send(action, ...given),
      (outcome) => {
        setFailure(outcome.ok ? null : { ...outcome, retry: () => act(...given) });
        if (outcome.ok) done(outcome.value, given);
      },
    );
  const told = failure !== null && pending ? { ...failure, retrying: true } : failure;
  return { pending, failure: told, clear: () => setFailure(null), act };
}

/** What is asked once, when its place is shown. Give that place a key of what is asked about. */
export function useAnswer<In extends readonly unknown[], T>(action: Action<In, T>, ...given: In) {
  const [outcome, setOutcome] = useState<Outcome<T> | null>(null);
  const asked = useRef(given);
  const ask = useCallback(() => void send(action, ...asked.current).then(setOutcome), [action]);
  useEffect(ask, [ask]);
  const retry = (): void => {
    setOutcome(null);
    ask();
  };
  const failure: Failure | null = outcome === null || outcome.ok ? null : { ...outcome, retry };
  return { value: outcome?.ok === true ? outcome.value : null, failure };
}

export const Confirming = createContext<() => Promise<boolean>>(() => Promise.resolve(false));

/** Asks whoever sits there to prove who they are. Resolves to whether they did. */
function useConfirmIdentity(): () => Promise<boolean> {
  return useContext(Confirming);
}
