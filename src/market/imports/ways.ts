/** Ways to write a cell, each with a telling and an ambiguous example. */
export interface Ways<T> {
  readonly told: ReadonlyMap<T, string>;
  readonly unsure: string | null;
}

export function waysOf<T extends string>(
  cells: Iterable<string>,
  tell: (cell: string) => T | "either" | null,
): Ways<T> {
  const told = new Map<T, string>();
  let unsure: string | null = null;
  for (const cell of cells) {
    const way = tell(cell);
    if (way === "either") unsure ??= cell;
    else if (way !== null && !told.has(way)) told.set(way, cell);
  }
  return { told, unsure };
}
