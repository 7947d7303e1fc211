"use client";

import { useEffect, useState } from "react";
import { systemClock, type Instant } from "#src/core/clock.ts";

/** The time, each second, while `ticking`; `null` before the page is alive. */
export function useNow(ticking: boolean): Instant | null {
  const [now, setNow] = useState<Instant | null>(null);
  useEffect(() => {
    if (!ticking) return undefined;
    const tick = (): void => setNow(systemClock.now());
    const first = setTimeout(tick, 0);
    const timer = setInterval(tick, 1000);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [ticking]);
  return now;
}
