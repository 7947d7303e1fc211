import { homedir, platform } from "node:os";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { inspect } from "node:util";
import { envFileAt, strayNames } from "./env-file.ts";
import { InvalidInput } from "../errors.ts";
import { keyVariables } from "./model-servers.ts";
import { paymentsOf } from "./grouped-variables.ts";
import { proxiesOf, useProxies } from "../network/outbound.ts";
import { constants, Environment, givenIn, publicCalendars, variableNames, type Variables } from "./variables.ts";

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
    throw new InvalidInput(
      [...new Set(read.error.issues.map(({ path, message }) => `${String(path[0])} ${message}`))].join("; "),
    );
  const { data } = read;
  requireRunBudget(data);
  return {
    ...besidesOf(env),
    home: data.CONCLAVE_HOME === undefined ? usualHome(env) : resolve(data.CONCLAVE_HOME),
    /** `null`: the one on this machine. */
    serviceUrl: data.CONCLAVE_URL ?? null,
    service: serviceOf(data),
    signIn: unprintable(signInOf(data)),
    operator: unprintable({
      /** Asked for by `/metrics`; `null`: they are told on a loopback address alone. */
      metricsToken: data.METRICS_TOKEN ?? null,
    }),
    backup: unprintable({ passphrase: data.BACKUP_PASSPHRASE ?? null }),
    /** The rest is read by OpenTelemetry's own library. */
    telemetry: { endpoint: data.OTEL_EXPORTER_OTLP_ENDPOINT ?? null },
    payments: unprintable(paymentsOf(data)),
    /** `null`: passages are found by their words alone. */
    embedding: unprintable(embeddingOf(data)),
    channels: unprintable(channelsOf(data)),
    signals: signalsOf(data),
    retention: retentionOf(data),
    reasoner: reasonerOf(data),
    rounds: data.SERVICE_MAX_DEBATE_ROUNDS,
    riskRounds: data.SERVICE_MAX_RISK_DISCUSS_ROUNDS,
    /** `null`: archives if named, else the online chain. */
    onlineTools: data.SERVICE_ONLINE_TOOLS ?? null,
    budgetUsd: data.SERVICE_RUN_BUDGET_USD ?? null,
    /** Of all runs on the server's own models; `null`: any amount. */
    monthlyBudgetUsd: data.SERVICE_MONTHLY_BUDGET_USD ?? null,
    archives: data.MARKET_ARCHIVES,
    /** By kind of data; `null` leaves the choice to the program. */
    vendors: data.MARKET_VENDORS ?? null,
    ollamaBaseUrl: data.SERVICE_LLM_BASE_URL["ollama"] ?? "http://127.0.0.1:11434",
    edgarContact: data.MARKET_ACCESS.edgar ?? null,
    keys: unprintable({ ...keysOf(data), models: modelKeysOf(data, given) }),
  };
}

function besidesOf(env: Readonly<Record<string, string | undefined>>) {
  const notes: readonly string[] = [];
  /** Unread names, and which way requests go. */
  return { notes, proxies: unprintable({ all: proxiesOf(env) }) };
}

/** @throws InvalidInput for a model without an address */
function embeddingOf({ ASSISTANT_EMBEDDING_MODEL: model, ...data }: Variables) {
  const url = data.SERVICE_LLM_BASE_URL["embedding"];
  if ((model === undefined) !== (url === undefined))
    throw new InvalidInput(
      "ASSISTANT_EMBEDDING_MODEL and embedding=ADDRESS in SERVICE_LLM_BASE_URL must both be set, or neither",
    );
  return { model: model ?? null, url: url ?? null, key: data.SERVICE_LLM_API_KEY["embedding"] ?? null };
}

/** A token of another Bot API server stands behind its address, as in the addresses of its methods. */
function channelsOf({ TELEGRAM_BOT_TOKEN: given }: Variables) {
  const [, url, token] = /^(?:(.+)\/bot)?(\d+:.+)$/.exec(given ?? "") ?? [];
  return {
    /** `null`: no chats of Telegram are connected. */
    telegramToken: token ?? null,
    telegramUrl: url ?? "https://api.telegram.org",
  };
}

/** `null`: for ever. */
function retentionOf({ RETENTION_DAYS: days }: Variables) {
  return { events: days["events"] ?? null, journals: days["journals"] ?? null, results: days["results"] ?? null };
}

/** How the house's list and all watchlists are analysed. */
function signalsOf(data: Variables) {
  return {
    /** `null`: not said; then it follows from the data there is. */
    watchlist: data.SIGNAL_WATCHLIST ?? null,
    dailyBudgetUsd: data.SIGNAL_DAILY_BUDGET_USD,
    runs: data.SIGNAL_RUNS,
    /** The share of the repetitions that must agree, 0 to 1. */
    threshold: constants.agreementPercent / 100,
    slots: Math.ceil(data.SERVICE_MAX_CONCURRENCY / constants.slotsPerSignalRun),
    delayMs: constants.signalDelayMinutes * 60_000,
  };
}

/** Who argues in new runs, and how it is asked. */
function reasonerOf(data: Variables) {
  return {
    provider: data.SERVICE_LLM_PROVIDER ?? null,
    deep: data.SERVICE_DEEP_THINK_LLM ?? null,
    quick: data.SERVICE_QUICK_THINK_LLM ?? null,
    baseUrl: data.SERVICE_LLM_BASE_URL[""] ?? null,
    /** In place of a provider's own address, for customers' keys too. */
    addresses: data.SERVICE_LLM_BASE_URL,
    deepProvider: data.SERVICE_DEEP_LLM_PROVIDER ?? null,
    effort: data.SERVICE_REASONING_EFFORT ?? null,
    concurrency: data.SERVICE_MODEL_CONCURRENCY,
    totalMs: data.SERVICE_MODEL_TIMEOUT_SECONDS * 1000,
    /** Between two pieces of an answer. */
    idleMs: data.SERVICE_MODEL_TIMEOUT_SECONDS * 200,
    ...modelTableOf(data),
  };
}

function modelTableOf({ SERVICE_MODELS: models }: Variables) {
  const rows = Object.entries(models);
  return {
    prices: Object.fromEntries(rows.flatMap(([name, row]) => ("input" in row ? [[name, row]] : []))),
    /** Where no provider states one. */
    cutoffs: Object.fromEntries(rows.flatMap(([name, { cutoff }]) => (cutoff === undefined ? [] : [[name, cutoff]]))),
  };
}

function signInOf(data: Variables) {
  return {
    /** `null`: one that is made once and kept under the home folder. */
    secret: data.AUTH_SECRET[0] ?? null,
    /** What it was before, the newest first: opens what was sealed then. */
    previousSecrets: data.AUTH_SECRET.slice(1),
    /** How long a session lasts without use. */
    sessionHours: data.SESSION_HOURS,
    github: pairOf(data.SIGN_IN_WITH["github"]),
    google: pairOf(data.SIGN_IN_WITH["google"]),
    smtpUrl: data.SMTP_URL ?? null,
    mailFrom: data.MAIL_FROM ?? null,
  };
}

function serviceOf(data: Variables) {
  const calendars = data.TIMESTAMP_URL === "opentimestamps";
  return {
    /** `null`: the Postgres in the box, which only `up` starts. */
    databaseUrl: data.DATABASE_URL ?? null,
    /** Whose user may change tables; `null`: the one of DATABASE_URL. */
    migrationUrl: data.DATABASE_MIGRATION_URL ?? null,
    /** 0 takes any free port. */
    port: data.PORT,
    host: data.HOST,
    /** Who stamps proofs with the time (RFC 3161); `null`: nobody. */
    timestampUrl: calendars ? null : (data.TIMESTAMP_URL ?? null),
    timestampCalendars: calendars ? publicCalendars : [],
    /** `null`: whatever they asked for. */
    publicUrl: data.PUBLIC_URL[0] ?? null,
    /** Names that people may use beside that of the public address. */
    allowedHosts: data.PUBLIC_URL.slice(1).map((address) => new URL(address).host),
    /** Where vulnerabilities are reported, as an address; `null`: not said. */
    securityContact: data.SECURITY_CONTACT ?? null,
    /** Addresses and networks of proxies whose word on who asks is taken. */
    trustedProxies: data.TRUSTED_PROXIES,
    logLevel: data.LOG_LEVEL,
    /** Runs at a time, over all workers. */
    maxConcurrency: data.SERVICE_MAX_CONCURRENCY,
    maxQueued: constants.maxQueued,
    /** `null`: open where nobody else reaches the service, key elsewhere. */
    auth: data.SERVICE_AUTH ?? null,
    jobTimeoutMs: data.SERVICE_JOB_TIMEOUT_SECONDS * 1000,
    webhookAllowPrivate: data.WEBHOOK_ALLOW_PRIVATE,
  };
}

function keysOf(data: Variables) {
  return {
    awsRegion: data.AWS_REGION ?? null,
    awsAccessKeyId: data.AWS_ACCESS_KEY_ID ?? null,
    awsSecretAccessKey: data.AWS_SECRET_ACCESS_KEY ?? null,
    alphaVantage: data.MARKET_ACCESS["alpha-vantage"] ?? null,
    finnhub: data.MARKET_ACCESS["finnhub"] ?? null,
    fred: data.MARKET_ACCESS["fred"] ?? null,
    /** The key for a Conclave elsewhere. */
    conclave: data.CONCLAVE_API_KEY ?? null,
  };
}

/**
 * By provider, in the order in which one is chosen.
 * @throws InvalidInput for a key that could be anybody's
 */
function modelKeysOf(data: Variables, given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { "": lone, ...named } = data.SERVICE_LLM_API_KEY;
  const known = Object.entries(keyVariables).map(([provider, name]) => [provider, given[name] ?? named[provider]]);
  const keys = Object.fromEntries([...known, ...Object.entries(named)].filter(([, key]) => key !== undefined));
  if (lone === undefined) return keys;
  const owner = data.SERVICE_LLM_PROVIDER ?? (data.SERVICE_LLM_BASE_URL[""] === undefined ? null : "openai-compatible");
  if (owner === null)
    throw new InvalidInput(
      "SERVICE_LLM_API_KEY needs SERVICE_LLM_PROVIDER or SERVICE_LLM_BASE_URL, or names its provider: deepseek=KEY",
    );
  return { ...keys, [owner]: lone };
}

/** A client's id and its secret. */
function pairOf(text: string | undefined) {
  const [, clientId = "", clientSecret = ""] = /^([^:]+):(.+)$/s.exec(text ?? "") ?? [];
  return clientId === "" ? null : { clientId, clientSecret };
}

/** All settings are in the environment. */
export function settingsInForce(): Settings {
  useProxies(proxiesOf(process.env));
  return readSettings(process.env);
}

/**
 * Environment, then `.env` in `folder`; an installed program's is where it is called.
 * @param parts addresses of other roles, which no proxy stands before
 */
export function loadSettings(folder: string, parts: Readonly<Record<string, string | null>> = {}): Settings {
  const file = join(basename(dirname(folder)) === "node_modules" ? process.cwd() : folder, ".env");
  const environment = Object.keys(process.env);
  const { variables, unread } = envFileAt(file);
  for (const [name, value] of Object.entries(variables)) process.env[name] ??= value;
  useProxies(proxiesOf(process.env, Object.values(parts)));
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
