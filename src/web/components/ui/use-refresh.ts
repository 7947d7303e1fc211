import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { isSignedIn } from "#src/web/is-signed-in.ts";

/**
 * Asks the server for the page anew without anybody having pressed something. Once the session has ended nothing is
 * asked: the server would lead away from the page, and from what is typed on it.
 */
export function useRefresh({ isPublic = false } = {}): () => Promise<void> {
  const router = useRouter();
  return useCallback(async () => {
    if (isPublic || (await isSignedIn())) router.refresh();
  }, [isPublic, router]);
}
