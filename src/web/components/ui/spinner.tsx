import { classNames } from "./class-names.ts";
import { WorkingIcon } from "./working-icon.tsx";

/** `label` is for screen readers; without one the spinner is decoration beside a text that says the same. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  const icon = <WorkingIcon className={classNames("size-4", className)} />;
  if (label === undefined) return icon;
  return (
    <output className="inline-flex">
      {icon}
      <span className="sr-only">{label}</span>
    </output>
  );
}
