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
