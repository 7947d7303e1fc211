import { classNames } from "./class-names.ts";

/** A grey place for what is on its way; the page around it says that it loads. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames("animate-pulse rounded-md bg-sunken", className)} />;
}
