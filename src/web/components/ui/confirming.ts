"use client";

import { createContext, useContext } from "react";

export const Confirming = createContext<() => Promise<boolean>>(() => Promise.resolve(false));

/** Asks whoever sits there to prove who they are. Resolves to whether they did. */
export function useConfirmIdentity(): () => Promise<boolean> {
  return useContext(Confirming);
}
