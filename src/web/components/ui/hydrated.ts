"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False on the server and while the page comes alive, true afterwards: what only the browser knows waits for it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
