/** Bracketed parts from the left. Unclosed ones are passed over and looked into again. Linear. */
export function objectSlices(text: string): string[] {
  const slices: string[] = [];
  const open: number[] = [];
  /** Where the slices begin that a wider one holds. */
  const starts: number[] = [];
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
      while ((starts.at(-1) ?? -1) > start) {
        starts.pop();
        slices.pop();
      }
      starts.push(start);
      slices.push(text.slice(start, at + 1));
    }
  }
  return slices;
}
