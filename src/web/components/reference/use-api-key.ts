"use client";

import { useSyncExternalStore } from "react";

const place = "conclave.api-key";
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function keep(key: string): void {
  if (key === "") sessionStorage.removeItem(place);
  else sessionStorage.setItem(place, key);
  for (const listener of listeners) listener();
}

/** The key that "Try it" sends. This tab keeps it, no other does, and it ends with the tab. */
export function useApiKey(): readonly [key: string, keep: (key: string) => void] {
  const key = useSyncExternalStore(
    subscribe,
    () => sessionStorage.getItem(place) ?? "",
    () => "",
  );
  return [key, keep];
}
