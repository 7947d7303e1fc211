import { useRouter } from "next/navigation";
import { useCallback } from "react";

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

/** Whether this browser's sign-in session still stands; `false` also where nobody answers. */
export async function isSignedIn(): Promise<boolean> {
  try {
    const answer = await fetch("/api/auth/session");
    return answer.ok && (await answer.text()) !== "null";
  } catch {
    return false;
  }
}
