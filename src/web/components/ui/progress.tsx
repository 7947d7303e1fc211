import { classNames } from "./class-names.ts";

interface Props {
  readonly label: string;
  /** Of `max`; null when how long it takes is not known. */
  readonly value: number | null;
  readonly max?: number;
  readonly className?: string;
}

const track =
  "[&::-webkit-progress-bar]:rounded-full [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-accent [&::-webkit-progress-value]:transition-[width] motion-reduce:[&::-webkit-progress-value]:transition-none [&::-moz-progress-bar]:rounded-full [&::-moz-progress-bar]:bg-accent";

export function Progress({ label, value, max = 100, className }: Props) {
  return (
    <progress
      aria-label={label}
      max={max}
      // Without a value the browser knows that it cannot say how far along it is.
      {...(value === null ? {} : { value: Math.min(Math.max(value, 0), max) })}
      className={classNames(
        "block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-sunken",
        track,
        value === null && "animate-pulse bg-accent/40 [&::-webkit-progress-bar]:bg-accent/40",
        className,
      )}
    />
  );
}
