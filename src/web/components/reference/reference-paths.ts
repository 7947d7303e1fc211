import type { Tone } from "#src/web/components/ui/elements.tsx";

export const referencePath = "/docs/api";

export function operationPath(id: string): string {
  return `${referencePath}/${id}`;
}

export function schemaPath(name: string): string {
  return `${referencePath}/schemas/${name}`;
}

/** Whether each word that was typed stands in `text`. */
export function matches(text: string, query: string): boolean {
  const all = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** The colour of a status: it worked, it leads elsewhere, the request was at fault, or we were. */
export function toneOf(status: string): Tone {
  if (status.startsWith("2")) return "positive";
  if (status.startsWith("4")) return "warning";
  return status.startsWith("5") ? "negative" : "info";
}
