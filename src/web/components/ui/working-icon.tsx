import { Hourglass, LoaderCircle } from "lucide-react";
import { classNames } from "./class-names.ts";

/** Turns while something is under way. For readers who want no motion an hourglass stands in its place. */
export function WorkingIcon({ className }: { className?: string | undefined }) {
  return (
    <>
      <LoaderCircle aria-hidden className={classNames("animate-spin motion-reduce:hidden", className)} />
      <Hourglass aria-hidden className={classNames("hidden motion-reduce:block", className)} />
    </>
  );
}
