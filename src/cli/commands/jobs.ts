import { ApiError, detailOf } from "#src/client/api-error.ts";
import { createClient } from "#src/client/client.ts";
import { AnalysisRequest, Job } from "#src/contract/analysis.ts";
import { InvalidInput, NotFound, VendorFailed } from "#src/platform/errors.ts";
import type { Cli } from "../cli.ts";
import { plainProgress, liveProgress } from "../progress.ts";
import { DebateEvent } from "#src/contract/events.ts";

export interface JobFlags {
  readonly url: string;
  readonly key?: string;
  readonly json?: boolean;
  readonly date?: string;
  readonly assetType?: string;
  readonly analysts?: string;
  readonly rounds?: string;
  readonly idempotencyKey?: string;
  readonly status?: string;
  readonly limit?: string;
}

type Client = ReturnType<typeof createClient>;

function clientOf(cli: Cli, { url, key }: JobFlags): Client {
  if (!URL.canParse(url))
    throw new InvalidInput(`--url: must be an address such as http://127.0.0.1:3000, not "${url}"`);
  return createClient({ baseUrl: url.replace(/\/$/, ""), apiKey: key ?? cli.settings.keys.conclave ?? undefined });
}

export async function jobsStart(cli: Cli, ticker: string, flags: JobFlags): Promise<void> {
  const request = AnalysisRequest.safeParse({
    ticker,
    trade_date: flags.date,
    asset_type: flags.assetType,
    analysts: flags.analysts?.split(",").map((name) => name.trim()),
    max_debate_rounds: flags.rounds === undefined ? undefined : Number(flags.rounds),
  });
  if (!request.success) {
    const [issue] = request.error.issues;
    const flag = issue?.path[0] === "trade_date" ? "--date" : String(issue?.path[0] ?? "request");
    throw new InvalidInput(
      `${flag}: ${flags.date === undefined ? "is missing: give the as-of date as YYYY-MM-DD" : (issue?.message ?? "is not valid")}`,
    );
  }
  const { data, error, response } = await reached(cli, flags, (client) =>
    client.api.POST("/v1/analyses", {
      body: request.data,
      ...(flags.idempotencyKey !== undefined && { params: { header: { "Idempotency-Key": flags.idempotencyKey } } }),
    }),
  );
  if (data === undefined) throw refused(flags, response.status, error);
  show(cli, Job.parse(data), flags);
}

export async function jobsGet(cli: Cli, id: string, flags: JobFlags): Promise<void> {
  const { data, error, response } = await reached(cli, flags, (client) =>
    client.api.GET("/v1/analyses/{job_id}", { params: { path: { job_id: id } } }),
  );
  if (data === undefined) throw refused(flags, response.status, error);
  show(cli, Job.parse(data), flags);
}

export async function jobsCancel(cli: Cli, id: string, flags: JobFlags): Promise<void> {
  const { data, error, response } = await reached(cli, flags, (client) =>
    client.api.DELETE("/v1/analyses/{job_id}", { params: { path: { job_id: id } } }),
  );
  if (data === undefined) throw refused(flags, response.status, error);
  show(cli, Job.parse(data), flags);
}

export async function jobsList(cli: Cli, flags: JobFlags): Promise<void> {
  const status = flags.status === undefined ? undefined : Job.shape.status.safeParse(flags.status);
  if (status?.success === false)
    throw new InvalidInput(
      `--status: must be one of ${Job.shape.status.options.join(", ")}, not "${String(flags.status)}"`,
    );
  const { data, error, response } = await reached(cli, flags, (client) =>
    client.api.GET("/v1/analyses", {
      params: { query: { limit: Number(flags.limit ?? "20"), ...(status !== undefined && { status: status.data }) } },
    }),
  );
  if (data === undefined) throw refused(flags, response.status, error);
  if (flags.json === true) cli.out.write(`${JSON.stringify(data)}\n`);
  else for (const job of data.data) cli.out.write(line(Job.parse(job)));
}

/** Shows a job's agents as they speak, and how it ended. @returns 1 for a failed or cancelled job */
export async function jobsWatch(cli: Cli, id: string, flags: JobFlags): Promise<number> {
  const signal = cli.interruption();
  const progress = cli.err.isTTY ? liveProgress(cli.err, cli.clock) : plainProgress(cli.err, cli.clock);
  try {
    await reached(cli, flags, async (client) => {
      for await (const { type, data } of client.events(id, { signal })) {
        const event = DebateEvent.safeParse({ type, ...data });
        if (event.success) progress.show(event.data);
      }
    });
  } finally {
    progress.close();
  }
  const job = await reached(cli, flags, (client) => client.waitFor(id, signal));
  show(cli, job, flags);
  return job.status === "succeeded" ? 0 : 1;
}

function show(cli: Cli, job: Job, { json }: JobFlags): void {
  cli.out.write(json === true ? `${JSON.stringify(job)}\n` : line(job));
}

function line({ id, status, request, result, error }: Job): string {
  const outcome = result?.rating ?? error ?? "";
  return `${id}  ${status.padEnd(9)}  ${request.ticker.padEnd(10)}  ${request.trade_date}${outcome === "" ? "" : `  ${outcome}`}\n`;
}

/** What the server says no to, as the command line says it. */
function refused({ url }: JobFlags, status: number, error: unknown): Error {
  const detail = detailOf(error);
  if (status === 404) return new NotFound(detail);
  return status === 422 || status === 400 || status === 409
    ? new InvalidInput(detail)
    : new VendorFailed(url, "refused", `${detail} (${status})`);
}

/** @throws VendorFailed when nothing answers at the address, or refuses */
async function reached<T>(cli: Cli, flags: JobFlags, ask: (client: Client) => Promise<T>): Promise<T> {
  try {
    return await ask(clientOf(cli, flags));
  } catch (error) {
    if (error instanceof ApiError) throw refused(flags, error.status, { detail: error.message });
    if (error instanceof TypeError)
      throw new VendorFailed(flags.url, "unavailable", "nothing answers there", { cause: error });
    throw error;
  }
}
