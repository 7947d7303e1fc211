import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { isSignedIn } from "#src/web/is-signed-in.ts";

const reloadAfterMs = 5000;

/** Has the server say what an ended run looks like, and loads the page anew where that is not heard. */
export function useTurned(ended: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (!ended) return undefined;
    router.refresh();
    // The router can lose a refresh among others on a busy machine, and the page would stay as it is for ever.
    const timer = setInterval(() => {
      void isSignedIn().then((signedIn) => (signedIn ? window.location.reload() : undefined));
    }, reloadAfterMs);
    return () => clearInterval(timer);
  }, [ended, router]);
}
