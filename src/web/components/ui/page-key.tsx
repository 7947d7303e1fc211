"use client";

import { createContext, useContext, type ReactNode } from "react";

const PageKey = createContext("");

/** Gives the forms of a page what tells this loading of it from every other. */
export function PageKeyProvider({ value, children }: { value: string; children: ReactNode }) {
  return <PageKey value={value}>{children}</PageKey>;
}

export function usePageKey(): string {
  return useContext(PageKey);
}
