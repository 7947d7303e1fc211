import { delimiter, resolve } from "node:path";
import { z } from "zod";
import { readAddresses, readCutoffs, readPrices, readVendors } from "./choice-settings.ts";
import { serverKeyVariables } from "./model-servers.ts";
import { paymentVariables } from "./payment-settings.ts";
import { contact, modelUrl, providerName, seconds, switchOn, text, url, usd, whole } from "./variable-kinds.ts";
import { isIP } from "node:net";

/** Every variable that is read, by its name. `.env.example` documents each. */
export const Environment = z.object({
  CONCLAVE_HOME: text,
  CONCLAVE_URL: url.optional(),
  CONCLAVE_API_KEY: text,
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" }).optional(),
  DATABASE_MIGRATION_URL: z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" }).optional(),
  PORT: whole(0, 65535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  WORKER_PORT: whole(0, 65535).default(3001),
  METRICS_PORT: whole(0, 65535).default(3002),
  WEB_PORT: whole(0, 65535).default(3003),
  WEB_URL: url.optional(),
  PUBLIC_URL: url
    .regex(/^[a-z]+:\/\/[^/?#@]+\/?$/i, "must be an address without a path")
    .transform((address) => new URL(address).origin)
    .optional(),
  ALLOWED_HOSTS: z.string().transform(readHostNames).default([]),
  TRUSTED_PROXIES: z.string().transform(readNetworks).default([]),
  HSTS: z.enum(["host", "subdomains", "preload"]).default("host"),
  SECURITY_CONTACT: contact.optional(),
  INTERNAL_HOST: z.string().default("127.0.0.1"),
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  AUTH_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  AUTH_SECRET_PREVIOUS: z
    .string()
    .transform((list) => list.split(",").map((one) => one.trim()))
    .pipe(z.array(z.string().min(32, "must be secrets of at least 32 characters, separated by commas")))
    .default([]),
  BACKUP_PASSPHRASE: z.string().min(16, "must have at least 16 characters").optional(),
  BACKUP_PASSPHRASE_FILE: text,
  SESSION_HOURS: whole(1, 8760).default(720),
  ADMIN_APPROVAL_USD: usd.default("500.00"),
  GITHUB_CLIENT_ID: text,
  GITHUB_CLIENT_SECRET: text,
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// address" }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^<>\r\n]*<?[^\s<>@]+@[^\s<>@]+>?$/, "must be an email address, or a name and <address>")
    .optional(),
  ...paymentVariables,
  SIGNAL_ENGINE_URL: url.optional(),
  SIGNAL_WATCHLIST: z
    .string()
    .regex(/^[^\s,]{1,32}(?:[\s,]+[^\s,]{1,32})*$/, "must be symbols such as AAPL,BTC-USD, separated by commas")
    .transform((list) => [...new Set(list.split(/[\s,]+/))])
    .optional(),
  SIGNAL_DAILY_BUDGET_USD: usd.default("0.00"),
  SIGNAL_RUNS: whole(1, 5).default(1),
  SIGNAL_MIN_AGREEMENT_PERCENT: whole(1, 100).default(60),
  SIGNAL_MAX_CONCURRENCY: whole(1, 100).default(1),
  SIGNAL_DELAY_MINUTES: whole(0, 600).default(30),
  RETENTION_EVENTS_DAYS: whole(1, 36_500).optional(),
  RETENTION_JOURNALS_DAYS: whole(1, 36_500).optional(),
  RETENTION_RESULTS_DAYS: whole(1, 36_500).optional(),
  TIMESTAMP_URL: url.optional(),
  OPENTIMESTAMPS_CALENDARS: z
    .string()
    .transform((list) => [...new Set(list.split(/[\s,]+/))])
    .pipe(z.array(url).max(5, "must be at most 5 addresses"))
    .default([]),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d{1,20}:[\w-]{20,100}$/, "must be a bot token such as 123456:ABC…")
    .optional(),
  TELEGRAM_API_URL: url.default("https://api.telegram.org"),
  ASSISTANT_EMBEDDING_URL: modelUrl.optional(),
  ASSISTANT_EMBEDDING_MODEL: text,
  ASSISTANT_EMBEDDING_API_KEY: text,
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: text,
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, "must be a number from 0 to 1")
    .transform(Number)
    .default(1),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  SERVICE_MAX_CONCURRENCY: whole(1, 1000).default(4),
  SERVICE_MAX_QUEUED: whole(1, 1_000_000).default(1000),
  SERVICE_AUTH: z.enum(["open", "key"]).optional(),
  SERVICE_JOB_TIMEOUT_SECONDS: seconds(86_400).default(1800),
  WEBHOOK_ALLOW_PRIVATE: switchOn.default(false),
  SERVICE_LLM_PROVIDER: providerName,
  SERVICE_DEEP_THINK_LLM: text,
  SERVICE_QUICK_THINK_LLM: text,
  SERVICE_LLM_BASE_URL: modelUrl.optional(),
  SERVICE_DEEP_LLM_PROVIDER: providerName,
  SERVICE_DEEP_LLM_BASE_URL: modelUrl.optional(),
  SERVICE_REASONING_EFFORT: z
    .enum(["none", "minimal", "low", "medium", "high", "xhigh"], "must be none, minimal, low, medium, high or xhigh")
    .optional(),
  SERVICE_MODEL_TEMPERATURE: z
    .string()
    .regex(/^(?:[01](?:\.\d+)?|2(?:\.0+)?)$/, "must be a number from 0 to 2")
    .transform(Number)
    .optional(),
  SERVICE_MAX_DEBATE_ROUNDS: whole(1, 10).default(1),
  SERVICE_MAX_RISK_DISCUSS_ROUNDS: whole(1, 10).default(1),
  SERVICE_ASK_AGAIN_FIGURES: switchOn.default(true),
  SERVICE_ONLINE_TOOLS: switchOn.optional(),
  SERVICE_RUN_BUDGET_USD: usd.optional(),
  SERVICE_MONTHLY_BUDGET_USD: usd.optional(),
  SERVICE_MODEL_CONCURRENCY: whole(1, 64).default(4),
  SERVICE_MODEL_TIMEOUT_SECONDS: seconds(3600).default(300),
  SERVICE_MAX_OUTPUT_TOKENS: whole(256, 1_000_000).optional(),
  SERVICE_MODEL_RETRIES: whole(0, 10).optional(),
  SERVICE_MODEL_IDLE_SECONDS: seconds(3600).default(60),
  SERVICE_MODEL_PRICES: z.string().transform(readPrices).optional(),
  SERVICE_MODEL_CUTOFFS: z.string().transform(readCutoffs).optional(),
  SERVICE_CUSTOMER_MODEL_URLS: z.string().transform(readAddresses).optional(),
  MARKET_ARCHIVES: z
    .string()
    .transform((list) =>
      list
        .split(delimiter)
        .filter((dir) => dir !== "")
        .map((dir) => resolve(dir)),
    )
    .default([]),
  MARKET_VENDORS: z.string().transform(readVendors).optional(),
  OPENAI_API_KEY: text,
  ANTHROPIC_API_KEY: text,
  GOOGLE_GENERATIVE_AI_API_KEY: text,
  XAI_API_KEY: text,
  DEEPSEEK_API_KEY: text,
  MISTRAL_API_KEY: text,
  GROQ_API_KEY: text,
  OPENROUTER_API_KEY: text,
  AZURE_API_KEY: text,
  AZURE_RESOURCE_NAME: text,
  AWS_REGION: text,
  AWS_ACCESS_KEY_ID: text,
  AWS_SECRET_ACCESS_KEY: text,
  AWS_SESSION_TOKEN: text,
  AWS_BEARER_TOKEN_BEDROCK: text,
  OPENAI_COMPATIBLE_API_KEY: text,
  OLLAMA_BASE_URL: modelUrl.default("http://127.0.0.1:11434"),
  ALPHA_VANTAGE_API_KEY: text,
  FINNHUB_API_KEY: text,
  FRED_API_KEY: text,
  EDGAR_CONTACT: z.email("must be an email address").optional(),
});

/** The names of all variables, for the test that holds `.env.example` to them. */
export const variableNames: readonly string[] = [...Object.keys(Environment.shape), ...serverKeyVariables];

/** For texts; none without a default. */
export const variableDefaults: Readonly<Record<string, unknown>> = Environment.parse({});

export type Variables = z.infer<typeof Environment>;

/** Copied along, or at the end of a mounted secret. */
const around = /^[\s\p{Default_Ignorable_Code_Point}\p{Format}]+|[\s\p{Default_Ignorable_Code_Point}\p{Format}]+$/gu;
/** Things were sealed with these as they stand. */
const exact = /^(?:AUTH_SECRET|BACKUP_PASSPHRASE)/;

/** The variables that say something. */
export function givenIn(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    variableNames.flatMap((name) => {
      const value = exact.test(name) ? (env[name] ?? "") : (env[name] ?? "").replace(around, "");
      return value === "" ? [] : [[name, value]];
    }),
  );
}

/** Addresses and CIDR networks, separated by commas or spaces. */
function readNetworks(list: string, context: z.RefinementCtx): readonly string[] {
  const networks = list.split(/[\s,]+/).filter((part) => part !== "");
  if (!networks.every(isNetwork)) context.addIssue("must be addresses or networks such as 10.0.0.0/8, fd00::/8");
  return networks;
}

function isNetwork(network: string): boolean {
  const [address = "", bits, ...rest] = network.split("/");
  const longest = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : -1;
  return (
    rest.length === 0 && longest > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
  );
}

/** Host names without a port, separated by commas or spaces. */
function readHostNames(list: string, context: z.RefinementCtx): readonly string[] {
  const names = list.split(/[\s,]+/).filter((part) => part !== "");
  if (!names.every((name) => /^[\w-]+(?:\.[\w-]+)*\.?$/.test(name) || isIP(name) === 6))
    context.addIssue("must be names such as conclave.example, without a port or a wildcard");
  return names.map((name) => name.toLowerCase());
}
