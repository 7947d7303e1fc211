"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { isSignedIn } from "#src/web/is-signed-in.ts";

interface Props {
  readonly active: boolean;
  readonly everyMs?: number;
  /** Everybody may see the page, signed in or not. */
  readonly isPublic?: boolean;
}

/** Asks the server for the page anew while something on it goes on and somebody looks at it. */
export function RefreshWhile({ active, everyMs = 3000, isPublic = false }: Props) {
  const router = useRouter();
  useEffect(() => {
    if (!active) return undefined;
    let ended = false;
    const look = async (): Promise<void> => {
      if (document.visibilityState !== "visible") return;
      // Once the session has ended the server would lead away from the page, and from what is typed on it.
      if ((isPublic || (await isSignedIn())) && !ended) router.refresh();
    };
    const timer = setInterval(() => void look(), everyMs);
    return () => {
      ended = true;
      clearInterval(timer);
    };
  }, [active, everyMs, isPublic, router]);
  return null;
}
