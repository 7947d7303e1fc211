// Generated from openapi.json by scripts/make-client.ts.

export interface paths {
    "/v1/analyses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The owner's analyses, newest first
         * @description Pages: give `next_cursor` of one page as `cursor` for the next; it is null on the last. Results come without their `reports`, which are large; `include=reports` adds them.
         */
        get: operations["listAnalyses"];
        put?: never;
        /**
         * Start an analysis
         * @description Answers at once; the analysis goes on in the background. Poll the job, wait for it with `?wait`, or follow its events. Fields that are not known are ignored.
         */
        post: operations["submitAnalysis"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analyses/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An analysis and its result
         * @description `wait` holds the answer until the job has ended, or for so many seconds. With `If-None-Match` it holds it until the job is no longer what that ETag stands for. A job that has ended is always answered at once. Check `is_review` before `rating`: `REVIEW` is no opinion, and no weak Hold.
         */
        get: operations["getAnalysis"];
        put?: never;
        post?: never;
        /**
         * Cancel an analysis
         * @description From any state, also a finished one, and as often as you like. The slot is free within a second; no further model call starts.
         */
        delete: operations["cancelAnalysis"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analyses/{job_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happens in an analysis, as it happens
         * @description Server-sent events; `data` is a JobEvent as JSON, `id` its `seq`, `event` its `type`. A `heartbeat` comes every 15 s. The stream ends after the job's last event. To go on behind an event send its id as `Last-Event-ID` or `after`; an id that the job does not have yields the event `reset`, and everything from the start. 204: the job has ended and everything was told. `agent.restarted` voids an agent's deltas of that round. A key is looked at again every minute; the stream of one that was revoked ends, and coming back is a 401.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analyses/{job_id}/webhook-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What came of telling a job's webhook
         * @description One entry for each attempt, newest first: what the receiver answered, or why it could not be reached, and when it is tried again. Empty for a job without a webhook, or one that has not ended.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analyses/{job_id}/report.md": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The report as Markdown
         * @description Of an analysis that has succeeded.
         */
        get: operations["getReportMarkdown"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analyses/{job_id}/report.html": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The report as HTML
         * @description Of an analysis that has succeeded.
         */
        get: operations["getReportHtml"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analyses/{job_id}/report.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The report as JSON
         * @description The request, the result, the usage and the manifest of an analysis that has succeeded; of one that failed or was cancelled what it has used, and no result.
         */
        get: operations["getReportJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analyses/{job_id}/report.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The report as PDF
         * @description Of an analysis that has succeeded.
         */
        get: operations["getReportPdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Jobs, tokens and cost of a time
         * @description Of the jobs that were started from `from` until before `to`, by day, model and state. By default this month, UTC, until now. Failed and cancelled jobs count with the calls that they had finished, running ones when they end.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The configuration in force
         * @description With what an analysis is made unless its request says otherwise.
         */
        get: operations["getConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the site can serve
         * @description For uptime monitors. A part that is down and without which the site still serves makes it `degraded`, which is a 200: to watch the signal engine alone, read `checks.signalEngine.status`.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ref/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Come by somebody's referral code
         * @description Keeps the code in the cookie `ref` for 30 days and leads to the site. It counts when an account is made; the last code followed wins. Nothing here says whether anybody has the code.
         */
        get: operations["followReferral"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is signed in
         * @description By the session's cookie; `null` when nobody is. A session that is used is prolonged.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/csrf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A token for requests that change something
         * @description Send it as `x-csrf-token` where a browser says nothing of where a request comes from. It ends with the session it was made for.
         */
        get: operations["getCsrfToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/{auth_handler}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign-up, sign-in, sign-out, and all that belongs to it
         * @description The paths below are those of Better Auth, for the pages of this site; they are no stable contract. Some are asked for by GET.
         */
        post: operations["authenticate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/avatar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The picture of whoever is signed in
         * @description What they have uploaded, as a square WebP, else one that is drawn from their id.
         */
        get: operations["getAvatar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/unsubscribe/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Go where mails are turned off
         * @description For people who open the address in a browser. Changes nothing: programs open links that nobody has clicked.
         */
        get: operations["openUnsubscribe"];
        put?: never;
        /**
         * Turn off a kind of mail
         * @description For mail programs, by the header `List-Unsubscribe` of a mail (RFC 8058). The token alone opens it, and turns off the one switch that it is about. What is sent in the body is not read.
         */
        post: operations["unsubscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blog/feed.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The blog as RSS 2.0
         * @description Every post with its whole text, newest first. All links are whole addresses; a post keeps its id for good.
         */
        get: operations["getRssFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blog/atom.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The blog as Atom
         * @description Every post with its whole text, newest first. All links are whole addresses; a post keeps its id for good.
         */
        get: operations["getAtomFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blog/feed.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The blog as JSON Feed 1.1
         * @description Every post with its whole text, newest first. All links are whole addresses; a post keeps its id for good.
         */
        get: operations["getJsonFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assistant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the assistant
         * @description For whoever is signed in, by the session's cookie, from a page of this site or with `x-csrf-token`. Answers only from the help centre, the blog and this reference; each claim comes with a quote that stands word for word in its passage (`data-claim`, under the id of the claim's text), and what has none is refused, with the nearest pages (`data-links`). The body and the stream are those of the AI SDK's `useChat`; of `messages` only the last is read, as conversations are kept. At most 6 questions a minute and 60 a day, each of at most 1000 characters.
         */
        post: operations["askAssistant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/deposit/{deposit_id}/receipt.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The receipt of a deposit
         * @description Of whoever is signed in, by the session's cookie; a PDF.
         */
        get: operations["getDepositReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/deposit/ipn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payment processor's callback
         * @description Of NOWPayments (`x-nowpayments-sig`, HMAC-SHA512 of the body with its keys sorted) or BTCPay Server (`BTCPay-Sig`, HMAC-SHA256 of the body as it is). The signature alone opens it. Each is kept as it came, and the same again changes nothing; what is credited follows from the processor's own record, which is read afterwards.
         */
        post: operations["receiveCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/deposit/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happens to one's deposits, as it happens
         * @description Server-sent events for whoever is signed in, of their own deposits alone; `data` is a DepositEvent as JSON, `id` its `seq`, `event` its `type`. A `heartbeat` comes every 15 s. It begins with what happens next; with `Last-Event-ID` it goes on behind that event, and an id that there is not yields the event `reset`, and everything from the start.
         */
        get: operations["streamDeposits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/signal-engine/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Signals, as they are published
         * @description Server-sent events for whoever is signed in and has a signal plan; `data` is a SignalEvent as JSON, `id` the entry's `number` in the chain, `event` `signal.published` or `signal.withdrawn`. A `heartbeat` comes every 15 s. It begins with what is published next; with `Last-Event-ID` it goes on behind that entry, and an id that there is not yields the event `reset`, and everything from the start. Session and plan are looked at again every 60 s. `hash` is the SHA-256 of `entry` with the keys of every object sorted and no spaces; `entry.previous` is the hash of the entry before, and `entry.settlement` the head of the prices that settle signals.
         */
        get: operations["streamSignals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/signal-engine/heads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The heads of the record's chains
         * @description The newest hash of the house's signals and of the prices that settle signals, and what was newest at the end of each of the last 30 days, UTC, newest first. Keep one: with it you can tell later whether anything before it was changed.
         */
        get: operations["getChainHeads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/signal-engine/heads.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The heads of each day as Atom
         * @description An entry a day, newest first. A feed reader that follows it keeps the heads for you.
         */
        get: operations["getChainHeadFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Job: {
            /** @description Opaque. */
            id: string;
            status: components["schemas"]["JobStatus"];
            /** @description The request the job was started with, defaults filled in. */
            request: components["schemas"]["AnalysisRequest"];
            /** Format: date-time */
            created_at: string;
            started_at?: string | null;
            finished_at?: string | null;
            /** @description Only of a job that has succeeded. */
            result?: components["schemas"]["AnalysisResult"] | null;
            /** @description Only of a job that has failed: a sentence that says why. */
            error?: string | null;
        };
        AnalysisRequest: {
            /** @description Symbol of the instrument. */
            ticker: string;
            /**
             * Format: date
             * @description The as-of date. Nothing that was published later is looked at; a future date ends as REVIEW.
             */
            trade_date: string;
            /**
             * @description Which pipeline; say it explicitly.
             * @default stock
             */
            asset_type?: components["schemas"]["AssetType"];
            /**
             * @description Fewer are cheaper and quicker, and narrow what the debate can consider.
             * @default [
             *       "market",
             *       "social",
             *       "news",
             *       "fundamentals"
             *     ]
             */
            analysts?: components["schemas"]["Analyst"][];
            /**
             * @description Rounds of bull against bear; the service's own number when null. Cost grows about linearly with it.
             * @default null
             */
            max_debate_rounds?: number | null;
        };
        SubmitAnalysis: {
            /** @description Symbol of the instrument. */
            ticker: string;
            /**
             * Format: date
             * @description The as-of date. Nothing that was published later is looked at; a future date ends as REVIEW.
             */
            trade_date: string;
            /**
             * @description Which pipeline; say it explicitly.
             * @default stock
             */
            asset_type?: components["schemas"]["AssetType"];
            /**
             * @description Fewer are cheaper and quicker, and narrow what the debate can consider.
             * @default [
             *       "market",
             *       "social",
             *       "news",
             *       "fundamentals"
             *     ]
             */
            analysts?: components["schemas"]["Analyst"][];
            /** @description Rounds of bull against bear; the service's own number when null. Cost grows about linearly with it. */
            max_debate_rounds?: number | null;
            /** @description Told of the job's end with a signature after Standard Webhooks. */
            webhook_url?: string | null;
            /** @description Signs what is sent to webhook_url: whsec_ and base64 of 24 to 64 bytes. When it is missing one is made, and the header Webhook-Secret of the 202 has it. */
            webhook_secret?: string | null;
        };
        AnalysisResult: {
            /** @description REVIEW is no opinion. Never place it on the axis from buy to sell. */
            rating: components["schemas"]["Rating"];
            /** @description True when there is no opinion. Look here before at the rating. */
            is_review: boolean;
            /** @description The trader's decision. */
            decision?: string | null;
            /** @description By agent, and what code found: data, checks, levels, verdict, numbers. The schema Reports has them all. */
            reports?: {
                [key: string]: unknown;
            };
        };
        /** @enum {string} */
        AssetType: "stock" | "crypto";
        /** @enum {string} */
        Analyst: "market" | "social" | "news" | "fundamentals";
        /** @enum {string} */
        JobStatus: "queued" | "running" | "succeeded" | "failed" | "cancelled";
        /** @enum {string} */
        Rating: "Buy" | "Overweight" | "Hold" | "Underweight" | "Sell" | "REVIEW";
        Error: {
            detail: string;
        };
        ValidationError: {
            loc: (string | number)[];
            msg: string;
            type: string;
            input?: unknown;
            ctx?: {
                [key: string]: unknown;
            };
        };
        HTTPValidationError: {
            detail?: components["schemas"]["ValidationError"][];
        };
        Config: {
            llm_provider: string;
            deep_think_llm: string;
            quick_think_llm: string;
            /** Format: int64 */
            max_debate_rounds: number;
            /** Format: int64 */
            max_risk_discuss_rounds: number;
            online_tools: boolean;
        };
        JobList: {
            data: components["schemas"]["Job"][];
            next_cursor: string | null;
        };
        JobEvent: {
            /**
             * Format: int64
             * @description From 1, without gaps.
             */
            seq: number;
            /** @description job.queued, job.running, job.succeeded, job.failed, job.cancelled, or what an agent does: agent.started, agent.tool, agent.delta, agent.restarted (its deltas so far are void, and begin anew), agent.finished, debate.finished. */
            type: string;
            data: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            created_at: string;
        };
        /** @enum {string} */
        WebhookEvent: "analysis.succeeded" | "analysis.failed" | "analysis.cancelled";
        WebhookMessage: {
            type: components["schemas"]["WebhookEvent"];
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["Job"];
        };
        WebhookDelivery: {
            id: string;
            event: components["schemas"]["WebhookEvent"];
            /** Format: uri */
            url: string;
            /** Format: int64 */
            attempt: number;
            /** Format: date-time */
            created_at: string;
            status: number | null;
            error: string | null;
            next_attempt_at: string | null;
        };
        WebhookDeliveryList: {
            data: components["schemas"]["WebhookDelivery"][];
            next_cursor: string | null;
        };
        UsageReport: {
            /** Format: int64 */
            input_tokens: number;
            /** Format: int64 */
            output_tokens: number;
            /** @description Of the runs whose models' prices are known. */
            cost_usd: string;
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            /** @description Jobs that were started, by their state now. */
            jobs: components["schemas"]["JobCounts"];
            /** @description Days on which a job was started, UTC. */
            by_day: components["schemas"]["UsageByDay"][];
            by_model: components["schemas"]["UsageByModel"][];
            by_status: components["schemas"]["UsageByStatus"][];
        };
        JobCounts: {
            /** Format: int64 */
            queued: number;
            /** Format: int64 */
            running: number;
            /** Format: int64 */
            succeeded: number;
            /** Format: int64 */
            failed: number;
            /** Format: int64 */
            cancelled: number;
        };
        UsageByDay: {
            /** Format: int64 */
            input_tokens: number;
            /** Format: int64 */
            output_tokens: number;
            cost_usd: string;
            /** Format: date */
            day: string;
            /** Format: int64 */
            jobs: number;
        };
        UsageByModel: {
            /** Format: int64 */
            input_tokens: number;
            /** Format: int64 */
            output_tokens: number;
            cost_usd: string;
            model: string;
            /** Format: int64 */
            calls: number;
        };
        UsageByStatus: {
            /** Format: int64 */
            input_tokens: number;
            /** Format: int64 */
            output_tokens: number;
            cost_usd: string;
            status: components["schemas"]["JobStatus"];
            /** Format: int64 */
            jobs: number;
        };
        Run: {
            request: components["schemas"]["AnalysisRequest"];
            result: components["schemas"]["RunResult"];
            usage: components["schemas"]["Usage"];
            manifest: components["schemas"]["Manifest"];
        };
        RunResult: {
            rating: components["schemas"]["Rating"];
            is_review: boolean;
            decision: string | null;
            reports: components["schemas"]["Reports"];
        };
        UnfinishedRun: {
            /** @enum {string} */
            status: "failed" | "cancelled";
            request: components["schemas"]["AnalysisRequest"];
            /** @description Always null. */
            result: Record<string, never> | null;
            error: string | null;
            /** @description What its finished calls have cost; null until that is counted, a few seconds at most, and for a job that never ran. */
            usage: components["schemas"]["Usage"] | null;
            /** @description Always null. */
            manifest: Record<string, never> | null;
        };
        RunReport: components["schemas"]["Run"] | components["schemas"]["UnfinishedRun"];
        Reports: {
            market?: components["schemas"]["AgentReport"];
            social?: components["schemas"]["AgentReport"];
            news?: components["schemas"]["AgentReport"];
            fundamentals?: components["schemas"]["AgentReport"];
            bull?: components["schemas"]["AgentReport"];
            bear?: components["schemas"]["AgentReport"];
            research_manager?: components["schemas"]["AgentReport"];
            trader?: components["schemas"]["AgentReport"];
            aggressive?: components["schemas"]["AgentReport"];
            neutral?: components["schemas"]["AgentReport"];
            conservative?: components["schemas"]["AgentReport"];
            portfolio_manager?: components["schemas"]["AgentReport"];
            data: components["schemas"]["DataReport"];
            checks: components["schemas"]["Check"][];
            levels: components["schemas"]["Levels"] | null;
            verdict: components["schemas"]["Verdict"] | null;
            review_reason: string | null;
            numbers: {
                /** Format: int64 */
                supported: number;
                /** Format: int64 */
                unsupported: number;
            };
        };
        AgentReport: {
            /** @enum {string} */
            agent: "market" | "social" | "news" | "fundamentals" | "bull" | "bear" | "research_manager" | "trader" | "aggressive" | "neutral" | "conservative" | "portfolio_manager";
            text: string;
            turns: components["schemas"]["AgentTurn"][];
            skipped: string | null;
        };
        AgentTurn: {
            /** Format: int64 */
            round: number;
            text: string;
            points: components["schemas"]["Point"][];
            fields: {
                [key: string]: string | number | null;
            };
            problem: string | null;
            grounding: components["schemas"]["Grounding"];
        };
        Point: {
            claim: string;
            evidence: string[];
        };
        BadComputation: {
            expression: string;
            /** Format: double */
            value: number;
            reason: string;
        };
        Grounding: {
            numbers: components["schemas"]["GroundedNumber"][];
            /** Format: int64 */
            supported: number;
            /** Format: int64 */
            unsupported: number;
            /** @default [] */
            words?: {
                point: number | null;
                /** @default null */
                field?: string | null;
                /** Format: int64 */
                offset: number;
                text: string;
                /** @enum {string} */
                verdict: "holds" | "contradicted";
                evidence: string[];
            }[];
            /** @default [] */
            unread?: {
                point: number | null;
                /** @default null */
                field?: string | null;
                /** Format: int64 */
                offset: number;
                text: string;
            }[];
            bad_computations: components["schemas"]["BadComputation"][];
            unknown_ids: string[];
        };
        GroundedNumber: {
            point: number | null;
            /** @default null */
            field?: string | null;
            /** Format: int64 */
            offset: number;
            text: string;
            /** Format: double */
            value: number;
            unit: string | null;
            /** @enum {string} */
            verdict: "evidence" | "computation" | "proposal" | "wrong_source" | "contradicted" | "unsupported";
            evidence: string[];
            /** @default true */
            cited?: boolean;
            basis: string | null;
        };
        Check: {
            /** @enum {string} */
            id: "entry_scale" | "stop_scale" | "target_scale" | "entry_distance" | "stop_side" | "stop_distance" | "target_side" | "target_distance" | "reward_to_risk" | "rating_action";
            /** @enum {string} */
            subject: "entry" | "stop" | "target" | "rating";
            /** @enum {string} */
            outcome: "pass" | "fail" | "not_checked";
            detail: string;
        };
        Levels: {
            /** @enum {string} */
            action: "buy" | "sell" | "hold";
            entry: number | null;
            stop: number | null;
            target: number | null;
            size_pct: number | null;
            currency: string;
        };
        Verdict: {
            thesis: string;
            target: number | null;
            horizon_days: number | null;
            confidence: number | null;
        };
        DataReport: {
            symbol: string;
            name: string;
            /** @enum {string} */
            asset_type: "stock" | "crypto" | "index";
            currency: string;
            as_of: string | null;
            session: string | null;
            historical: boolean;
            synthetic: boolean;
            sources: string[];
            notes: string[];
        };
        Evidence: {
            id: string;
            key: string;
            label: string;
            value: number | null;
            text: string | null;
            unit: string | null;
            /** Format: date */
            at: string;
            source: string;
            source_ids: string[];
            formula: string | null;
            hash: string;
        };
        Usage: {
            /** Format: int64 */
            input_tokens: number;
            /** Format: int64 */
            cached_input_tokens: number;
            /** Format: int64 */
            output_tokens: number;
            /** Format: int64 */
            calls: number;
            cost_usd: string | null;
            budget_usd: string | null;
            agents: components["schemas"]["AgentUsage"][];
        };
        AgentUsage: {
            /** Format: int64 */
            input_tokens: number;
            /** Format: int64 */
            cached_input_tokens: number;
            /** Format: int64 */
            output_tokens: number;
            /** @enum {string} */
            agent: "market" | "social" | "news" | "fundamentals" | "bull" | "bear" | "research_manager" | "trader" | "aggressive" | "neutral" | "conservative" | "portfolio_manager";
            model: string;
            /** Format: int64 */
            calls: number;
            cost_usd: string | null;
        };
        Manifest: {
            /** @enum {integer} */
            version: 1;
            run_id: string;
            code_version: string;
            /** Format: int64 */
            seed: number;
            /** Format: date-time */
            started_at: string;
            /** Format: date-time */
            finished_at: string;
            request: components["schemas"]["AnalysisRequest"];
            config: {
                llm_provider: string;
                deep_think_llm: string;
                quick_think_llm: string;
                /** Format: int64 */
                max_debate_rounds: number;
                /** Format: int64 */
                max_risk_discuss_rounds: number;
                online_tools: boolean;
                budget_usd: string | null;
                /** Format: int64 */
                tool_steps: number;
            };
            rating: components["schemas"]["Rating"];
            data: components["schemas"]["DataReport"];
            evidence: components["schemas"]["Evidence"][];
            chart: components["schemas"]["ChartBar"][];
            calls: components["schemas"]["CallRecord"][];
            result_sha256: string;
        };
        CallRecord: {
            step: string;
            /** @enum {string} */
            agent: "market" | "social" | "news" | "fundamentals" | "bull" | "bear" | "research_manager" | "trader" | "aggressive" | "neutral" | "conservative" | "portfolio_manager";
            /** Format: int64 */
            round: number;
            model: string;
            prompt_sha256: string;
            answer_sha256: string;
            tokens: {
                /** Format: int64 */
                input_tokens: number;
                /** Format: int64 */
                cached_input_tokens: number;
                /** Format: int64 */
                output_tokens: number;
            };
            cost_usd: string | null;
        };
        ChartBar: {
            /** Format: date */
            date: string;
            /** Format: double */
            open: number;
            /** Format: double */
            high: number;
            /** Format: double */
            low: number;
            /** Format: double */
            close: number;
        };
        HealthReport: {
            /**
             * @description degraded: a part is down, and the site still serves. down: it cannot serve.
             * @enum {string}
             */
            status: "ok" | "degraded" | "down";
            checks: {
                database: components["schemas"]["ComponentHealth"];
                signalEngine: components["schemas"]["ComponentHealth"];
            };
        };
        ComponentHealth: {
            /** @enum {string} */
            status: "up" | "down" | "not_configured";
            /** Format: double */
            latencyMs?: number;
        };
        SessionInfo: {
            user: {
                id: string;
                name: string;
                email: string;
                email_verified: boolean;
                two_factor: boolean;
                /** @enum {string} */
                role: "user" | "admin";
                /** @enum {string} */
                plan: "free" | "signals" | "elite";
                plan_until: string | null;
            };
            session: {
                id: string;
                /** Format: date-time */
                created_at: string;
                /** Format: date-time */
                expires_at: string;
            };
        };
        CsrfToken: {
            csrf_token: string;
        };
        DepositEvent: {
            /**
             * Format: int64
             * @description Counts the owner's events from 1, without gaps.
             */
            seq: number;
            /** @description `deposit.` and the state. */
            type: string;
            deposit_id: string;
            /** @enum {string} */
            state: "waiting" | "confirming" | "confirmed" | "expired" | "failed" | "partially_paid" | "finished" | "refunded";
            /** @description Null for the first event of a deposit. */
            previous: ("waiting" | "confirming" | "confirmed" | "expired" | "failed" | "partially_paid" | "finished" | "refunded") | null;
            price_usd: string;
            /** @description On the balance from this deposit, less what was taken back. */
            credited_usd: string;
            /** Format: date-time */
            created_at: string;
        };
        CallbackAnswer: {
            received: boolean;
        };
        AskAssistant: {
            id: string;
            messages: {
                /** @enum {string} */
                role: "user" | "assistant" | "system";
                parts: ({
                    type: string;
                } & {
                    [key: string]: unknown;
                })[];
            }[];
        };
        SignalEvent: {
            type: string;
            hash: string;
            entry: components["schemas"]["Signal"] | components["schemas"]["Tombstone"];
        };
        Signal: {
            /** @enum {string} */
            kind: "signal";
            /** @enum {integer} */
            version: 1;
            list: string;
            /** Format: int64 */
            number: number;
            /** Format: date-time */
            published_at: string;
            previous: string;
            settlement?: {
                /** Format: int64 */
                number: number;
                hash: string;
            };
            id: string;
            symbol: string;
            name: string;
            /** @enum {string} */
            asset_type: "stock" | "crypto" | "index";
            currency: string;
            /** Format: date */
            session: string;
            /** Format: date-time */
            as_of: string;
            /** @enum {string} */
            rating: "Buy" | "Overweight" | "Hold" | "Underweight" | "Sell";
            previous_rating: ("Buy" | "Overweight" | "Hold" | "Underweight" | "Sell") | null;
            changed: boolean;
            entry: number | null;
            stop: number | null;
            target: number | null;
            confidence: number | null;
            horizon_days: number | null;
            agreement: components["schemas"]["Agreement"];
            reasoner: string;
            analysis_id: string;
            report: string;
        };
        Tombstone: {
            /** @enum {string} */
            kind: "tombstone";
            /** @enum {integer} */
            version: 1;
            list: string;
            /** Format: int64 */
            number: number;
            /** Format: date-time */
            published_at: string;
            previous: string;
            settlement?: {
                /** Format: int64 */
                number: number;
                hash: string;
            };
            /** Format: int64 */
            of: number;
            signal_id: string;
            reason: string;
        };
        Agreement: {
            /** Format: int64 */
            runs: number;
            /** Format: int64 */
            agreeing: number;
            ratings: (components["schemas"]["Rating"] | null)[];
        };
        JsonFeed: {
            /** @enum {string} */
            version: "https://jsonfeed.org/version/1.1";
            title: string;
            /** Format: uri */
            home_page_url: string;
            /** Format: uri */
            feed_url: string;
            description: string;
            language: string;
            authors: {
                name: string;
            }[];
            items: components["schemas"]["JsonFeedItem"][];
        };
        JsonFeedItem: {
            id: string;
            /** Format: uri */
            url: string;
            title: string;
            summary: string;
            content_html: string;
            /** Format: date-time */
            date_published: string;
            /** Format: date-time */
            date_modified: string;
            tags: string[];
        };
    };
    responses: {
        /** @description No API key where one is needed, or one that is unknown or revoked. */
        Unauthorized: {
            headers: {
                /** @description Names the scheme. */
                "WWW-Authenticate"?: string;
                /** @description Stands in the server's log. */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "send an API key in the header X-API-Key"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key's plan has no API access, the key lacks the scope, or the Host header is foreign. */
        Forbidden: {
            headers: {
                /** @description Stands in the server's log. */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "the key lacks the scope analyses:write"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request fails validation. */
        Invalid: {
            headers: {
                /** @description Stands in the server's log. */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": [
                 *         {
                 *           "type": "less_than_equal",
                 *           "loc": [
                 *             "body",
                 *             "max_debate_rounds"
                 *           ],
                 *           "msg": "Input should be less than or equal to 10",
                 *           "input": 11,
                 *           "ctx": {
                 *             "le": 10
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["HTTPValidationError"];
            };
        };
        /** @description A defect; the request id in the header names it. */
        Defect: {
            headers: {
                /** @description Stands in the server's log. */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Internal Server Error"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The database cannot be reached, or the server is stopping. */
        Unavailable: {
            headers: {
                /** @description Seconds to wait. */
                "Retry-After"?: number;
                /** @description Stands in the server's log. */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "the database cannot be reached"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests. */
        RateLimited: {
            headers: {
                /** @description Requests a minute that may be made. */
                "RateLimit-Limit"?: number;
                /** @description How many of them are left. */
                "RateLimit-Remaining"?: number;
                /** @description Seconds until they are all there again. */
                "RateLimit-Reset"?: number;
                /** @description Seconds to wait. */
                "Retry-After"?: number;
                /** @description Stands in the server's log. */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "more than 300 requests in a minute"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such analysis, or it is another owner's. */
        NotFound: {
            headers: {
                /** @description Stands in the server's log. */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "there is no analysis ana_7m3k9q0x2v5c8b1n4h6t"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The analysis has not succeeded. */
        NotSucceeded: {
            headers: {
                /** @description Stands in the server's log. */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "the Idempotency-Key was used with another body"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The analysis has not ended. */
        NotEnded: {
            headers: {
                /** @description Stands in the server's log. */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "the Idempotency-Key was used with another body"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The Host header is foreign. */
        ForeignHost: {
            headers: {
                /** @description Stands in the server's log. */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "the key lacks the scope analyses:write"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests of a session, or without one of a network. */
        TooMany: {
            headers: {
                /** @description Requests a minute that may be made. */
                "RateLimit-Limit"?: number;
                /** @description How many of them are left. */
                "RateLimit-Remaining"?: number;
                /** @description Seconds until they are all there again. */
                "RateLimit-Reset"?: number;
                /** @description Seconds to wait. */
                "Retry-After"?: number;
                /** @description Stands in the server's log. */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "more than 300 requests in a minute"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAnalyses: {
        parameters: {
            query?: {
                status?: components["schemas"]["JobStatus"];
                ticker?: string;
                cursor?: string;
                limit?: number;
                /** @description `reports`: each result with its reports. */
                include?: "reports";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "ana_7m3k9q0x2v5c8b1n4h6t",
                     *           "status": "succeeded",
                     *           "request": {
                     *             "ticker": "AAPL",
                     *             "trade_date": "2025-06-02",
                     *             "asset_type": "stock",
                     *             "analysts": [
                     *               "market",
                     *               "social",
                     *               "news",
                     *               "fundamentals"
                     *             ],
                     *             "max_debate_rounds": 1
                     *           },
                     *           "created_at": "2025-06-03T09:00:00.000Z",
                     *           "started_at": "2025-06-03T09:00:00.400Z",
                     *           "finished_at": "2025-06-03T09:02:11.870Z",
                     *           "result": {
                     *             "rating": "Overweight",
                     *             "is_review": false,
                     *             "decision": "Buy a half position at 201.70, stop 194."
                     *           },
                     *           "error": null
                     *         }
                     *       ],
                     *       "next_cursor": "41"
                     *     }
                     */
                    "application/json": components["schemas"]["JobList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    submitAnalysis: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body gives the same job again; with another body, 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmitAnalysis"];
            };
        };
        responses: {
            /** @description The job. */
            202: {
                headers: {
                    /** @description Where the job is. */
                    Location?: string;
                    /** @description Seconds after which it is worth asking. */
                    "Retry-After"?: number;
                    /** @description `true` when the Idempotency-Key was used before: the job is that of the first request. */
                    "Idempotent-Replayed"?: string;
                    /** @description What signs the messages to webhook_url, when the request named none. Nothing else ever tells it; the same request with the same Idempotency-Key does. */
                    "Webhook-Secret"?: string;
                    /** @description Requests a minute that may be made. */
                    "RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until they are all there again. */
                    "RateLimit-Reset"?: number;
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ana_7m3k9q0x2v5c8b1n4h6t",
                     *       "status": "queued",
                     *       "request": {
                     *         "ticker": "AAPL",
                     *         "trade_date": "2025-06-02",
                     *         "asset_type": "stock",
                     *         "analysts": [
                     *           "market",
                     *           "social",
                     *           "news",
                     *           "fundamentals"
                     *         ],
                     *         "max_debate_rounds": 1
                     *       },
                     *       "created_at": "2025-06-03T09:00:00.000Z",
                     *       "started_at": null,
                     *       "finished_at": null,
                     *       "result": null,
                     *       "error": null
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "the body is not UTF-8 text"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The Idempotency-Key was used with another body. */
            409: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "the Idempotency-Key was used with another body"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KB. */
            413: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "the body is larger than 65536 bytes"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not declared as application/json. */
            415: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "the body must be application/json"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["Invalid"];
            /** @description Too many requests, or too many jobs wait. */
            429: {
                headers: {
                    /** @description Requests a minute that may be made. */
                    "RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until they are all there again. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "more than 300 requests in a minute"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAnalysis: {
        parameters: {
            query?: {
                wait?: number;
            };
            header?: {
                /** @description ETags that the caller has. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The job's id.
                 * @example ana_7m3k9q0x2v5c8b1n4h6t
                 */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    /** @description Changes when the job does. */
                    ETag?: string;
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ana_7m3k9q0x2v5c8b1n4h6t",
                     *       "status": "succeeded",
                     *       "request": {
                     *         "ticker": "AAPL",
                     *         "trade_date": "2025-06-02",
                     *         "asset_type": "stock",
                     *         "analysts": [
                     *           "market",
                     *           "social",
                     *           "news",
                     *           "fundamentals"
                     *         ],
                     *         "max_debate_rounds": 1
                     *       },
                     *       "created_at": "2025-06-03T09:00:00.000Z",
                     *       "started_at": "2025-06-03T09:00:00.400Z",
                     *       "finished_at": "2025-06-03T09:02:11.870Z",
                     *       "result": {
                     *         "rating": "Overweight",
                     *         "is_review": false,
                     *         "decision": "Buy a half position at 201.70, stop 194.",
                     *         "reports": {}
                     *       },
                     *       "error": null
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description The job is as the ETag says. */
            304: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelAnalysis: {
        parameters: {
            query?: never;
            header?: {
                "X-API-Key"?: string | null;
            };
            path: {
                /**
                 * @description The job's id.
                 * @example ana_7m3k9q0x2v5c8b1n4h6t
                 */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job, now cancelled. */
            200: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ana_7m3k9q0x2v5c8b1n4h6t",
                     *       "status": "cancelled",
                     *       "request": {
                     *         "ticker": "AAPL",
                     *         "trade_date": "2025-06-02",
                     *         "asset_type": "stock",
                     *         "analysts": [
                     *           "market",
                     *           "social",
                     *           "news",
                     *           "fundamentals"
                     *         ],
                     *         "max_debate_rounds": 1
                     *       },
                     *       "created_at": "2025-06-03T09:00:00.000Z",
                     *       "started_at": null,
                     *       "finished_at": "2025-06-03T09:00:03.120Z",
                     *       "result": null,
                     *       "error": null
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                after?: number;
            };
            header?: {
                /** @description The last event that was seen. */
                "Last-Event-ID"?: string;
            };
            path: {
                /**
                 * @description The job's id.
                 * @example ana_7m3k9q0x2v5c8b1n4h6t
                 */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream. */
            200: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example retry: 2317
                     *
                     *     id: 2
                     *     event: job.running
                     *     data: {"seq":2,"type":"job.running","data":{},"created_at":"2025-06-03T09:00:00.400Z"}
                     */
                    "text/event-stream": string;
                };
            };
            /** @description Nothing more will come. */
            204: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            /** @description Too many requests, or the owner of the key has 100 streams open. */
            429: {
                headers: {
                    /** @description Requests a minute that may be made. */
                    "RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until they are all there again. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "more than 300 requests in a minute"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The job's id.
                 * @example ana_7m3k9q0x2v5c8b1n4h6t
                 */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "whd_2n5b8c1x4z7v0m3k6j9h",
                     *           "event": "analysis.succeeded",
                     *           "url": "https://example.com/hooks/conclave",
                     *           "attempt": 1,
                     *           "created_at": "2025-06-03T09:02:12.020Z",
                     *           "status": 503,
                     *           "error": null,
                     *           "next_attempt_at": "2025-06-03T09:02:17.020Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReportMarkdown: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The job's id.
                 * @example ana_7m3k9q0x2v5c8b1n4h6t
                 */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    /** @description A name for the file. */
                    "Content-Disposition"?: string;
                    /** @description Changes when the document does. */
                    ETag?: string;
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example # AAPL: Overweight
                     *
                     *     As of 2025-06-02, the close of its exchange.
                     */
                    "text/markdown": string;
                };
            };
            /** @description It is as the ETag says. */
            304: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotSucceeded"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReportHtml: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The job's id.
                 * @example ana_7m3k9q0x2v5c8b1n4h6t
                 */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    /** @description A name for the file. */
                    "Content-Disposition"?: string;
                    /** @description Changes when the document does. */
                    ETag?: string;
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example <!doctype html>
                     *     <html lang="en"><title>AAPL: Overweight</title></html>
                     */
                    "text/html": string;
                };
            };
            /** @description It is as the ETag says. */
            304: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotSucceeded"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReportJson: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The job's id.
                 * @example ana_7m3k9q0x2v5c8b1n4h6t
                 */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run. */
            200: {
                headers: {
                    /** @description Changes when the document does. */
                    ETag?: string;
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "request": {
                     *         "ticker": "AAPL",
                     *         "trade_date": "2025-06-02",
                     *         "asset_type": "stock",
                     *         "analysts": [
                     *           "market",
                     *           "social",
                     *           "news",
                     *           "fundamentals"
                     *         ],
                     *         "max_debate_rounds": 1
                     *       },
                     *       "result": {
                     *         "rating": "Overweight",
                     *         "is_review": false,
                     *         "decision": "Buy a half position at 201.70, stop 194.",
                     *         "reports": {
                     *           "trader": {
                     *             "agent": "trader",
                     *             "text": "Buy a half position at 201.70 [M1], stop 194.",
                     *             "turns": [
                     *               {
                     *                 "round": 1,
                     *                 "text": "Buy a half position at 201.70 [M1], stop 194.",
                     *                 "points": [
                     *                   {
                     *                     "claim": "The close stands at 201.70 [M1]",
                     *                     "evidence": [
                     *                       "M1"
                     *                     ]
                     *                   }
                     *                 ],
                     *                 "fields": {
                     *                   "action": "buy",
                     *                   "entry": 201.7,
                     *                   "stop": 194,
                     *                   "target": null,
                     *                   "size_pct": 50
                     *                 },
                     *                 "problem": null,
                     *                 "grounding": {
                     *                   "numbers": [
                     *                     {
                     *                       "point": null,
                     *                       "offset": 23,
                     *                       "text": "201.70",
                     *                       "value": 201.7,
                     *                       "unit": null,
                     *                       "verdict": "evidence",
                     *                       "evidence": [
                     *                         "M1"
                     *                       ],
                     *                       "basis": null
                     *                     }
                     *                   ],
                     *                   "supported": 1,
                     *                   "unsupported": 0,
                     *                   "bad_computations": [],
                     *                   "unknown_ids": []
                     *                 }
                     *               }
                     *             ],
                     *             "skipped": null
                     *           },
                     *           "data": {
                     *             "symbol": "AAPL",
                     *             "name": "Apple Inc.",
                     *             "asset_type": "stock",
                     *             "currency": "USD",
                     *             "as_of": "2025-06-02T20:00:00.000Z",
                     *             "session": "2025-06-02",
                     *             "historical": true,
                     *             "synthetic": false,
                     *             "sources": [
                     *               "yahoo"
                     *             ],
                     *             "notes": []
                     *           },
                     *           "checks": [
                     *             {
                     *               "id": "stop_side",
                     *               "subject": "stop",
                     *               "outcome": "pass",
                     *               "detail": "The stop lies below the entry."
                     *             }
                     *           ],
                     *           "levels": {
                     *             "action": "buy",
                     *             "entry": 201.7,
                     *             "stop": 194,
                     *             "target": null,
                     *             "size_pct": 50,
                     *             "currency": "USD"
                     *           },
                     *           "verdict": {
                     *             "thesis": "Earnings hold up.",
                     *             "target": null,
                     *             "horizon_days": 90,
                     *             "confidence": 0.6
                     *           },
                     *           "review_reason": null,
                     *           "numbers": {
                     *             "supported": 1,
                     *             "unsupported": 0
                     *           }
                     *         }
                     *       },
                     *       "usage": {
                     *         "input_tokens": 3110,
                     *         "cached_input_tokens": 2048,
                     *         "output_tokens": 420,
                     *         "calls": 1,
                     *         "cost_usd": "0.0131",
                     *         "budget_usd": null,
                     *         "agents": [
                     *           {
                     *             "input_tokens": 3110,
                     *             "cached_input_tokens": 2048,
                     *             "output_tokens": 420,
                     *             "agent": "trader",
                     *             "model": "gpt-5.2-mini",
                     *             "calls": 1,
                     *             "cost_usd": "0.0131"
                     *           }
                     *         ]
                     *       },
                     *       "manifest": {
                     *         "version": 1,
                     *         "run_id": "run_5t8w2k9m4c7x1z3v6b0n",
                     *         "code_version": "0.1.0",
                     *         "seed": 1,
                     *         "started_at": "2025-06-03T09:00:00.400Z",
                     *         "finished_at": "2025-06-03T09:02:11.870Z",
                     *         "request": {
                     *           "ticker": "AAPL",
                     *           "trade_date": "2025-06-02",
                     *           "asset_type": "stock",
                     *           "analysts": [
                     *             "market",
                     *             "social",
                     *             "news",
                     *             "fundamentals"
                     *           ],
                     *           "max_debate_rounds": 1
                     *         },
                     *         "config": {
                     *           "llm_provider": "openai",
                     *           "deep_think_llm": "gpt-5.2",
                     *           "quick_think_llm": "gpt-5.2-mini",
                     *           "max_debate_rounds": 1,
                     *           "max_risk_discuss_rounds": 1,
                     *           "online_tools": true,
                     *           "budget_usd": null,
                     *           "tool_steps": 2
                     *         },
                     *         "rating": "Overweight",
                     *         "data": {
                     *           "symbol": "AAPL",
                     *           "name": "Apple Inc.",
                     *           "asset_type": "stock",
                     *           "currency": "USD",
                     *           "as_of": "2025-06-02T20:00:00.000Z",
                     *           "session": "2025-06-02",
                     *           "historical": true,
                     *           "synthetic": false,
                     *           "sources": [
                     *             "yahoo"
                     *           ],
                     *           "notes": []
                     *         },
                     *         "evidence": [
                     *           {
                     *             "id": "M1",
                     *             "key": "close",
                     *             "label": "Close",
                     *             "value": 201.7,
                     *             "text": null,
                     *             "unit": "USD",
                     *             "at": "2025-06-02",
                     *             "source": "yahoo",
                     *             "source_ids": [
                     *               "AAPL 2025-06-02"
                     *             ],
                     *             "formula": null,
                     *             "hash": "9f2c5b7f6b0f4a3f8f0f7a3c0d7f3b5a1e6d2c4b8a9f0e1d2c3b4a5968778695"
                     *           }
                     *         ],
                     *         "chart": [
                     *           {
                     *             "date": "2025-06-02",
                     *             "open": 200.28,
                     *             "high": 202.13,
                     *             "low": 200.12,
                     *             "close": 201.7
                     *           }
                     *         ],
                     *         "calls": [
                     *           {
                     *             "step": "trader/1",
                     *             "agent": "trader",
                     *             "round": 1,
                     *             "model": "gpt-5.2-mini",
                     *             "prompt_sha256": "9f2c5b7f6b0f4a3f8f0f7a3c0d7f3b5a1e6d2c4b8a9f0e1d2c3b4a5968778695",
                     *             "answer_sha256": "9f2c5b7f6b0f4a3f8f0f7a3c0d7f3b5a1e6d2c4b8a9f0e1d2c3b4a5968778695",
                     *             "tokens": {
                     *               "input_tokens": 3110,
                     *               "cached_input_tokens": 2048,
                     *               "output_tokens": 420
                     *             },
                     *             "cost_usd": "0.0131"
                     *           }
                     *         ],
                     *         "result_sha256": "9f2c5b7f6b0f4a3f8f0f7a3c0d7f3b5a1e6d2c4b8a9f0e1d2c3b4a5968778695"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RunReport"];
                };
            };
            /** @description It is as the ETag says. */
            304: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotEnded"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReportPdf: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The job's id.
                 * @example ana_7m3k9q0x2v5c8b1n4h6t
                 */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    /** @description A name for the file. */
                    "Content-Disposition"?: string;
                    /** @description Changes when the document does. */
                    ETag?: string;
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            /** @description It is as the ETag says. */
            304: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotSucceeded"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUsage: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sums. */
            200: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2025-06-01T00:00:00.000Z",
                     *       "to": "2025-06-03T09:10:00.000Z",
                     *       "jobs": {
                     *         "queued": 0,
                     *         "running": 1,
                     *         "succeeded": 12,
                     *         "failed": 0,
                     *         "cancelled": 2
                     *       },
                     *       "input_tokens": 412804,
                     *       "output_tokens": 51220,
                     *       "cost_usd": "1.84",
                     *       "by_day": [
                     *         {
                     *           "day": "2025-06-02",
                     *           "jobs": 9,
                     *           "input_tokens": 271310,
                     *           "output_tokens": 33608,
                     *           "cost_usd": "1.21"
                     *         },
                     *         {
                     *           "day": "2025-06-03",
                     *           "jobs": 6,
                     *           "input_tokens": 141494,
                     *           "output_tokens": 17612,
                     *           "cost_usd": "0.63"
                     *         }
                     *       ],
                     *       "by_model": [
                     *         {
                     *           "model": "gpt-5.2",
                     *           "calls": 26,
                     *           "input_tokens": 98110,
                     *           "output_tokens": 14020,
                     *           "cost_usd": "1.02"
                     *         },
                     *         {
                     *           "model": "gpt-5.2-mini",
                     *           "calls": 133,
                     *           "input_tokens": 314694,
                     *           "output_tokens": 37200,
                     *           "cost_usd": "0.82"
                     *         }
                     *       ],
                     *       "by_status": [
                     *         {
                     *           "status": "running",
                     *           "jobs": 1,
                     *           "input_tokens": 0,
                     *           "output_tokens": 0,
                     *           "cost_usd": "0"
                     *         },
                     *         {
                     *           "status": "succeeded",
                     *           "jobs": 12,
                     *           "input_tokens": 396304,
                     *           "output_tokens": 49870,
                     *           "cost_usd": "1.77"
                     *         },
                     *         {
                     *           "status": "cancelled",
                     *           "jobs": 2,
                     *           "input_tokens": 16500,
                     *           "output_tokens": 1350,
                     *           "cost_usd": "0.07"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UsageReport"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The configuration. */
            200: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "llm_provider": "openai",
                     *       "deep_think_llm": "gpt-5.2",
                     *       "quick_think_llm": "gpt-5.2-mini",
                     *       "max_debate_rounds": 1,
                     *       "max_risk_discuss_rounds": 1,
                     *       "online_tools": true
                     *     }
                     */
                    "application/json": components["schemas"]["Config"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It can. */
            200: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "degraded",
                     *       "checks": {
                     *         "database": {
                     *           "status": "up",
                     *           "latencyMs": 1
                     *         },
                     *         "signalEngine": {
                     *           "status": "down"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["HealthReport"];
                };
            };
            403: components["responses"]["ForeignHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Defect"];
            /** @description It cannot. */
            503: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "down",
                     *       "checks": {
                     *         "database": {
                     *           "status": "down"
                     *         },
                     *         "signalEngine": {
                     *           "status": "up",
                     *           "latencyMs": 2
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["HealthReport"];
                };
            };
        };
    };
    followReferral: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Eight of 23456789abcdefghjkmnpqrstuvwxyz, in upper or lower case.
                 * @example k7m3x9qp
                 */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To the site. */
            302: {
                headers: {
                    /** @description `/` */
                    Location?: string;
                    /** @description `ref`, in lower case. */
                    "Set-Cookie"?: string;
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["ForeignHost"];
            /** @description It cannot be a code. No cookie is set. */
            404: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "there is no analysis ana_7m3k9q0x2v5c8b1n4h6t"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooMany"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user": {
                     *         "id": "usr_4k2jh8s0p1w3e5r7t9y2",
                     *         "name": "Ada",
                     *         "email": "ada@example.com",
                     *         "email_verified": true,
                     *         "two_factor": false,
                     *         "role": "user",
                     *         "plan": "elite",
                     *         "plan_until": "2026-12-24T09:30:00.000Z"
                     *       },
                     *       "session": {
                     *         "id": "ses_9x8c7v6b5n4m3k2j1h0g",
                     *         "created_at": "2026-11-24T09:30:00.000Z",
                     *         "expires_at": "2026-12-24T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SessionInfo"] | null;
                };
            };
            403: components["responses"]["ForeignHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCsrfToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "csrf_token": "mJ1yQk4v0sJr7b0Ww2c8e3QqP5tA9hZ6uLxN1dFgKjE"
                     *     }
                     */
                    "application/json": components["schemas"]["CsrfToken"];
                };
            };
            403: components["responses"]["ForeignHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    authenticate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Such as `sign-in/email`.
                 * @example sign-out
                 */
                auth_handler: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As the path has it. */
            200: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": true
                     *     }
                     */
                    "application/json": unknown;
                };
            };
            /** @description Of a form that a browser sent: where it goes on. */
            303: {
                headers: {
                    /** @description The page. */
                    Location?: string;
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It cannot be done. */
            400: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "the body is not UTF-8 text"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Nobody is signed in, or something is wrong. */
            401: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "send an API key in the header X-API-Key"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            403: components["responses"]["ForeignHost"];
            /** @description There is no such path. */
            404: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Another method. */
            405: {
                headers: {
                    /** @description The methods that it has. */
                    Allow?: string;
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Method Not Allowed"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many attempts. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "more than 300 requests in a minute"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAvatar: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture: image/webp or image/svg+xml. */
            200: {
                headers: {
                    /** @description Changes when the picture does. */
                    ETag?: string;
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                    "image/svg+xml": string;
                };
            };
            /** @description It is as the ETag says. */
            304: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "send an API key in the header X-API-Key"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            403: components["responses"]["ForeignHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    openUnsubscribe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description From the mail.
                 * @example c2lnbmFscyB1c3JfMQ.R0lm
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To the settings. */
            302: {
                headers: {
                    /** @description `/settings/notifications` */
                    Location?: string;
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["ForeignHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    unsubscribe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description From the mail.
                 * @example c2lnbmFscyB1c3JfMQ.R0lm
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No such mail is sent any more. */
            204: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["ForeignHost"];
            /** @description The token is none of ours. */
            404: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "there is no analysis ana_7m3k9q0x2v5c8b1n4h6t"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooMany"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRssFeed: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has. */
                "If-None-Match"?: string;
                /** @description Read where no If-None-Match is sent. */
                "If-Modified-Since"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feed. */
            200: {
                headers: {
                    /** @description Changes when the feed does. */
                    ETag?: string;
                    /** @description When a post changed last. */
                    "Last-Modified"?: string;
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example <?xml version="1.0" encoding="utf-8"?>
                     *     <rss version="2.0"><channel></channel></rss>
                     */
                    "application/rss+xml": string;
                };
            };
            /** @description It is as the ETag or the date says. */
            304: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["ForeignHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAtomFeed: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has. */
                "If-None-Match"?: string;
                /** @description Read where no If-None-Match is sent. */
                "If-Modified-Since"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feed. */
            200: {
                headers: {
                    /** @description Changes when the feed does. */
                    ETag?: string;
                    /** @description When a post changed last. */
                    "Last-Modified"?: string;
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example <?xml version="1.0" encoding="utf-8"?>
                     *     <feed xmlns="http://www.w3.org/2005/Atom"></feed>
                     */
                    "application/atom+xml": string;
                };
            };
            /** @description It is as the ETag or the date says. */
            304: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["ForeignHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getJsonFeed: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has. */
                "If-None-Match"?: string;
                /** @description Read where no If-None-Match is sent. */
                "If-Modified-Since"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feed. */
            200: {
                headers: {
                    /** @description Changes when the feed does. */
                    ETag?: string;
                    /** @description When a post changed last. */
                    "Last-Modified"?: string;
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": "https://jsonfeed.org/version/1.1",
                     *       "title": "Conclave blog",
                     *       "home_page_url": "https://conclave.example/blog",
                     *       "feed_url": "https://conclave.example/blog/feed.json",
                     *       "description": "How the debate is built, what was measured, and what it is not good for.",
                     *       "language": "en",
                     *       "authors": [
                     *         {
                     *           "name": "Conclave"
                     *         }
                     *       ],
                     *       "items": [
                     *         {
                     *           "id": "urn:uuid:3f0e6a52-8d4b-4c1e-9a77-5b2c1d0e9f86",
                     *           "url": "https://conclave.example/blog/as-of",
                     *           "title": "What a model may not know",
                     *           "summary": "Why a past date is a wall, and how code keeps it.",
                     *           "content_html": "<p>A debate about June must not know July.</p>",
                     *           "date_published": "2026-06-02T08:00:00.000Z",
                     *           "date_modified": "2026-06-02T08:00:00.000Z",
                     *           "tags": [
                     *             "data"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/feed+json": components["schemas"]["JsonFeed"];
                };
            };
            /** @description It is as the ETag or the date says. */
            304: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["ForeignHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    askAssistant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AskAssistant"];
            };
        };
        responses: {
            /** @description The answer as it comes: a UI message stream. */
            200: {
                headers: {
                    /** @description `v1` */
                    "x-vercel-ai-ui-message-stream"?: string;
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example data: {"type":"start"}
                     *
                     *     data: {"type":"text-start","id":"1"}
                     *
                     *     data: [DONE]
                     */
                    "text/event-stream": string;
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "the body is not UTF-8 text"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "sign in first"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request comes from another site, or the Host header is foreign. */
            403: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "the request comes from another site"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body does not declare its length. */
            411: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "the body must declare its length"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KB. */
            413: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "the body is larger than 65536 bytes"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not declared as application/json. */
            415: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "the body must be application/json"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request fails validation. */
            422: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "string_too_short",
                     *           "loc": [
                     *             "body",
                     *             "messages",
                     *             0,
                     *             "parts"
                     *           ],
                     *           "msg": "String should have at least 1 character",
                     *           "input": "",
                     *           "ctx": {
                     *             "min_length": 1
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description As many questions were asked as may be. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "more than 6 questions in a minute"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDepositReceipt: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The deposit's id.
                 * @example dep_01jz8a1c5m9q2x7w4t6v3b0n8k
                 */
                deposit_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The receipt. */
            200: {
                headers: {
                    /** @description A name for the file. */
                    "Content-Disposition"?: string;
                    /** @description Changes when the document does. */
                    ETag?: string;
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            /** @description It is as the ETag says. */
            304: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "send an API key in the header X-API-Key"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            403: components["responses"]["ForeignHost"];
            /** @description There is no such deposit, or it is somebody else's. */
            404: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "there is no analysis ana_7m3k9q0x2v5c8b1n4h6t"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Nothing of it was credited yet. */
            409: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "the Idempotency-Key was used with another body"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooMany"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    receiveCallback: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was kept. */
            200: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "received": true
                     *     }
                     */
                    "application/json": components["schemas"]["CallbackAnswer"];
                };
            };
            /** @description It is no payment: no JSON, a key twice, an amount that is none. */
            400: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "the body is no payment"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The signature is missing or wrong. */
            401: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "the signature is missing or wrong"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            403: components["responses"]["ForeignHost"];
            /** @description The body is larger than 64 KB. */
            413: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "the body is larger than 65536 bytes"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or not declared as application/json. */
            415: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "the body must be application/json"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooMany"];
            500: components["responses"]["Defect"];
            /** @description The processor is not set up here, or the database cannot be reached. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "this payment processor is not set up here"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    streamDeposits: {
        parameters: {
            query?: never;
            header?: {
                /** @description The last event that was seen. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream. */
            200: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example retry: 2317
                     *
                     *     id: 4
                     *     event: deposit.finished
                     *     data: {"seq":4,"type":"deposit.finished","deposit_id":"dep_01jz8a1c5m9q2x7w4t6v3b0n8k","state":"finished","previous":"confirmed","price_usd":"50.00","credited_usd":"50.00","created_at":"2026-06-03T09:00:00.400Z"}
                     */
                    "text/event-stream": string;
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "sign in first"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            403: components["responses"]["ForeignHost"];
            /** @description As many streams are open as may be, or too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "3 streams are open, and no more may be at the same time"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    streamSignals: {
        parameters: {
            query?: never;
            header?: {
                /** @description The last entry that was seen. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream. */
            200: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example retry: 2317
                     *
                     *     event: heartbeat
                     *     data: {}
                     */
                    "text/event-stream": string;
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "sign in first"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no active signal plan, or the Host header is foreign. */
            403: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "live signals need the plan Signals or Elite"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description As many streams are open as may be. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "3 streams are open, and no more may be at the same time"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getChainHeads: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The heads. */
            200: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "list": "house",
                     *       "number": 214,
                     *       "hash": "5f0c2d8b1e9a4c7d3b6f80a1927e5d4c8b3a6f1e0d9c7b5a4e2f1d0c9b8a7e65",
                     *       "days": [
                     *         {
                     *           "day": "2026-06-02",
                     *           "number": 203,
                     *           "hash": "c1a5e7d9b3f20468ace13579bdf02468ace13579bdf02468ace13579bdf02468"
                     *         }
                     *       ],
                     *       "settlement": {
                     *         "number": 5120,
                     *         "hash": "0e4d9a7c2b815f3e6d0c9b8a7f6e5d4c3b2a190817263544f3e2d1c0b9a8f7e6",
                     *         "days": [
                     *           {
                     *             "day": "2026-06-02",
                     *             "number": 5098,
                     *             "hash": "9d8c7b6a5f4e3d2c1b0a9f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6c5b4a"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        list: string;
                        /** Format: int64 */
                        number: number;
                        hash: string;
                        days: {
                            /** Format: int64 */
                            number: number;
                            hash: string;
                            /** Format: date */
                            day: string;
                        }[];
                        settlement: {
                            /** Format: int64 */
                            number: number;
                            hash: string;
                            days: {
                                /** Format: int64 */
                                number: number;
                                hash: string;
                                /** Format: date */
                                day: string;
                            }[];
                        };
                    };
                };
            };
            403: components["responses"]["ForeignHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getChainHeadFeed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feed. */
            200: {
                headers: {
                    /** @description Stands in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example <?xml version="1.0" encoding="utf-8"?>
                     *     <feed xmlns="http://www.w3.org/2005/Atom"></feed>
                     */
                    "application/atom+xml": string;
                };
            };
            403: components["responses"]["ForeignHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
}
