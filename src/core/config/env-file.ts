import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { InvalidInput } from "../errors.ts";
import { editDistance } from "../text/compare-text.ts";

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

/** Read by Node, Next, npm, proxies, containers, Postgres. */
const foreign =
  /^(?:NODE_|NEXT_|NPM_|COMPOSE_|DOCKER_|POSTGRES_|PG[A-Z]+$|XDG_|LC_|OTEL_|DBOS_|SSL_|UV_|TZ$|LANG$|PATH$|HOME$|USER$|SHELL$|CI$|DEBUG$|NO_COLOR$|FORCE_COLOR$|LOCALAPPDATA$|(?:HTTPS?|ALL|NO)_PROXY$)/i;

/** What other programs call it. */
const otherNames: Readonly<Record<string, string>> = {
  OPENAI_BASE_URL: "SERVICE_LLM_BASE_URL",
  OPENAI_API_BASE: "SERVICE_LLM_BASE_URL",
  LLM_BASE_URL: "SERVICE_LLM_BASE_URL",
  BACKEND_URL: "SERVICE_LLM_BASE_URL",
  LLM_PROVIDER: "SERVICE_LLM_PROVIDER",
  DEEP_THINK_LLM: "SERVICE_DEEP_THINK_LLM",
  QUICK_THINK_LLM: "SERVICE_QUICK_THINK_LLM",
  GOOGLE_API_KEY: "GOOGLE_GENERATIVE_AI_API_KEY",
  GEMINI_API_KEY: "GOOGLE_GENERATIVE_AI_API_KEY",
  CLAUDE_API_KEY: "ANTHROPIC_API_KEY",
  AWS_DEFAULT_REGION: "AWS_REGION",
  OLLAMA_HOST: "SERVICE_LLM_BASE_URL",
  SEC_USER_AGENT: "MARKET_ACCESS",
  EDGAR_CONTACT: "MARKET_ACCESS",
  POSTGRES_URL: "DATABASE_URL",
  DB_URL: "DATABASE_URL",
};

/** Keys that have no variable of their own here. */
function keyName(name: string): string | null {
  if (/^(?:ALPHA_?VANTAGE|FINNHUB|FRED)_/.test(name)) return "MARKET_ACCESS";
  return name.endsWith("_API_KEY") ? "SERVICE_LLM_API_KEY" : null;
}

/** Nobody but us has these. */
const ours = /^(?:CONCLAVE|MARKET|SERVICE|SIGNAL)_(?!.*(?:HOST|PORT))/;

/** Shorter names are close to too many others. */
const shortestCompared = 7;

/**
 * @param file names in `.env`, all meant for us
 * @param environment only near misses are told
 */
export function strayNames(
  file: readonly string[],
  environment: readonly string[],
  known: readonly string[],
): string[] {
  const told = file.flatMap((name) => {
    if (known.includes(name) || foreign.test(name)) return [];
    const near = otherNames[name] ?? nearest(name, known, Math.floor(name.length / 3)) ?? keyName(name);
    return [`${name} in .env is not a setting and is ignored${near === null ? "" : `; did you mean ${near}?`}`];
  });
  const slips = environment.flatMap((name) => {
    if (known.includes(name) || file.includes(name) || foreign.test(name) || name.length < shortestCompared) return [];
    const near = nearest(name, known, ours.test(name) ? Math.floor(name.length / 3) : 2);
    if (near === null && !ours.test(name)) return [];
    return [
      `${name} in the environment is not a setting and is ignored${near === null ? "" : `; did you mean ${near}?`}`,
    ];
  });
  return [...told, ...slips];
}

function nearest(name: string, known: readonly string[], most: number): string | null {
  const plain = name.toUpperCase().replaceAll(/[.-]/g, "_");
  const found = known
    .map((one) => ({ one, off: editDistance(plain, one, most) }))
    .filter(({ off }) => off <= most)
    .toSorted((a, b) => a.off - b.off)[0];
  return found?.one ?? null;
}
