export interface Slice {
  readonly start: number;
  readonly text: string;
}

/** Bracketed parts from the left, and where brackets stand that are never closed, which are looked into again. Linear. */
export function bracketed(text: string): { readonly slices: readonly Slice[]; readonly open: readonly number[] } {
  const slices: Slice[] = [];
  const open: number[] = [];
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (inString) {
      if (letter === "\\") at += 1;
      else if (letter === '"') inString = false;
    } else if (letter === '"' && open.length > 0) inString = true;
    else if (letter === "{" || letter === "[") open.push(at);
    else if (letter === "}" || letter === "]") {
      const start = open.pop();
      if (start === undefined) continue;
      // A wider one holds them.
      while ((slices.at(-1)?.start ?? -1) > start) slices.pop();
      slices.push({ start, text: text.slice(start, at + 1) });
    }
  }
  return { slices, open };
}

export function objectSlices(text: string): string[] {
  return bracketed(text).slices.map((slice) => slice.text);
}
