"use client";

import { useCallback, useState, useSyncExternalStore } from "react";

const changed = "conclave:choice";

function subscribe(notify: () => void): () => void {
  addEventListener(changed, notify);
  addEventListener("storage", notify);
  return () => {
    removeEventListener(changed, notify);
    removeEventListener("storage", notify);
  };
}

/** Whether this browser's reader wants something; off until they do. A browser that keeps nothing holds it for the page. */
export function useChoice(key: string): [boolean, (wanted: boolean) => void] {
  const [here, setHere] = useState(false);
  const kept = useSyncExternalStore<boolean | null>(
    subscribe,
    () => {
      try {
        return localStorage.getItem(key) === "on";
      } catch {
        return null;
      }
    },
    () => false,
  );
  const choose = useCallback(
    (wanted: boolean) => {
      setHere(wanted);
      try {
        if (wanted) localStorage.setItem(key, "on");
        else localStorage.removeItem(key);
      } catch {
        // It holds for this page then.
      }
      dispatchEvent(new Event(changed));
    },
    [key],
  );
  return [kept ?? here, choose];
}
