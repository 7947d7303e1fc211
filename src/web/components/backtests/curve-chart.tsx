"use client";

import { useEffect, useRef } from "react";
import type { Curve } from "./draw-curves.ts";
import type { CrosshairLink } from "./linked-crosshair.ts";

interface Props {
  readonly sessions: readonly string[];
  readonly curves: readonly Curve[];
  /** What is seen, for those who do not. */
  readonly label: string;
  readonly className: string;
  readonly link: CrosshairLink;
}

/** Its code is asked for when there is something to draw, and after the text; the box has its size before. */
export function CurveChart({ sessions, curves, label, className, link }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = box.current;
    if (place === null) return undefined;
    let remove: (() => void) | null = null;
    let gone = false;
    const draw = async (): Promise<void> => {
      const { drawCurves } = await import("./draw-curves.ts");
      if (!gone) remove = drawCurves(place, sessions, curves, link);
    };
    void draw();
    return () => {
      gone = true;
      remove?.();
    };
  }, [sessions, curves, link]);
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn on canvases
  return <div ref={box} role="img" aria-label={label} className={`w-full min-w-0 ${className}`} />;
}
