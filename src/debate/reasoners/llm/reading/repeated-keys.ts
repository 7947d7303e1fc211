/**
 * `JSON.parse` takes the last of them.
 * @param json valid JSON
 */
export function repeatedKeys(json: string): ReadonlySet<string> {
  const repeated = new Set<string>();
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const letter = json[at];
    if (letter === "{") open.push(new Set());
    else if (letter === "[") open.push(null);
    else if (letter === "}" || letter === "]") open.pop();
    else if (letter === '"') {
      const end = stringEnd(json, at);
      const keys = open.at(-1);
      if (keys != null && /^\s*:/.test(json.slice(end, end + 40))) {
        const key = json.slice(at + 1, end - 1);
        if (keys.has(key)) repeated.add(key);
        keys.add(key);
      }
      at = end - 1;
    }
  }
  return repeated;
}

/** @returns the offset after the string that opens at `from` */
function stringEnd(json: string, from: number): number {
  let at = from + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
  return at + 1;
}
