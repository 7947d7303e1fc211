"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

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
