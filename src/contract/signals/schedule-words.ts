import type { Schedule } from "./signals.ts";

export const weekdayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** As people choose it: after closes, on days at a time, or by cron. */
export type ScheduleWords =
  | { readonly kind: "close" }
  /** `days`: `daily`, `weekdays`, or 0 (Sunday) to 6. `time`: `07:00`. */
  | { readonly kind: "days"; readonly days: string; readonly time: string; readonly zone: string }
  | { readonly kind: "cron"; readonly cron: string; readonly zone: string };

export const dayChoices = [
  { value: "daily", label: "Every day" },
  { value: "weekdays", label: "Monday to Friday" },
  ...[1, 2, 3, 4, 5, 6, 0].map((day) => ({ value: String(day), label: `${weekdayNames[day]}s` })),
];

/** A schedule in words, where words can express all of it. */
export function wordsOf(schedule: Schedule): ScheduleWords {
  if (schedule.kind === "close") return schedule;
  const [, minute, hour, days] = /^(\d{1,2}) (\d{1,2}) \* \* (\*|1-5|[0-7])$/.exec(schedule.cron.trim()) ?? [];
  if (minute === undefined || hour === undefined || days === undefined || Number(minute) > 59 || Number(hour) > 23)
    return schedule;
  const chosen = days === "*" ? "daily" : days === "1-5" ? "weekdays" : String(Number(days) % 7);
  return {
    kind: "days",
    days: chosen,
    time: `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`,
    zone: schedule.zone,
  };
}

/** An impossible time gives a line that its check refuses. */
export function cronOf({ days, time }: { readonly days: string; readonly time: string }): string {
  const [hour = "", minute = ""] = time.split(":").map((part) => part.replace(/^0(?=\d)/, ""));
  const field = days === "daily" ? "*" : days === "weekdays" ? "1-5" : days;
  return `${minute} ${hour} * * ${field}`;
}

/** `Mondays at 07:00`; `null` for a cron line that words do not cover. */
export function scheduleWords(schedule: Schedule): string | null {
  const words = wordsOf(schedule);
  if (words.kind === "close") return "After each close";
  if (words.kind === "cron") return null;
  const label = dayChoices.find(({ value }) => value === words.days)?.label ?? "";
  return `${label} at ${words.time}`;
}
