import { editDistance } from "../text/edit-distance.ts";

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
