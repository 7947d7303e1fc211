"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect } from "react";

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

interface Props {
  readonly active: boolean;
  readonly everyMs?: number;
  /** Everybody may see the page, signed in or not. */
  readonly isPublic?: boolean;
}

/** Asks the server for the page anew while something on it goes on and somebody looks at it. */
export function RefreshWhile({ active, everyMs = 3000, isPublic = false }: Props) {
  const refresh = useRefresh({ isPublic });
  useEffect(() => {
    if (!active) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void refresh();
    }, everyMs);
    return () => clearInterval(timer);
  }, [active, everyMs, refresh]);
  return null;
}

/** Long enough that something may have been bought or changed in another tab. */
const awayMs = 3000;

/** A tab that somebody comes back to asks for its page anew: plan, balance and lists may be others by now. */
export function RefreshOnReturn() {
  const router = useRouter();
  useEffect(() => {
    let left: number | null = null;
    const look = ({ timeStamp }: Event): void => {
      if (document.visibilityState === "hidden") left = timeStamp;
      else if (left !== null && timeStamp - left > awayMs) router.refresh();
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [router]);
  return null;
}
