import { z } from "zod";
import { ApiError, Conclave, ConnectionError, TimeoutError } from "#client";
import { Job } from "#src/contract/jobs/analysis.ts";
import { DebateEvent } from "#src/contract/run/events.ts";
import { SubmitAnalysis } from "#src/contract/jobs/jobs.ts";
import { Cancelled, InvalidInput, NotFound, VendorFailed } from "#src/core/errors.ts";
import type { Cli } from "../cli.ts";
import { todayWhere } from "#src/market/calendar/calendar.ts";
import { readHoldingsFile } from "../runs/holdings-files.ts";
import { liveProgress, plainProgress } from "../runs/progress.ts";
import { jsonLine, printable } from "../terminal.ts";

export interface JobFlags extends ServiceFlags {
  readonly json?: boolean;
  readonly date?: string;
  readonly assetType?: string;
  readonly analysts?: string;
  readonly rounds?: string;
  readonly language?: string;
  readonly holdings?: string;
  readonly webhookUrl?: string;
  readonly webhookSecret?: string;
  readonly idempotencyKey?: string;
  readonly status?: string;
  readonly ticker?: string;
  readonly cursor?: string;
  readonly reports?: boolean;
  readonly limit?: string;
}

export async function jobsStart(cli: Cli, ticker: string, flags: JobFlags): Promise<void> {
  const date = flags.date === "today" ? todayWhere(ticker, cli.clock.now()) : flags.date;
  const body = readRequest(ticker, { ...flags, ...(date !== undefined && { date }) });
  const { idempotencyKey } = flags;
  const started = await reached(cli, flags, async (client) => {
    const { webhookSecret, ...job } = await client.analyses.create(
      body,
      idempotencyKey === undefined ? {} : { idempotencyKey },
    );
    return { webhookSecret, job: Job.parse(job) };
  });
  show(cli, started.job, flags);
  const secret = started.webhookSecret;
  if (secret !== null) cli.err.write(`conclave: webhook signing secret (shown only once): ${printable(secret)}\n`);
}

/** The names of the request's fields as flags. */
const flagNames: Readonly<Record<string, string>> = {
  trade_date: "--date",
  asset_type: "--asset-type",
  analysts: "--analysts",
  max_debate_rounds: "--rounds",
  language: "--language",
  webhook_url: "--webhook-url",
  webhook_secret: "--webhook-secret",
};

function readRequest(ticker: string, flags: JobFlags) {
  if (flags.date === undefined) throw new InvalidInput("--date: is required; give the as-of date as YYYY-MM-DD");
  const request = SubmitAnalysis.safeParse({
    ticker,
    trade_date: flags.date,
    asset_type: flags.assetType,
    analysts: flags.analysts?.split(",").map((name) => name.trim()),
    max_debate_rounds: flags.rounds === undefined ? undefined : Number(flags.rounds),
    ...(flags.language !== undefined && { language: flags.language }),
    ...(flags.holdings !== undefined && { holdings: readHoldingsFile(flags.holdings) }),
    webhook_url: flags.webhookUrl,
    webhook_secret: flags.webhookSecret,
  });
  if (request.success) {
    const { webhook_url = null, webhook_secret = null, own_model = null, holdings = null, ...rest } = request.data;
    return { ...rest, holdings, webhook_url, webhook_secret, own_model };
  }
  const [issue] = request.error.issues;
  const field = String(issue?.path[0] ?? "request");
  throw new InvalidInput(`${flagNames[field] ?? field}: ${issue?.message ?? "is not valid"}`);
}

export async function jobsGet(cli: Cli, id: string, flags: JobFlags): Promise<void> {
  show(cli, await reached(cli, flags, async (client) => Job.parse(await client.analyses.get(id))), flags);
}

export async function jobsCancel(cli: Cli, id: string, flags: JobFlags): Promise<void> {
  show(cli, await reached(cli, flags, async (client) => Job.parse(await client.analyses.cancel(id))), flags);
}

export async function jobsList(cli: Cli, flags: JobFlags): Promise<void> {
  const status = flags.status === undefined ? undefined : Job.shape.status.safeParse(flags.status);
  if (status?.success === false)
    throw new InvalidInput(
      `--status: must be one of ${Job.shape.status.options.join(", ")}, not "${String(flags.status)}"`,
    );
  const { limit, ticker, cursor, reports } = flags;
  const query = {
    ...(limit !== undefined && { limit: Number(limit) }),
    ...(status !== undefined && { status: status.data }),
    ...(ticker !== undefined && { ticker }),
    ...(cursor !== undefined && { cursor }),
    ...(reports === true && { include: "reports" as const }),
  };
  const { jobs, nextCursor } = await reached(cli, flags, async (client) => {
    const page = await client.analyses.list(query);
    return { jobs: z.array(Job).parse(page.data), nextCursor: page.nextCursor };
  });
  if (flags.json === true) {
    cli.out.write(jsonLine({ data: jobs, next_cursor: nextCursor }));
    return;
  }
  for (const job of jobs) cli.out.write(line(job));
  if (nextCursor !== null) cli.err.write(`conclave: more results: --cursor ${printable(nextCursor)}\n`);
}

/**
 * Ctrl-C ends the watching, not the job.
 * @returns 1 for a failed or cancelled job
 */
export async function jobsWatch(cli: Cli, id: string, flags: JobFlags): Promise<number> {
  const signal = cli.interruption();
  const progress = cli.err.isTTY ? await liveProgress(cli.err, cli.clock) : plainProgress(cli.err, cli.clock);
  const follow = async (client: Conclave): Promise<Job> => {
    try {
      for await (const { type, data } of client.analyses.stream(id, { signal })) {
        const event = DebateEvent.safeParse({ ...data, type });
        if (event.success) progress.show(event.data);
      }
    } finally {
      progress.close();
    }
    return Job.parse(await client.analyses.wait(id, { signal }));
  };
  const job = await reached(cli, flags, follow).catch((error: unknown) => {
    throw signal.aborted ? new Cancelled("stopped watching; the job continues") : error;
  });
  show(cli, job, flags);
  return job.status === "succeeded" ? 0 : 1;
}

function show(cli: Cli, job: Job, { json }: JobFlags): void {
  cli.out.write(json === true ? jsonLine(job) : line(job));
}

function line({ id, status, request, result, error }: Job): string {
  const outcome = result?.rating ?? error ?? "";
  const words = [id, status.padEnd(9), request.ticker.padEnd(10), request.trade_date, outcome].join("  ");
  return `${printable(words).replaceAll("\n", " ").trimEnd()}\n`;
}

/** Translates the server's refusals into the command line's words. */
function refused(cli: Cli, flags: ServiceFlags, { status, message: detail }: ApiError): Error {
  if (status === 404) return new NotFound(detail);
  return status === 422 || status === 400 || status === 409
    ? new InvalidInput(detail)
    : new VendorFailed(addressOf(cli, flags), "refused", `${detail} (${status})`);
}

/** @throws VendorFailed when nobody or another program answers; and as `refused` */
export async function reached<T>(cli: Cli, flags: ServiceFlags, ask: (client: Conclave) => Promise<T>): Promise<T> {
  try {
    return await ask(clientOf(cli, flags));
  } catch (error) {
    if (error instanceof ApiError) throw refused(cli, flags, error);
    if (error instanceof z.ZodError || (error instanceof ConnectionError && error.cause instanceof SyntaxError))
      throw new VendorFailed(addressOf(cli, flags), "malformed", "the server at this address is not Conclave", {
        cause: error,
      });
    if (error instanceof ConnectionError || error instanceof TimeoutError)
      throw new VendorFailed(addressOf(cli, flags), "unavailable", "no response", { cause: error });
    throw error;
  }
}

export interface ServiceFlags {
  readonly url?: string;
  readonly key?: string;
}

/** @throws InvalidInput */
export function clientOf(cli: Cli, flags: ServiceFlags): Conclave {
  const baseUrl = addressOf(cli, flags);
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl))
    throw new InvalidInput(`--url: must be an address such as http://127.0.0.1:3000, not "${baseUrl}"`);
  const apiKey = flags.key ?? cli.settings.keys.conclave;
  if (apiKey !== null && !/^[\x21-\x7e]+$/.test(apiKey.trim()))
    throw new InvalidInput(
      `${flags.key === undefined ? "CONCLAVE_API_KEY" : "--key"}: is not an API key; copy the whole of it, from the page API keys`,
    );
  // Whoever waits here retries themselves.
  return new Conclave({ baseUrl, apiKey, maxRetries: 0 });
}

/** As given, else where `conclave up` serves here. */
export function addressOf({ settings }: Cli, { url }: ServiceFlags): string {
  return url ?? settings.serviceUrl ?? `http://127.0.0.1:${settings.service.port}`;
}
