import { LoaderCircle } from "lucide-react";
import { classNames } from "./class-names.ts";

/** `label` is for screen readers; without one the spinner is decoration beside a text that says the same. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  const icon = <LoaderCircle aria-hidden className={classNames("size-4 animate-spin", className)} />;
  if (label === undefined) return icon;
  return (
    <output className="inline-flex">
      {icon}
      <span className="sr-only">{label}</span>
    </output>
  );
}
