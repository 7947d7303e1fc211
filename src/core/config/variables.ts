import { delimiter, resolve } from "node:path";
import { z } from "zod";
import {
  readModels,
  readNamed,
  readVendors,
  paymentVariables,
  contact,
  modelUrl,
  origin,
  providerName,
  seconds,
  secrets,
  switchOn,
  text,
  url,
  usd,
  whole,
} from "./variable-kinds.ts";
import { modelProviders } from "./model-servers.ts";
import { isIP } from "node:net";

/** What nobody has to set. */
export const constants = {
  maxQueued: 1000,
  /** In an action and in a day; US cents. */
  adminAllowanceMinor: 50_000,
  /** Of the repetitions, how many must agree. */
  agreementPercent: 60,
  signalDelayMinutes: 30,
  /** The house list's runs take at most one of this many slots. */
  slotsPerSignalRun: 4,
  workerPort: 3001,
  metricsPort: 3002,
  webPort: 3003,
  internalHost: "127.0.0.1",
} as const;

/** The calendars that OpenTimestamps' own client asks. */
export const publicCalendars = [
  "https://a.pool.opentimestamps.org",
  "https://b.pool.opentimestamps.org",
  "https://a.pool.eternitywall.com",
] as const;

const perProvider = (list: string, context: z.RefinementCtx) =>
  readNamed(list, [...modelProviders, "embedding"], context, true);

/** Every variable that is read, by its name. `.env.example` documents each. */
export const Environment = z.object({
  CONCLAVE_HOME: text,
  CONCLAVE_URL: url.optional(),
  CONCLAVE_API_KEY: text,
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" }).optional(),
  DATABASE_MIGRATION_URL: z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" }).optional(),
  PORT: whole(0, 65535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  PUBLIC_URL: z
    .string()
    .transform((list) => list.split(/[\s,]+/))
    .pipe(z.array(origin))
    .default([]),
  TRUSTED_PROXIES: z.string().transform(readNetworks).default([]),
  SECURITY_CONTACT: contact.optional(),
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  AUTH_SECRET: secrets(32).default([]),
  BACKUP_PASSPHRASE: z.string().min(16, "must have at least 16 characters").optional(),
  SESSION_HOURS: whole(1, 8760).default(720),
  SIGN_IN_WITH: z
    .string()
    .transform((list, context) => readNamed(list, ["github", "google"], context))
    .pipe(z.record(z.string(), z.string().regex(/^[^:]+:.+$/s, "must be like github=CLIENT_ID:CLIENT_SECRET")))
    .default({}),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// address" }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^<>\r\n]*<?[^\s<>@]+@[^\s<>@]+>?$/, "must be an email address, or a name and <address>")
    .optional(),
  ...paymentVariables,
  SIGNAL_WATCHLIST: z
    .string()
    .regex(/^[^\s,]{1,32}(?:[\s,]+[^\s,]{1,32})*$/, "must be symbols such as AAPL,BTC-USD, separated by commas")
    .transform((list) => [...new Set(list.split(/[\s,]+/))])
    .optional(),
  SIGNAL_DAILY_BUDGET_USD: usd.default("0.00"),
  SIGNAL_RUNS: whole(1, 5).default(1),
  RETENTION_DAYS: z
    .string()
    .transform((list, context) => readNamed(list, ["events", "journals", "results"], context))
    .pipe(z.record(z.string(), whole(1, 36_500)))
    .default({}),
  TIMESTAMP_URL: z
    .union([z.literal("opentimestamps"), url], "must be an http or https address, or opentimestamps")
    .optional(),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^(?:https?:\/\/[^\s?#]+\/bot)?\d{1,20}:[\w-]{20,100}$/, "must be a bot token such as 123456:ABC…")
    .optional(),
  ASSISTANT_EMBEDDING_MODEL: text,
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  SERVICE_MAX_CONCURRENCY: whole(1, 1000).default(4),
  SERVICE_AUTH: z.enum(["open", "key"]).optional(),
  SERVICE_JOB_TIMEOUT_SECONDS: seconds(86_400).default(1800),
  WEBHOOK_ALLOW_PRIVATE: switchOn.default(false),
  SERVICE_LLM_PROVIDER: providerName,
  SERVICE_DEEP_THINK_LLM: text,
  SERVICE_QUICK_THINK_LLM: text,
  SERVICE_LLM_API_KEY: z.string().transform(perProvider).default({}),
  SERVICE_LLM_BASE_URL: z.string().transform(perProvider).pipe(z.record(z.string(), modelUrl)).default({}),
  SERVICE_DEEP_LLM_PROVIDER: providerName,
  SERVICE_REASONING_EFFORT: z
    .enum(["none", "minimal", "low", "medium", "high", "xhigh"], "must be none, minimal, low, medium, high or xhigh")
    .optional(),
  SERVICE_MAX_DEBATE_ROUNDS: whole(1, 10).default(1),
  SERVICE_MAX_RISK_DISCUSS_ROUNDS: whole(1, 10).default(1),
  SERVICE_ONLINE_TOOLS: switchOn.optional(),
  SERVICE_RUN_BUDGET_USD: usd.optional(),
  SERVICE_MONTHLY_BUDGET_USD: usd.optional(),
  SERVICE_MODEL_CONCURRENCY: whole(1, 64).default(4),
  SERVICE_MODEL_TIMEOUT_SECONDS: seconds(3600).default(300),
  SERVICE_MODELS: z.string().transform(readModels).default({}),
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
  AWS_REGION: text,
  AWS_ACCESS_KEY_ID: text,
  AWS_SECRET_ACCESS_KEY: text,
  MARKET_ACCESS: z
    .string()
    .transform((list, context) => readNamed(list, ["edgar", "finnhub", "alpha-vantage", "fred"], context))
    .pipe(
      z.object({ edgar: z.email("must be an email address: edgar=you@example.com").optional() }).catchall(z.string()),
    )
    .default({}),
});

/** The names of all variables, for the test that holds `.env.example` to them. */
export const variableNames: readonly string[] = Object.keys(Environment.shape);

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
