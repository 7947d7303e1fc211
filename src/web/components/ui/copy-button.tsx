"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "./elements.tsx";

/** Puts `text` on the clipboard and says so. `label` names what is copied. */
export function CopyButton({ text, label = "Copy", className }: { text: string; label?: string; className?: string }) {
  const [state, setState] = useState<"ready" | "copied" | "refused">("ready");
  useEffect(() => {
    if (state === "ready") return undefined;
    const timer = setTimeout(() => setState("ready"), 2500);
    return () => clearTimeout(timer);
  }, [state]);
  const words = { ready: label, copied: "Copied", refused: "Could not copy" }[state];
  const Icon = state === "copied" ? Check : Copy;
  return (
    <Button
      variant="secondary"
      size="sm"
      className={className}
      onClick={() => {
        // Without https, or when the browser says no, there is no clipboard.
        const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
        written.then(
          () => setState("copied"),
          () => setState("refused"),
        );
      }}
    >
      <Icon aria-hidden />
      <span aria-live="polite">{words}</span>
    </Button>
  );
}
