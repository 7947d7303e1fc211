import { useEffect } from "react";
import { useRefresh } from "#src/web/components/ui/use-refresh.ts";
import { isSignedIn } from "#src/web/is-signed-in.ts";

const reloadAfterMs = 5000;

/**
 * Has the server say what an ended run looks like, and loads the page anew where that is not heard.
 * @param beforeLoad where the reader is to be once it is loaded
 */
export function useTurned(ended: boolean, beforeLoad: (() => void) | null): void {
  const refresh = useRefresh();
  useEffect(() => {
    if (!ended) return undefined;
    void refresh();
    // The router can lose a refresh among others on a busy machine, and the page would stay as it is for ever.
    const load = async (): Promise<void> => {
      if (!(await isSignedIn())) return;
      beforeLoad?.();
      window.location.reload();
    };
    const timer = setInterval(() => void load(), reloadAfterMs);
    return () => clearInterval(timer);
  }, [ended, beforeLoad, refresh]);
}
