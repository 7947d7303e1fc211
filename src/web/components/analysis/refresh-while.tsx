"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const everyMs = 3000;

/** Asks the server for the page anew while something on it goes on and somebody looks at it. */
export function RefreshWhile({ active }: { active: boolean }) {
  const router = useRouter();
  useEffect(() => {
    if (!active) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") router.refresh();
    }, everyMs);
    return () => clearInterval(timer);
  }, [active, router]);
  return null;
}
