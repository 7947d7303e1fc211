"use client";

import { useHydrated } from "./early.ts";

type Format = "date" | "datetime" | "time";

const shapes = {
  date: { dateStyle: "medium" },
  time: { timeStyle: "short" },
  datetime: { dateStyle: "medium", timeStyle: "short" },
} as const satisfies Record<Format, Intl.DateTimeFormatOptions>;

interface Props {
  /** An instant, ISO 8601. */
  readonly at: string;
  readonly format?: Format;
  readonly className?: string;
}

/** An instant in the reader's zone. The server does not know the zone, so UTC stands there until the page is alive. */
export function Time({ at, format = "datetime", className }: Props) {
  const hydrated = useHydrated();
  const instant = new Date(at);
  const zone = hydrated ? {} : { timeZone: "UTC" };
  const text = new Intl.DateTimeFormat("en-GB", { ...shapes[format], ...zone }).format(instant);
  return (
    <time dateTime={at} title={at} className={className}>
      {hydrated || format === "date" ? text : `${text} UTC`}
    </time>
  );
}
