import { classNames } from "#src/web/components/ui/class-names.ts";

/** Two sides, and what they argue about between them. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className={classNames("size-6", className)} fill="none" stroke="currentColor">
      <path d="M8.2 4.2a9 9 0 0 0 0 15.6M15.8 4.2a9 9 0 0 1 0 15.6" strokeWidth="2.2" strokeLinecap="round" />
      <circle cx="12" cy="12" r="2.7" fill="currentColor" stroke="none" />
    </svg>
  );
}

export function Logo({ className }: { className?: string }) {
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-2 text-base font-semibold tracking-tight text-ink",
        className,
      )}
    >
      <Mark className="text-accent" />
      Conclave
    </span>
  );
}
