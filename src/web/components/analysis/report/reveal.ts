"use client";

import { createContext, useContext } from "react";

/** Brings a line of the evidence table into view, also when the table's filter hides it. */
export const RevealContext = createContext<(id: string) => void>(() => {});

export function useReveal(): (id: string) => void {
  return useContext(RevealContext);
}
