import type { Tone } from "#src/web/components/ui/elements.tsx";

/** The colour of a status: it worked, it leads elsewhere, the request was at fault, or we were. */
export function toneOf(status: string): Tone {
  if (status.startsWith("2")) return "positive";
  if (status.startsWith("4")) return "warning";
  return status.startsWith("5") ? "negative" : "info";
}
