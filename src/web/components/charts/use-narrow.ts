import { useSyncExternalStore } from "react";

const query = "(width < 40rem)";

/** Whether the window is as narrow as a phone's. The server takes it as wide. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", changed);
      return () => media.removeEventListener("change", changed);
    },
    () => window.matchMedia(query).matches,
    () => false,
  );
}
