import type { Instant } from "../clock.ts";

/* Dates for people. As-of dates, sessions and whatever a program reads stay ISO. */

const days = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
const times = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });

/** `3 Jun 2019`, in UTC. */
export function dayText(at: Instant): string {
  return days.format(at);
}

/** `3 Jun 2019 at 14:05 UTC`. */
export function dayAndTimeText(at: Instant): string {
  return `${dayText(at)} at ${times.format(at)} UTC`;
}
