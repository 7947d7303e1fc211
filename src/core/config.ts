import { homedir, platform } from "node:os";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { inspect } from "node:util";
import { envFileAt } from "./env-file.ts";
import { InvalidInput } from "./errors.ts";
import { serverKeyVariables } from "./model-servers.ts";
import { paymentsOf } from "./payment-settings.ts";
import { proxiesOf, useProxies } from "./proxies.ts";
import { strayNames } from "./stray-names.ts";
import { Environment, givenIn, variableNames, type Variables } from "./variables.ts";

export type Settings = ReturnType<typeof readSettings>;

/** What is left of a month cannot be held against runs that may cost any amount. @throws InvalidInput */
function requireRunBudget(data: Pick<Variables, "SERVICE_MONTHLY_BUDGET_USD" | "SERVICE_RUN_BUDGET_USD">): void {
  if (data.SERVICE_MONTHLY_BUDGET_USD !== undefined && data.SERVICE_RUN_BUDGET_USD === undefined)
    throw new InvalidInput("SERVICE_MONTHLY_BUDGET_USD needs SERVICE_RUN_BUDGET_USD, the most that one run may cost");
}

/**
 * Empty counts as unset.
 * @throws InvalidInput that names variable and rule, never the value
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>) {
  const given = givenIn(env);
  const read = Environment.safeParse(given);
  if (!read.success)
    throw new InvalidInput(read.error.issues.map(({ path, message }) => `${String(path[0])} ${message}`).join("; "));
  const { data } = read;
  requireRunBudget(data);
  return {
    ...besidesOf(env),
    home: data.CONCLAVE_HOME === undefined ? usualHome(env) : resolve(data.CONCLAVE_HOME),
    /** `null`: the one on this machine. */
    serviceUrl: data.CONCLAVE_URL ?? null,
    service: serviceOf(data),
    /** `null`: `up` takes a free one, a role its default. */
    setPorts: {
      worker: given["WORKER_PORT"] === undefined ? null : data.WORKER_PORT,
      metrics: given["METRICS_PORT"] === undefined ? null : data.METRICS_PORT,
      web: given["WEB_PORT"] === undefined ? null : data.WEB_PORT,
    },
    signIn: unprintable(signInOf(data)),
    operator: unprintable({
      /** Asked for by `/metrics`; `null`: they are told on a loopback address alone. */
      metricsToken: data.METRICS_TOKEN ?? null,
    }),
    /** The passphrase, or its file. */
    backup: unprintable({ passphrase: data.BACKUP_PASSPHRASE ?? null, file: data.BACKUP_PASSPHRASE_FILE ?? null }),
    telemetry: unprintable({
      endpoint: data.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
      headers: data.OTEL_EXPORTER_OTLP_HEADERS ?? null,
      share: data.OTEL_TRACES_SAMPLER_ARG,
    }),
    payments: unprintable(paymentsOf(data)),
    assistant: unprintable(assistantOf(data)),
    channels: unprintable({
      /** `null`: no chats of Telegram are connected. */
      telegramToken: data.TELEGRAM_BOT_TOKEN ?? null,
      telegramUrl: data.TELEGRAM_API_URL.replace(/\/+$/, ""),
    }),
    signals: signalsOf(data),
    retention: retentionOf(data),
    reasoner: reasonerOf(data),
    rounds: data.SERVICE_MAX_DEBATE_ROUNDS,
    riskRounds: data.SERVICE_MAX_RISK_DISCUSS_ROUNDS,
    /** Set only where it is off. */
    ...(!data.SERVICE_ASK_AGAIN_FIGURES && { askAgainFigures: false as const }),
    /** In an action and in a day; US cents. */
    adminAllowanceMinor: Math.round(Number(data.ADMIN_APPROVAL_USD) * 100),
    /** `null`: archives if named, else the online chain. */
    onlineTools: data.SERVICE_ONLINE_TOOLS ?? null,
    budgetUsd: data.SERVICE_RUN_BUDGET_USD ?? null,
    /** Of all runs on the server's own models; `null`: any amount. */
    monthlyBudgetUsd: data.SERVICE_MONTHLY_BUDGET_USD ?? null,
    archives: data.MARKET_ARCHIVES,
    /** By kind of data; `null` leaves the choice to the program. */
    vendors: data.MARKET_VENDORS ?? null,
    ollamaBaseUrl: data.OLLAMA_BASE_URL,
    edgarContact: data.EDGAR_CONTACT ?? null,
    keys: unprintable({ ...keysOf(data), servers: serverKeysOf(given) }),
  };
}

function besidesOf(env: Readonly<Record<string, string | undefined>>) {
  const notes: readonly string[] = [];
  /** Unread names, and which way requests go. */
  return { notes, proxies: unprintable({ all: proxiesOf(env) }) };
}

function assistantOf(data: Variables) {
  return {
    /** `null`: passages are found by their words alone. */
    embeddingUrl: data.ASSISTANT_EMBEDDING_URL ?? null,
    embeddingModel: data.ASSISTANT_EMBEDDING_MODEL ?? null,
    embeddingKey: data.ASSISTANT_EMBEDDING_API_KEY ?? null,
  };
}

/** `null`: for ever. */
function retentionOf(data: Variables) {
  return {
    events: data.RETENTION_EVENTS_DAYS ?? null,
    journals: data.RETENTION_JOURNALS_DAYS ?? null,
    results: data.RETENTION_RESULTS_DAYS ?? null,
  };
}

/** How the house's list and all watchlists are analysed. */
function signalsOf(data: Variables) {
  return {
    /** `null`: not said; then it follows from the data there is. */
    watchlist: data.SIGNAL_WATCHLIST ?? null,
    dailyBudgetUsd: data.SIGNAL_DAILY_BUDGET_USD,
    runs: data.SIGNAL_RUNS,
    /** The share of the repetitions that must agree, 0 to 1. */
    threshold: data.SIGNAL_MIN_AGREEMENT_PERCENT / 100,
    slots: data.SIGNAL_MAX_CONCURRENCY,
    delayMs: data.SIGNAL_DELAY_MINUTES * 60_000,
  };
}

/** Who argues in new runs, and how it is asked. */
function reasonerOf(data: Variables) {
  return {
    provider: data.SERVICE_LLM_PROVIDER ?? null,
    deep: data.SERVICE_DEEP_THINK_LLM ?? null,
    quick: data.SERVICE_QUICK_THINK_LLM ?? null,
    baseUrl: data.SERVICE_LLM_BASE_URL ?? null,
    deepProvider: data.SERVICE_DEEP_LLM_PROVIDER ?? null,
    deepBaseUrl: data.SERVICE_DEEP_LLM_BASE_URL ?? null,
    effort: data.SERVICE_REASONING_EFFORT ?? null,
    temperature: data.SERVICE_MODEL_TEMPERATURE ?? null,
    concurrency: data.SERVICE_MODEL_CONCURRENCY,
    totalMs: data.SERVICE_MODEL_TIMEOUT_SECONDS * 1000,
    /** `null`: as the reasoner has it by default. */
    maxOutputTokens: data.SERVICE_MAX_OUTPUT_TOKENS ?? null,
    maxRetries: data.SERVICE_MODEL_RETRIES ?? null,
    idleMs: data.SERVICE_MODEL_IDLE_SECONDS * 1000,
    prices: data.SERVICE_MODEL_PRICES ?? {},
    /** Where no provider states one. */
    cutoffs: data.SERVICE_MODEL_CUTOFFS ?? {},
    /** In place of the provider's address. */
    customerUrls: data.SERVICE_CUSTOMER_MODEL_URLS ?? {},
  };
}

function signInOf(data: Variables) {
  return {
    /** `null`: one that is made once and kept under the home folder. */
    secret: data.AUTH_SECRET ?? null,
    /** What it was before, the newest first: opens what was sealed then. */
    previousSecrets: data.AUTH_SECRET_PREVIOUS,
    /** How long a session lasts without use. */
    sessionHours: data.SESSION_HOURS,
    github: pairOf(data.GITHUB_CLIENT_ID, data.GITHUB_CLIENT_SECRET),
    google: pairOf(data.GOOGLE_CLIENT_ID, data.GOOGLE_CLIENT_SECRET),
    smtpUrl: data.SMTP_URL ?? null,
    mailFrom: data.MAIL_FROM ?? null,
  };
}

function serviceOf(data: Variables) {
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
    /** All that is not for people. */
    internalHost: data.INTERNAL_HOST,
    /** Where the front door finds the pages; `null`: there are none. */
    webUrl: data.WEB_URL ?? null,
    /** Who stamps proofs with the time (RFC 3161); `null`: nobody. */
    timestampUrl: data.TIMESTAMP_URL ?? null,
    /** Who stamps them where that is nobody: calendars of OpenTimestamps. */
    timestampCalendars: data.OPENTIMESTAMPS_CALENDARS,
    /** `null`: whatever they asked for. */
    publicUrl: data.PUBLIC_URL ?? null,
    /** Names that people may use beside that of the public address. */
    allowedHosts: data.ALLOWED_HOSTS,
    hsts: data.HSTS,
    /** Where vulnerabilities are reported, as an address; `null`: not said. */
    securityContact: data.SECURITY_CONTACT ?? null,
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

function keysOf(data: Variables) {
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
    /** The key for a Conclave elsewhere. */
    conclave: data.CONCLAVE_API_KEY ?? null,
  };
}

/** Of the servers in model-servers.ts, by their variables. */
function serverKeysOf(given: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string | null>> {
  return Object.fromEntries(serverKeyVariables.map((name) => [name, given[name] ?? null]));
}

/** A provider counts as set up when both of its values are there. */
function pairOf(clientId: string | undefined, clientSecret: string | undefined) {
  return clientId === undefined || clientSecret === undefined ? null : { clientId, clientSecret };
}

/** All settings are in the environment. */
export function settingsInForce(): Settings {
  useProxies(proxiesOf(process.env));
  return readSettings(process.env);
}

/** Environment, then `.env` in `folder`; an installed program's is where it is called. */
export function loadSettings(folder: string): Settings {
  const file = join(basename(dirname(folder)) === "node_modules" ? process.cwd() : folder, ".env");
  const environment = Object.keys(process.env);
  const { variables, unread } = envFileAt(file);
  for (const [name, value] of Object.entries(variables)) process.env[name] ??= value;
  useProxies(proxiesOf(process.env));
  const lost = unread.map((line) => `line ${line} of .env is not NAME=value and is ignored`);
  return {
    ...readSettings(process.env),
    notes: [...lost, ...strayNames(Object.keys(variables), environment, variableNames)],
  };
}

/** They name the script then. */
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

/** Logs and error reports do not show what is in it. */
function unprintable<T extends object>(secrets: T): T {
  const shown = { value: () => "[not shown]" };
  return Object.defineProperties(secrets, { toJSON: shown, [inspect.custom]: shown });
}

/** Where the platform keeps a user's data. */
function usualHome(env: Readonly<Record<string, string | undefined>>): string {
  const home = homedir();
  // XDG: relative and empty paths count as unset.
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
