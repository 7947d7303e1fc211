"use client";

import { useEffect, useState } from "react";

type Draw = (text: string) => string;

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
