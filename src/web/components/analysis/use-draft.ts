"use client";

import { useEffect, useState, type ComponentType } from "react";
import type { DraftProps } from "./draft.tsx";

export type DraftView = ComponentType<DraftProps>;

/** What draws prose, once it is here: it is fetched for those who follow a run, and for nobody else. */
export function useDraft(): DraftView | null {
  const [draft, setDraft] = useState<DraftView | null>(null);
  useEffect(() => {
    let gone = false;
    const load = async (): Promise<void> => {
      const { Draft } = await import("./draft.tsx");
      if (!gone) setDraft(() => Draft);
    };
    void load();
    return () => {
      gone = true;
    };
  }, []);
  return draft;
}
