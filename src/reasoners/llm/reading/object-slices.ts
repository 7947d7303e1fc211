/**
 * The parts of a text that are a JSON object or an array each, as far as their brackets go, from the left. Brackets
 * inside strings count for nothing; one that is never closed is passed over, with what it holds looked at once more.
 * Takes time linear in the length of the text.
 */
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
