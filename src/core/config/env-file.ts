import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { InvalidInput } from "../errors.ts";

export interface EnvFile {
  readonly variables: Readonly<Record<string, string>>;
  /** The numbers of unreadable lines, from 1. */
  readonly unread: readonly number[];
}

/** UTF-8 or UTF-16, byte order mark, `export` or `set`, spaces, typographic quotes. */
export function readEnvFile(bytes: Uint8Array): EnvFile {
  const lines = textOf(bytes).split(/\r\n?|\n/);
  const unread: number[] = [];
  let quote: string | null = null;
  const plain = lines.map((line, index) => {
    if (quote !== null) {
      if (line.includes(quote)) quote = null;
      return line;
    }
    if (/^\s*(?:#|$)/.test(line)) return "";
    const [, name, given = ""] =
      /^[\s\u200b-\u200f\u2060\ufeff]*(?:(?:export|set|setx)\s+|\$env:)?([A-Za-z_][\w.-]*)\s*=\s*(.*?)\s*$/.exec(
        line,
      ) ?? [];
    if (name === undefined) {
      unread.push(index + 1);
      return "";
    }
    const value = given.replace(/^[“”„](.*)[“”]$/, '"$1"').replace(/^[‘’](.*)[‘’]$/, "'$1'");
    const [open = ""] = /^["'`]/.exec(value) ?? [];
    if (open !== "" && !value.slice(1).includes(open)) quote = open;
    return `${name}=${value}`;
  });
  const variables = parseEnv(plain.join("\n"));
  return {
    variables: Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value ?? ""])),
    unread,
  };
}

/** @throws TypeError for bytes that are not text */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe
      ? "utf-16le"
      : first === 0xfe && second === 0xff
        ? "utf-16be"
        : first !== 0 && second === 0
          ? "utf-16le"
          : first === 0 && second !== 0 && second !== undefined
            ? "utf-16be"
            : "utf-8";
  // The decoder removes a byte order mark.
  return new TextDecoder(encoding).decode(bytes);
}

/** @throws InvalidInput where it cannot be read */
export function envFileAt(file: string): EnvFile {
  try {
    return readEnvFile(readFileSync(file));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return { variables: {}, unread: [] };
    throw new InvalidInput(`${file} cannot be read`, { cause: error });
  }
}
