/** "$230 B", "50.8 B$": a letter apart, which only an amount of money has. */
export function spacedScale(text: string, at: number, bodyEnd: number): string | null {
  const found = /^ (?:[BMTK](?![\w$€£])|[BMTK](?=[$€£₹](?!\d)))/.exec(text.slice(bodyEnd, bodyEnd + 4))?.[0];
  if (found === undefined) return null;
  return /[$€£₹] ?$/.test(text.slice(Math.max(0, at - 2), at)) ||
    /^ [BMTK][$€£₹]/.test(text.slice(bodyEnd, bodyEnd + 3))
    ? found
    : null;
}
