/** The ways in which cells are written, each with one that tells it, and one that could be either. */
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
