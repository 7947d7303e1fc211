/**
 * JSON text with a line for each member, every token as it stands: numbers keep their digits and repeated keys stay,
 * which reading it and writing it anew would not promise. What is no JSON comes out in some order of lines too.
 */
export function indentJson(text: string): string {
  let depth = 0;
  let out = "";
  const line = (): string => `\n${"  ".repeat(Math.max(0, depth))}`;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{[]\s*[}\]]|[{}[\],:]|[^\s"{}[\],:]+|"/gs)) {
    if (token === "{" || token === "[") {
      depth += 1;
      out += token + line();
    } else if (token === "}" || token === "]") {
      depth -= 1;
      out += line() + token;
    } else if (token === ",") out += `,${line()}`;
    else if (token === ":") out += ": ";
    else out += /^[{[]/.test(token) ? token.replaceAll(/\s/g, "") : token;
  }
  return out;
}
