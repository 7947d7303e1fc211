"use client";

import { useEffect, useRef, useState } from "react";
import type { Curve, CurveHandle, CurveView } from "./draw-curves.ts";
import type { CrosshairLink } from "./linked-crosshair.ts";

interface Props {
  readonly sessions: readonly string[];
  readonly curves: readonly Curve[];
  readonly view: CurveView;
  /** What is seen, for those who do not. */
  readonly label: string;
  readonly className: string;
  readonly link: CrosshairLink;
  /** The drawing, once there is one; `null` when it is taken away. */
  readonly onDrawn: (drawing: CurveHandle | null) => void;
}

/** Its code is asked for when there is something to draw, and after the text; the box has its size before. */
export function CurveChart({ sessions, curves, view, label, className, link, onDrawn }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [handle, setHandle] = useState<CurveHandle | null>(null);
  useEffect(() => {
    const place = box.current;
    if (place === null) return undefined;
    let made: CurveHandle | null = null;
    let gone = false;
    const draw = async (): Promise<void> => {
      const { drawCurves } = await import("./draw-curves.ts");
      if (gone) return;
      made = drawCurves(place, sessions, curves, link);
      setHandle(made);
      onDrawn(made);
    };
    void draw();
    return () => {
      gone = true;
      setHandle(null);
      onDrawn(null);
      made?.remove();
    };
  }, [sessions, curves, link, onDrawn]);
  useEffect(() => handle?.show(view), [handle, view]);
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn on canvases
  return <div ref={box} role="img" aria-label={label} className={`w-full min-w-0 ${className}`} />;
}
