"use client";

import { useEffect } from "react";
import { useRefresh } from "#src/web/components/ui/use-refresh.ts";

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
