import { eventStream, type StreamOptions } from "../event-stream.ts";
import { pagesOf, type Pages } from "../pages.ts";
import type {
  AttributionJob,
  EstimateAttribution,
  HoldingsOfAnalysis,
  Job,
  JobEvent,
  JobStatus,
  operations,
  PricedAttribution,
  ReportAnswer,
  RerunAnalysis,
  RunReport,
  SubmitAnalysis,
  SubmitAttribution,
  WebhookDelivery,
} from "../schema.ts";
import {
  idempotent,
  jsonBody,
  pause,
  readJson,
  type Call,
  type CreateOptions,
  type RequestOptions,
  type Transport,
} from "../transport.ts";

type Query<Name extends keyof operations> = NonNullable<operations[Name]["parameters"]["query"]>;

export type AnalysisFilter = Query<"listAnalyses">;
/** The first agent that a rerun asks anew. */
export type RerunFrom = Query<"rerunAnalysis">["from"];

/** A job that was just started. */
export type StartedJob = Job & {
  /** Signs what `webhook_url` is sent, when the request had no secret of its own. It is told here alone. */
  readonly webhookSecret: string | null;
};

export interface ReportOptions extends RequestOptions {
  readonly format?: "json" | "markdown" | "html" | "pdf";
}

/** The most that the server holds a poll open, in seconds. */
const longestWait = 30;
/** Between two polls, in case the server does not hold them. */
const betweenPollsMs = 250;
const ended: readonly JobStatus[] = ["succeeded", "failed", "cancelled"];

export class Analyses {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Starts an analysis; it runs in the background. Unless you name a key, tries of one call start one job. */
  create(request: SubmitAnalysis, options?: CreateOptions): Promise<StartedJob> {
    return this.#start({ path: "/v1/analyses", body: jsonBody(request) }, options);
  }

  get(id: string, options?: RequestOptions): Promise<Job> {
    return this.#transport.json({ method: "GET", path: pathOf(id) }, options);
  }

  /** Newest first. Results omit their `reports` unless `include` asks for them. */
  list(filter: AnalysisFilter = {}, options?: RequestOptions): Pages<Job> {
    return pagesOf(this.#transport, "/v1/analyses", filter, options);
  }

  /** Works in any state, and can be repeated. */
  cancel(id: string, options?: RequestOptions): Promise<Job> {
    return this.#transport.json({ method: "DELETE", path: pathOf(id) }, options);
  }

  /**
   * The job when it has ended, in whatever state. Once the server has answered, its absences are waited out; give a
   * `signal`, such as `AbortSignal.timeout(600_000)`, to wait for so long at most.
   */
  async wait(id: string, options: RequestOptions = {}): Promise<Job> {
    const call: Call = { method: "GET", path: pathOf(id), query: { wait: longestWait } };
    for (let patience = options; ; patience = { ...options, maxRetries: Infinity }) {
      const job = await this.#transport.json<Job>(call, patience);
      if (ended.includes(job.status)) return job;
      await pause(betweenPollsMs, options.signal);
    }
  }

  /** The events of an analysis, each once, from the start to the last; a broken connection is taken up again. */
  stream(id: string, options: StreamOptions = {}): AsyncGenerator<JobEvent> {
    return eventStream(this.#transport, { path: `${pathOf(id)}/events` }, options);
  }

  /** Starts a new analysis that takes over everything before the agent `from`, and asks that agent and all after it anew. */
  rerun(
    id: string,
    { from, ...changes }: RerunAnalysis & { readonly from: RerunFrom },
    options?: CreateOptions,
  ): Promise<StartedJob> {
    return this.#start({ path: `${pathOf(id)}/rerun`, query: { from }, body: jsonBody(changes) }, options);
  }

  /** The report of an analysis that has ended: as JSON, else of one that has succeeded as text or as a PDF's bytes. */
  report(id: string, options?: ReportOptions & { readonly format?: "json" }): Promise<RunReport>;
  report(id: string, options: ReportOptions & { readonly format: "markdown" | "html" }): Promise<string>;
  report(id: string, options: ReportOptions & { readonly format: "pdf" }): Promise<Uint8Array>;
  async report(id: string, { format = "json", ...options }: ReportOptions = {}): Promise<unknown> {
    const ending = { json: "json", markdown: "md", html: "html", pdf: "pdf" }[format];
    return this.#transport.send(
      { method: "GET", path: `${pathOf(id)}/report.${ending}` },
      options,
      async (response) => {
        if (format === "pdf") return new Uint8Array(await response.arrayBuffer());
        const text = await response.text();
        return format === "json" ? readJson<RunReport>(text) : text;
      },
    );
  }

  /** What measuring the rating would try and cost; nothing is started. */
  estimateAttribution(
    id: string,
    wish: EstimateAttribution = {},
    options?: RequestOptions,
  ): Promise<PricedAttribution> {
    const body = jsonBody(wish);
    return this.#transport.json({ method: "POST", path: `${pathOf(id)}/attribution/estimate`, body }, options);
  }

  /** Measures what the rating rests on, in the background. Called again while it is under way, it is the same one. */
  attribute(id: string, wish: SubmitAttribution = {}, options?: RequestOptions): Promise<AttributionJob> {
    const body = jsonBody(wish);
    return this.#transport.json({ method: "POST", path: `${pathOf(id)}/attribution`, body }, options);
  }

  /** The newest attribution of an analysis. */
  attribution(id: string, options?: RequestOptions): Promise<AttributionJob> {
    return this.#transport.json({ method: "GET", path: `${pathOf(id)}/attribution` }, options);
  }

  /** Can be repeated; one that has ended stays as it is. */
  cancelAttribution(id: string, options?: RequestOptions): Promise<AttributionJob> {
    return this.#transport.json({ method: "DELETE", path: `${pathOf(id)}/attribution` }, options);
  }

  /** The holdings given with an analysis, and what its opinion means for them. */
  holdings(id: string, options?: RequestOptions): Promise<HoldingsOfAnalysis> {
    return this.#transport.json({ method: "GET", path: `${pathOf(id)}/holdings` }, options);
  }

  /** The analysis and its rating stay. */
  async deleteHoldings(id: string, options?: RequestOptions): Promise<void> {
    await this.#transport.send({ method: "DELETE", path: `${pathOf(id)}/holdings` }, options, () => null);
  }

  /** The report as one HTML file that checks itself offline. */
  proof(id: string, options?: RequestOptions): Promise<string> {
    return this.#transport.send({ method: "GET", path: `${pathOf(id)}/proof` }, options, (response) => response.text());
  }

  /** Answers a question from the report of an analysis alone, each claim with its quote. */
  ask(id: string, question: string, options?: RequestOptions): Promise<ReportAnswer> {
    const body = jsonBody({ question });
    return this.#transport.json({ method: "POST", path: `${pathOf(id)}/questions`, body }, options);
  }

  /** The attempts to tell the webhook of an analysis, newest first. */
  webhookDeliveries(
    id: string,
    page: Query<"listWebhookDeliveries"> = {},
    options?: RequestOptions,
  ): Pages<WebhookDelivery> {
    return pagesOf(this.#transport, `${pathOf(id)}/webhook-deliveries`, page, options);
  }

  #start(call: Pick<Call, "path" | "query" | "body">, options?: CreateOptions): Promise<StartedJob> {
    return this.#transport.send(
      { ...call, method: "POST", headers: idempotent(options) },
      options,
      async (response) => ({
        ...readJson<Job>(await response.text()),
        webhookSecret: response.headers.get("webhook-secret"),
      }),
    );
  }
}

function pathOf(id: string): string {
  return `/v1/analyses/${encodeURIComponent(id)}`;
}
