"use client";

import { useEffect, useState } from "react";
import type { CheckedNumber } from "#src/contract/events.ts";

export type Draw = (text: string, numbers: readonly CheckedNumber[]) => string;

/** What draws prose, once it is here: it is fetched for those who follow a run, and for nobody else. */
export function useDraftMarkup(): Draw | null {
  const [draw, setDraw] = useState<Draw | null>(null);
  useEffect(() => {
    let gone = false;
    const load = async (): Promise<void> => {
      const { draftMarkup } = await import("./draft-markup.ts");
      if (!gone) setDraw(() => draftMarkup);
    };
    void load();
    return () => {
      gone = true;
    };
  }, []);
  return draw;
}
