import { existsSync } from "node:fs";
import { homedir, platform } from "node:os";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { inspect } from "node:util";
import { z } from "zod";
import { InvalidInput } from "./errors.ts";
import { readHostNames, readNetworks } from "./networks.ts";
import { readPrices, readVendors } from "./choice-settings.ts";
import { paymentsOf, paymentVariables } from "./payment-settings.ts";
import { seconds, switchOn, text, url, usd, whole } from "./variable-kinds.ts";

/** Every variable that is read, by its name. `.env.example` documents each. */
const Environment = z.object({
  CONCLAVE_HOME: text,
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
  INTERNAL_HOST: z.string().default("127.0.0.1"),
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  AUTH_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  AUTH_SECRET_PREVIOUS: z
    .string()
    .transform((list) => list.split(",").map((one) => one.trim()))
    .pipe(z.array(z.string().min(32, "must be secrets of at least 32 characters, separated by commas")))
    .default([]),
  ADMIN_APPROVAL_USD: usd.default("500.00"),
  GITHUB_CLIENT_ID: text,
  GITHUB_CLIENT_SECRET: text,
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// address" }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^<>\r\n]*<?[^\s<>@]+@[^\s<>@]+>?$/, "must be a mail address, or a name and <address>")
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
  ASSISTANT_EMBEDDING_URL: url.optional(),
  ASSISTANT_EMBEDDING_MODEL: text,
  ASSISTANT_EMBEDDING_API_KEY: text,
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  SERVICE_MAX_CONCURRENCY: whole(1, 1000).default(4),
  SERVICE_MAX_QUEUED: whole(1, 1_000_000).default(1000),
  SERVICE_AUTH: z.enum(["open", "key"]).optional(),
  SERVICE_JOB_TIMEOUT_SECONDS: seconds(86_400).default(1800),
  WEBHOOK_ALLOW_PRIVATE: switchOn.default(false),
  SERVICE_LLM_PROVIDER: text,
  SERVICE_DEEP_THINK_LLM: text,
  SERVICE_QUICK_THINK_LLM: text,
  SERVICE_LLM_BASE_URL: url.optional(),
  SERVICE_MAX_DEBATE_ROUNDS: whole(1, 10).default(1),
  SERVICE_MAX_RISK_DISCUSS_ROUNDS: whole(1, 10).default(1),
  SERVICE_ONLINE_TOOLS: switchOn.optional(),
  SERVICE_RUN_BUDGET_USD: usd.optional(),
  SERVICE_MODEL_CONCURRENCY: whole(1, 64).default(4),
  SERVICE_MODEL_TIMEOUT_SECONDS: seconds(3600).default(300),
  SERVICE_MODEL_IDLE_SECONDS: seconds(3600).default(60),
  SERVICE_MODEL_PRICES: z.string().transform(readPrices).optional(),
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
  OLLAMA_BASE_URL: url.default("http://127.0.0.1:11434"),
  ALPHA_VANTAGE_API_KEY: text,
  FINNHUB_API_KEY: text,
  FRED_API_KEY: text,
  EDGAR_CONTACT: z.email("must be a mail address").optional(),
});

/** The names of all variables, for the test that holds `.env.example` to them. */
export const variableNames: readonly string[] = Object.keys(Environment.shape);

/** What each is when it is not set, for texts that speak of it; none for one without a default. */
export const variableDefaults: Readonly<Record<string, unknown>> = Environment.parse({});

export type Settings = ReturnType<typeof readSettings>;

/**
 * The settings in force, from variables as text; an empty one counts as unset.
 * @throws InvalidInput that names the variable and the rule, and never its value: it may be a secret
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>) {
  const given = Object.fromEntries(
    variableNames.flatMap((name) => (env[name] === undefined || env[name] === "" ? [] : [[name, env[name]]])),
  );
  const read = Environment.safeParse(given);
  if (!read.success) {
    throw new InvalidInput(read.error.issues.map(({ path, message }) => `${String(path[0])} ${message}`).join("; "));
  }
  const { data } = read;
  return {
    home: data.CONCLAVE_HOME === undefined ? usualHome(env) : resolve(data.CONCLAVE_HOME),
    service: serviceOf(data),
    /** The inner ports as they were set; `null`: `up` takes a free one, and a role on its own its default. */
    setPorts: {
      worker: given["WORKER_PORT"] === undefined ? null : data.WORKER_PORT,
      metrics: given["METRICS_PORT"] === undefined ? null : data.METRICS_PORT,
      web: given["WEB_PORT"] === undefined ? null : data.WEB_PORT,
    },
    signIn: unprintable({
      /** `null`: one that is made once and kept under the home folder. */
      secret: data.AUTH_SECRET ?? null,
      /** What it was before, the newest first: opens what was sealed then. */
      previousSecrets: data.AUTH_SECRET_PREVIOUS,
      github: pairOf(data.GITHUB_CLIENT_ID, data.GITHUB_CLIENT_SECRET),
      google: pairOf(data.GOOGLE_CLIENT_ID, data.GOOGLE_CLIENT_SECRET),
      smtpUrl: data.SMTP_URL ?? null,
      mailFrom: data.MAIL_FROM ?? null,
    }),
    operator: unprintable({
      /** Asked for by `/metrics`; `null`: they are told on a loopback address alone. */
      metricsToken: data.METRICS_TOKEN ?? null,
    }),
    payments: unprintable(paymentsOf(data)),
    assistant: unprintable({
      /** `null`: passages are found by their words alone. */
      embeddingUrl: data.ASSISTANT_EMBEDDING_URL ?? null,
      embeddingModel: data.ASSISTANT_EMBEDDING_MODEL ?? null,
      embeddingKey: data.ASSISTANT_EMBEDDING_API_KEY ?? null,
    }),
    signals: {
      /** `null`: not said; then it follows from the data there is. */
      watchlist: data.SIGNAL_WATCHLIST ?? null,
      dailyBudgetUsd: data.SIGNAL_DAILY_BUDGET_USD,
      runs: data.SIGNAL_RUNS,
      /** The share of the repetitions that must agree, 0 to 1. */
      threshold: data.SIGNAL_MIN_AGREEMENT_PERCENT / 100,
      slots: data.SIGNAL_MAX_CONCURRENCY,
      delayMs: data.SIGNAL_DELAY_MINUTES * 60_000,
    },
    reasoner: {
      provider: data.SERVICE_LLM_PROVIDER ?? null,
      deep: data.SERVICE_DEEP_THINK_LLM ?? null,
      quick: data.SERVICE_QUICK_THINK_LLM ?? null,
      baseUrl: data.SERVICE_LLM_BASE_URL ?? null,
      concurrency: data.SERVICE_MODEL_CONCURRENCY,
      totalMs: data.SERVICE_MODEL_TIMEOUT_SECONDS * 1000,
      idleMs: data.SERVICE_MODEL_IDLE_SECONDS * 1000,
      prices: data.SERVICE_MODEL_PRICES ?? {},
    },
    rounds: data.SERVICE_MAX_DEBATE_ROUNDS,
    riskRounds: data.SERVICE_MAX_RISK_DISCUSS_ROUNDS,
    /** What an administrator may give or take alone, in an action and in a day; US cents. */
    adminAllowanceMinor: Math.round(Number(data.ADMIN_APPROVAL_USD) * 100),
    /** `null`: not said; then named archives answer alone, and the online chain answers where none is named. */
    onlineTools: data.SERVICE_ONLINE_TOOLS ?? null,
    budgetUsd: data.SERVICE_RUN_BUDGET_USD ?? null,
    archives: data.MARKET_ARCHIVES,
    /** By kind of data; `null` leaves the choice to the program. */
    vendors: data.MARKET_VENDORS ?? null,
    ollamaBaseUrl: data.OLLAMA_BASE_URL,
    edgarContact: data.EDGAR_CONTACT ?? null,
    keys: unprintable(keysOf(data)),
  };
}

function serviceOf(data: z.infer<typeof Environment>) {
  return {
    /** `null`: the Postgres in the box, which only `up` starts. */
    databaseUrl: data.DATABASE_URL ?? null,
    /** Whose user may change tables; `null`: the one of DATABASE_URL. */
    migrationUrl: data.DATABASE_MIGRATION_URL ?? null,
    /** 0 takes any free port. */
    port: data.PORT,
    host: data.HOST,
    workerPort: data.WORKER_PORT,
    metricsPort: data.METRICS_PORT,
    /** Where the pages' own process listens. */
    webPort: data.WEB_PORT,
    /** What the pages, the worker's health and the figures listen on: all that is not for people. */
    internalHost: data.INTERNAL_HOST,
    /** Where the front door finds the pages; `null`: there are none. */
    webUrl: data.WEB_URL ?? null,
    /** The address that people use, without a slash at its end; `null`: whatever they asked for. */
    publicUrl: data.PUBLIC_URL ?? null,
    /** Names that people may use beside that of the public address. */
    allowedHosts: data.ALLOWED_HOSTS,
    hsts: data.HSTS,
    /** Addresses and networks of proxies whose word on who asks is taken. */
    trustedProxies: data.TRUSTED_PROXIES,
    /** Where the front door asks how the worker is; `null`: nowhere. */
    signalEngineUrl: data.SIGNAL_ENGINE_URL ?? null,
    logLevel: data.LOG_LEVEL,
    /** Runs at a time, over all workers. */
    maxConcurrency: data.SERVICE_MAX_CONCURRENCY,
    maxQueued: data.SERVICE_MAX_QUEUED,
    /** `null`: open where nobody else reaches the service, key elsewhere. */
    auth: data.SERVICE_AUTH ?? null,
    jobTimeoutMs: data.SERVICE_JOB_TIMEOUT_SECONDS * 1000,
    webhookAllowPrivate: data.WEBHOOK_ALLOW_PRIVATE,
  };
}

function keysOf(data: z.infer<typeof Environment>) {
  return {
    openai: data.OPENAI_API_KEY ?? null,
    anthropic: data.ANTHROPIC_API_KEY ?? null,
    google: data.GOOGLE_GENERATIVE_AI_API_KEY ?? null,
    xai: data.XAI_API_KEY ?? null,
    deepseek: data.DEEPSEEK_API_KEY ?? null,
    mistral: data.MISTRAL_API_KEY ?? null,
    groq: data.GROQ_API_KEY ?? null,
    openrouter: data.OPENROUTER_API_KEY ?? null,
    azure: data.AZURE_API_KEY ?? null,
    azureResource: data.AZURE_RESOURCE_NAME ?? null,
    awsRegion: data.AWS_REGION ?? null,
    awsAccessKeyId: data.AWS_ACCESS_KEY_ID ?? null,
    awsSecretAccessKey: data.AWS_SECRET_ACCESS_KEY ?? null,
    awsSessionToken: data.AWS_SESSION_TOKEN ?? null,
    bedrock: data.AWS_BEARER_TOKEN_BEDROCK ?? null,
    openaiCompatible: data.OPENAI_COMPATIBLE_API_KEY ?? null,
    alphaVantage: data.ALPHA_VANTAGE_API_KEY ?? null,
    finnhub: data.FINNHUB_API_KEY ?? null,
    fred: data.FRED_API_KEY ?? null,
    /** For the API of a Conclave elsewhere, as the `jobs` commands send it. */
    conclave: data.CONCLAVE_API_KEY ?? null,
  };
}

/** A provider counts as set up when both of its values are there. */
function pairOf(clientId: string | undefined, clientSecret: string | undefined) {
  return clientId === undefined || clientSecret === undefined ? null : { clientId, clientSecret };
}

/** The settings of a process that was started with all of them in its environment. */
export function settingsInForce(): Settings {
  return readSettings(process.env);
}

/** The machine's settings: its environment, filled up from a `.env` file in `folder` where there is one. */
export function loadSettings(folder: string): Settings {
  const file = join(folder, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
  return readSettings(process.env);
}

/** Whether npm or npx started us, as `npm start` does: it names the script then. */
export function startedByNpm(): boolean {
  return process.env["npm_lifecycle_event"] !== undefined;
}

/** What a process that we start finds in its environment: ours, and `more`. */
export function childEnvironment(more: Readonly<Record<string, string>>): Record<string, string | undefined> {
  return { ...process.env, ...more };
}

/** For libraries that read the environment themselves, before they are loaded. */
export function setEnvironment(variables: Readonly<Record<string, string>>): void {
  Object.assign(process.env, variables);
}

/** The same object, but a log line, an error report or a stored settings file does not show what is in it. */
function unprintable<T extends object>(secrets: T): T {
  const shown = { value: () => "[not shown]" };
  return Object.defineProperties(secrets, { toJSON: shown, [inspect.custom]: shown });
}

/** Where the platform keeps a user's data. */
function usualHome(env: Readonly<Record<string, string | undefined>>): string {
  const home = homedir();
  // The XDG rule: a relative path counts as unset. So does an empty text.
  const folder = (name: string, usual: string): string => {
    const given = env[name] ?? "";
    return isAbsolute(given) ? given : usual;
  };
  switch (platform()) {
    case "darwin":
      return join(home, "Library", "Application Support", "conclave");
    case "win32":
      return join(folder("LOCALAPPDATA", join(home, "AppData", "Local")), "conclave");
    default:
      return join(folder("XDG_DATA_HOME", join(home, ".local", "share")), "conclave");
  }
}
