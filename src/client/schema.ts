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
         * List analyses, newest first
         * @description Paginated: pass `next_cursor` of one page as `cursor` to get the next. It is null on the last page. Results omit their `reports`, which are large; add `include=reports` to include them.
         */
        get: operations["listAnalyses"];
        put?: never;
        /**
         * Start an analysis
         * @description Returns immediately; the analysis runs in the background. Poll the job, wait for it with `?wait`, or stream its events. Unknown fields are ignored.
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
         * Get an analysis and its result
         * @description `wait` delays the response until the job has ended, for at most the given number of seconds. With `If-None-Match`, it waits until the job no longer matches that ETag. A job that has ended is always returned immediately. Check `is_review` before `rating`: `REVIEW` means no opinion and is not a weak Hold.
         */
        get: operations["getAnalysis"];
        put?: never;
        post?: never;
        /**
         * Cancel an analysis
         * @description Works in any state, including finished, and can be repeated. The slot is released within a second and no further model call starts.
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
         * Stream the events of an analysis
         * @description Server-sent events: `data` is a JobEvent as JSON, `id` its `seq`, `event` its `type`. A `heartbeat` is sent every 15 s. The stream ends after the job's last event. To resume after an event, send its ID as `Last-Event-ID` or `after`. An unknown ID yields the event `reset`, followed by all events from the start. 204: the job has ended and all events were sent. `agent.restarted` means you should discard the agent's deltas of that round. Keys are checked again every minute: the stream of a revoked key ends, and reconnecting returns 401.
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
         * List webhook deliveries of a job
         * @description One entry per attempt, newest first: the receiver's response or the reason it could not be reached, and the time of the next attempt. Empty for jobs without a webhook and jobs that have not ended.
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
         * @description Available for analyses that have succeeded.
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
         * @description Available for analyses that have succeeded.
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
         * @description The request, result, usage and manifest of an analysis that has succeeded. For a failed or cancelled analysis, the request and usage without a result.
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
         * @description Available for analyses that have succeeded.
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
    "/v1/analyses/{job_id}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the report as a file that proves itself
         * @description One HTML file that a reader opens offline: the report, the evidence with its hashes, the manifest and the hashes of all prompts, signed by the service's key. A script inside checks it, and so does `conclave verify FILE`. Scope: `analyses:read`.
         */
        get: operations["getReportProof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signals/{signal_id}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a signal's report as a file that proves itself
         * @description One HTML file that a reader opens offline: the report, the evidence with its hashes, the manifest and the hashes of all prompts, signed by the service's key. A script inside checks it, and so does `conclave verify FILE`. It also holds the signal's entry in the chain and, once every signal of its day is public, the entries up to the head of that day. Scope: `signals:read`.
         */
        get: operations["getSignalProof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/conclave-keys.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the public keys that sign proofs
         * @description Compare the key that a proof names with these: the one in force first, then those before it. What a retired key signed while it was in force stays valid; of a revoked one nothing counts. Keep a copy: a file that was signed can be checked without the service.
         */
        get: operations["getProofKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/conclave-chain.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the heads of the record's chains at their well-known address
         * @description The same as `/api/signal-engine/heads`, at an address that is the same on every server.
         */
        get: operations["getWellKnownChain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analyses/{job_id}/questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask a question about a report
         * @description Answers come only from this report. Each claim comes with a quote from the report. `refused` means the report does not contain the answer. At most 6 questions per minute and 60 per day; nothing is stored.
         */
        post: operations["askReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analyses/{job_id}/rerun": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rerun an analysis from one agent on
         * @description Starts a new analysis that takes over the evidence and every statement made before the given agent, byte for byte and without paying for them, and asks that agent and all after it anew. Agents that speak at the same time are asked together: `from=bear` also asks the bull. Settings you omit are those of the original. A webhook of the original is told of the new analysis as well, signed by the same secret. Counts as one analysis of your monthly quota; only new calls cost money. The manifest names the original in `rerun`, and marks calls that were taken over with `reused`. Scope: `analyses:write`.
         */
        post: operations["rerunAnalysis"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analyses/{job_id}/attribution/estimate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Estimate an attribution
         * @description What would be tried to find out what the rating rests on, and the most that it can cost at what the analysis' own calls cost. Nothing is started. Scope: `analyses:read`.
         */
        post: operations["getAttributionEstimate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analyses/{job_id}/attribution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the attribution of an analysis
         * @description The newest one: its progress, its cost, and once it has succeeded the changes, evidence before agents, what weighs most first. `result.stopped` says why not all was tried. Scope: `analyses:read`.
         */
        get: operations["getAttribution"];
        put?: never;
        /**
         * Measure what a rating rests on
         * @description Repeats the analysis without one piece of evidence, with its sign turned, or without one agent, one change at a time. Only answers whose prompt changes are asked for; each call is held against the budget first, and no answer is paid for twice. Free and exact with the rules engine. With the service's models it counts as one analysis of your monthly quota. Sent again while it is under way, it returns the same attribution. Scope: `analyses:write`.
         */
        post: operations["submitAttribution"];
        /**
         * Cancel the attribution of an analysis
         * @description Can be repeated. One that has ended stays as it is. Answers that were paid for are kept for the next. Scope: `analyses:write`.
         */
        delete: operations["cancelAttribution"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/memory/estimate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Estimate a memory measurement
         * @description Calls and cost at list prices of measuring how much of a model's opinion on a date is memory. Nothing is started. The cost is rough; the budget is what holds. Scope: `backtests:read`.
         */
        post: operations["getMemoryEstimate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/memory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List memory measurements, newest first
         * @description The last 50. Scope: `backtests:read`.
         */
        get: operations["listMemory"];
        put?: never;
        /**
         * Measure how much of a model's opinion is memory
         * @description Repeats the debate as it is, without the instrument's name, on other dates and with a false headline, and asks about later closes, on a model key of yours. Each call is held against the budget before it is made, and no answer is paid for twice. A whole measurement is shown beside historical ratings of the same models and year, and decides P3 of the validity reports of their backtests. Scope: `backtests:write`.
         */
        post: operations["submitMemory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/memory/{memory_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a memory measurement
         * @description Its status, progress and cost and, once it has ended, its result. Scope: `backtests:read`.
         */
        get: operations["getMemory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/memory/{memory_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a memory measurement
         * @description Can be repeated. A measurement that has ended stays as it is. Send no body. Scope: `backtests:write`.
         */
        post: operations["cancelMemory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/backtests/{backtest_id}/validity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the validity report of a backtest
         * @description What the backtest proves, what it does not, and what cannot be told: a verdict for each test, its figures, their formulas and where these come from. A backtest with models gets its report by itself; for others, ask with `POST`. `report` is the last one that was made, also while the next is under way. Scope: `backtests:read`.
         */
        get: operations["getBacktestValidity"];
        put?: never;
        /**
         * Make the validity report of a backtest
         * @description Returns immediately; the report is made in the background, at no cost: decisions are repeated with the rules engine or with answers that are kept. Made again, it counts the trials made since. Sent again while it is under way, it changes nothing. Send no body. Scope: `backtests:write`.
         */
        post: operations["submitBacktestValidity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/backtests/{backtest_id}/validity.md": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the validity report of a backtest as Markdown
         * @description The same file that `conclave validity` writes. Scope: `backtests:read`.
         */
        get: operations["getBacktestValidityMarkdown"];
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
         * Jobs, tokens and cost in a period
         * @description Jobs started from `from` (inclusive) to `to` (exclusive), by day, model and state. Defaults to the current month (UTC). Failed and cancelled jobs count with the calls they had finished. Running jobs count when they end.
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
         * Get the effective configuration
         * @description Applies to every analysis unless its request overrides it.
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
    "/v1/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List batches, newest first
         * @description Paginated: pass `next_cursor` of one page as `cursor` to get the next. Scope: `analyses:read`.
         */
        get: operations["listBatches"];
        put?: never;
        /**
         * Start a batch of analyses
         * @description The body is JSON Lines: up to 10000 lines with a `custom_id` of yours and the `request` of an analysis. The runs start behind all single analyses and count towards the monthly quota. A line that cannot be read, or for which no quota or budget is left, is refused without affecting the others. Scope: `analyses:write`.
         */
        post: operations["submitBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{batch_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a batch and its progress
         * @description `status` becomes `succeeded` when every line has ended; `counts` has their outcomes. Scope: `analyses:read`.
         */
        get: operations["getBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{batch_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a batch
         * @description Waiting lines are not started, and running ones are cancelled. Lines that have ended keep their results. Can be repeated. Send no body. Scope: `analyses:write`.
         */
        post: operations["cancelBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{batch_id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the results of a batch
         * @description JSON Lines: one result for each line that has ended, in the order of the request. While the batch runs, these are the results so far. Results omit their `reports`; add `include=reports` to get them. Kept for 30 days after the batch has ended. Scope: `analyses:read`.
         */
        get: operations["getBatchResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List signals, newest first
         * @description Signals of one list with their outcomes. Withdrawn signals stay in the list and are marked. With `symbol`, this is the history of one instrument. Paginated: pass `next_cursor` of one page as `cursor` to get the next. Scope: `signals:read`.
         */
        get: operations["listSignals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signals/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream published signals
         * @description Server-sent events: `data` is a SignalEvent as JSON, `id` the entry's `number` in the list's chain, `event` `signal.published`, `signal.withdrawn`, `condition.broken` or `condition.held`. A `heartbeat` is sent every 15 s. The stream starts with the next signal. To resume after an entry, send its number as `Last-Event-ID` or `after`; an unknown number yields the event `reset`, followed by all entries from the start. Keys and plans are checked again every minute. Scope: `signals:read`.
         */
        get: operations["streamSignalEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signals/{signal_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a signal with its outcome
         * @description `marks` holds the return after 1, 5, 21 and 63 sessions, against the benchmark. `analysis_id` is the run behind the signal; for your own watchlists, you can read it under `/v1/analyses`. Scope: `signals:read`.
         */
        get: operations["getSignal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your watchlists, oldest first
         * @description Returns all of them, without pagination. Scope: `lists:read`.
         */
        get: operations["listWatchlists"];
        put?: never;
        /**
         * Create a watchlist
         * @description From now on, its instruments are analysed on the schedule. Each run counts towards the monthly quota. A symbol that no data source knows is refused; while a source does not answer, symbols are accepted unchecked. Scope: `lists:write`.
         */
        post: operations["createWatchlist"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{list_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a watchlist
         * @description Scope: `lists:read`.
         */
        get: operations["getWatchlist"];
        /**
         * Change a watchlist
         * @description The body replaces the watchlist, so send all fields. Runs that were due before the change are not made up for. Scope: `lists:write`.
         */
        put: operations["replaceWatchlist"];
        post?: never;
        /**
         * Delete a watchlist
         * @description It no longer runs. Its published signals can still be read. Scope: `lists:write`.
         */
        delete: operations["deleteWatchlist"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{list_id}/instruments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an instrument to a watchlist
         * @description Concurrent requests do not overwrite each other. Scope: `lists:write`.
         */
        post: operations["addInstrument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{list_id}/next-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the next runs of a watchlist
         * @description Soonest first, with the instruments of each run. Scope: `lists:read`.
         */
        get: operations["listNextRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/{list_id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the last runs of a watchlist
         * @description Newest session first. `signal_id` is the signal that a run published; `reason` says why it published none. Scope: `lists:read`.
         */
        get: operations["listRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/backtests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List backtests, newest first
         * @description Paginated: pass `next_cursor` of one page as `cursor` to get the next. Scope: `backtests:read`.
         */
        get: operations["listBacktests"];
        put?: never;
        /**
         * Start a backtest
         * @description Returns immediately; the backtest runs in the background on the server's archives. Poll it until it has ended, then get its result. Without `models`, the rules engine decides at no cost. With them, each debate is compared with a single call of the same model on the same evidence, paid from the same budget; `single_call: false` leaves it out. `runs` repeats each decision with other seeds. `notes` lists what to know about the data. Scope: `backtests:write`.
         */
        post: operations["submitBacktest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/backtests/estimate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Estimate a backtest
         * @description What the same body would take as a backtest: decisions, time and, with `models`, calls and cost at list prices, and what of its dates the models may have read about. Nothing is started. The cost is rough; the budget is what holds. Scope: `backtests:read`.
         */
        post: operations["getBacktestEstimate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/backtests/{backtest_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a backtest
         * @description Its status, progress and, once it has succeeded, a summary. Scope: `backtests:read`.
         */
        get: operations["getBacktest"];
        put?: never;
        post?: never;
        /**
         * Delete a backtest and its result
         * @description Deletes it permanently. If it is running, it is stopped first. Scope: `backtests:write`.
         */
        delete: operations["deleteBacktest"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/backtests/{backtest_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a backtest
         * @description Can be repeated. A backtest that has ended stays as it is. Send no body. Scope: `backtests:write`.
         */
        post: operations["cancelBacktest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/backtests/{backtest_id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a backtest
         * @description Calls to models that are in progress finish and are paid; no other is made until the backtest is resumed. Can be repeated. A backtest that has ended stays as it is. Send no body. Scope: `backtests:write`.
         */
        post: operations["pauseBacktest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/backtests/{backtest_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a paused backtest
         * @description It goes on where it stood, when its turn comes. Can be repeated. A backtest that is not paused stays as it is. Send no body. Scope: `backtests:write`.
         */
        post: operations["resumeBacktest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/backtests/{backtest_id}/result.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the result of a backtest
         * @description The same file that `conclave backtest` writes. Scope: `backtests:read`.
         */
        get: operations["getBacktestResult"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/backtests/{backtest_id}/trades.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the trades of a backtest
         * @description Every simulated fill, one per line. Uploaded backtests have none. Scope: `backtests:read`.
         */
        get: operations["getBacktestTrades"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the figures of the public record
         * @description How often the house list's opinions were right, what they returned against the benchmark, and how confident they were. Every figure follows from published signals and settled prices. Scope: `record:read`.
         */
        get: operations["getRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/record/signals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the signals of the public record, newest first
         * @description A signal is sealed until its entry session closes: until then, `signal` is null and only its `hash` is shown. Withdrawn signals are included. Paginated: pass `next_cursor` of one page as `cursor` to get the next. Scope: `record:read`.
         */
        get: operations["listRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/record/instruments/{symbol}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the public record of an instrument
         * @description Its prices, ratings and signals, as shown to the public. For sessions after the newest run, `high` and `low` are null. Scope: `record:read`.
         */
        get: operations["getRecordInstrument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ranking": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rank the newest opinions of the house list
         * @description One opinion per instrument. `reviews` are instruments whose newest run ended without an opinion. Scope: `record:read`, or `signals:read` with `live`.
         */
        get: operations["getRanking"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instruments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the instruments in the server's archives
         * @description By symbol, with the dates for which there are prices. A server with online data can analyse more than these. Paginated: pass `next_cursor` of one page as `cursor` to get the next. Any key can do this.
         */
        get: operations["listInstruments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instruments/{symbol}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get everything you can see about an instrument
         * @description Closes; ratings from the house list, your watchlists and your own analyses; signals with their outcomes; and key figures over time. Scopes: `analyses:read`, `signals:read` and `lists:read`.
         */
        get: operations["getInstrument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API requests, newest first
         * @description Requests made with your API keys are kept for 30 days, at most the newest 100,000. They appear here within seconds of the response. The request log covers all keys of the account, test keys included. Paginated: pass `next_cursor` of one page as `cursor` to get the next. Scope: `requests:read`.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/requests/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an API request and its body
         * @description Everything that is kept of a request, with enough to send it again: method, path, version and body. Scope: `requests:read`.
         */
        get: operations["getRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Oldest first, without their secrets. Scope: `webhooks:read`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description From now on, the chosen events of your account are sent to the URL as messages signed after Standard Webhooks. The response has the signing secret, which is not shown again. An account can have 10 webhooks. Test data are never sent. Scope: `webhooks:write`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Without its secret. Scope: `webhooks:read`.
         */
        get: operations["getWebhook"];
        /**
         * Change a webhook
         * @description Replaces URL, name and events. Messages that wait go to the new URL. Scope: `webhooks:write`.
         */
        put: operations["replaceWebhook"];
        post?: never;
        /**
         * Delete a webhook
         * @description Deletes it with its deliveries. Messages that wait are not sent. Scope: `webhooks:write`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a webhook
         * @description Messages that wait are dropped, and events are not recorded for it until you resume it. Can be repeated. Send no body. Scope: `webhooks:write`.
         */
        post: operations["pauseWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a webhook
         * @description Can be repeated. Send no body. Scope: `webhooks:write`.
         */
        post: operations["resumeWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook
         * @description Returns a new signing secret, which is not shown again. For 24 hours, messages carry two signatures, one of each secret. A second rotation within that time ends the oldest secret at once. Send no body. Scope: `webhooks:write`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends a message of type `webhook.test`. Send no body. Scope: `webhooks:write`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries of a webhook
         * @description Every message with its attempts, newest first, kept for 30 days. Paginated: pass `next_cursor` of one page as `cursor` to get the next. Scope: `webhooks:read`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message again
         * @description Sends a message that was delivered, dropped or has failed once more, with the same `webhook-id` and what is true of its object now. If it fails, it is retried as before; one that is older than two days is tried once. Send no body. Scope: `webhooks:write`.
         */
        post: operations["redeliverMessage"];
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
         * Get the health of the site
         * @description For uptime monitors. `degraded` means a component is down but the site still serves, and returns 200. To monitor the signal engine alone, check `checks.signalEngine.status`.
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
         * Follow a referral link
         * @description Stores the code in the cookie `ref` for 30 days and redirects to the site. It counts when an account is created. The last code followed wins. The response does not reveal whether the code exists.
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
         * Get the current session
         * @description Identified by the session cookie; `null` if not signed in. Using a session extends it.
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
         * Get a CSRF token
         * @description Send it as `x-csrf-token` with state-changing requests if the browser does not send an origin. It expires with its session.
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
         * Sign up, sign in and sign out
         * @description The paths below this one are those of Better Auth, used by the pages of this site. They are not a stable contract. Some use GET.
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
         * Get the signed-in user's avatar
         * @description The uploaded picture as a square WebP, or one generated from the user ID.
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
         * Open the notification settings
         * @description For people who open the link in a browser. It changes nothing, because some programs open links automatically.
         */
        get: operations["openUnsubscribe"];
        put?: never;
        /**
         * Unsubscribe from a type of email
         * @description For email clients, through the `List-Unsubscribe` header of an email (RFC 8058). The token alone authorises the request and turns off the one notification it was issued for. The request body is ignored.
         */
        post: operations["unsubscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calendar/{calendar}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a private calendar
         * @description iCalendar (RFC 5545): market closes of the owner's watchlists, when the lists run, and when companies are expected to report. The address is a secret of its owner, who can replace or revoke it in the settings.
         */
        get: operations["getCalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/signal-engine/record.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The public record as RSS 2.0
         * @description The signals of the public record, newest first, each once its entry session has closed.
         */
        get: operations["getRecordFeed"];
        put?: never;
        post?: never;
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
         * @description Every post in full, newest first. All links are absolute URLs, and the ID of a post never changes.
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
         * @description Every post in full, newest first. All links are absolute URLs, and the ID of a post never changes.
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
         * @description Every post in full, newest first. All links are absolute URLs, and the ID of a post never changes.
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
         * @description Requires a session cookie, and a request from a page of this site or `x-csrf-token`. Answers only from the help centre, the blog and this reference. Each claim comes with a verbatim quote from its passage (`data-claim`, under the ID of the claim's text). Questions without one are refused, with the closest pages (`data-links`). The body and the stream are those of the AI SDK's `useChat`; only the last of `messages` is read, because conversations are stored. With `report`, the answer comes only from that report, each claim names a part of it, and nothing is stored. At most 6 questions per minute and 60 per day, each of at most 1000 characters.
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
         * Download the receipt of a deposit
         * @description A PDF. Requires a session cookie.
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
         * Receive a payment processor's callback
         * @description From NOWPayments (`x-nowpayments-sig`, HMAC-SHA512 of the body with sorted keys) or BTCPay Server (`BTCPay-Sig`, HMAC-SHA256 of the raw body). The signature alone authorises it. Each callback is stored as received, and repeats change nothing. The credited amount is taken from the processor's own record, which is read afterwards.
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
         * Stream deposit events
         * @description Server-sent events for the signed-in user's own deposits: `data` is a DepositEvent as JSON, `id` its `seq`, `event` its `type`. A `heartbeat` is sent every 15 s. The stream starts with the next event. With `Last-Event-ID`, it resumes after that event; an unknown ID yields the event `reset`, followed by all events from the start.
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
         * Stream published signals
         * @description Server-sent events for signed-in users with a signal plan: `data` is a SignalEvent as JSON, `id` the entry's `number` in the chain, `event` `signal.published`, `signal.withdrawn`, `condition.broken` or `condition.held`. A `heartbeat` is sent every 15 s. The stream starts with the next signal. With `Last-Event-ID`, it resumes after that entry; an unknown ID yields the event `reset`, followed by all entries from the start. Session and plan are checked every 60 s. `hash` is the SHA-256 of `entry` with the keys of every object sorted and no spaces; `entry.previous` is the hash of the previous entry, and `entry.settlement` is the head of the settlement prices.
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
         * Get the heads of the record's chains
         * @description The newest hash of the house list's signals, of the settlement prices and of the ledger's transfers, and the newest at the end of each of the last 30 days (UTC), newest first. Save one to check later whether anything before it was changed.
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
         * Get the daily heads as Atom
         * @description One entry per day, newest first. Follow it in a feed reader to keep the heads.
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
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call the MCP server
         * @description The Model Context Protocol over streamable HTTP, without sessions. Use an MCP client rather than this endpoint directly. Tools call this API with the key of the request, so that scopes, quotas and limits are the same. The response is JSON or, where progress is reported, a stream of events.
         */
        post: operations["submitMcpMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-protected-resource/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the metadata of the MCP server
         * @description Protected resource metadata (RFC 9728) for MCP clients. Access is by API key or OAuth access token in the header `Authorization: Bearer TOKEN`.
         */
        get: operations["getMcpMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-protected-resource": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the metadata of the MCP server
         * @description Protected resource metadata (RFC 9728) for MCP clients. Access is by API key or OAuth access token in the header `Authorization: Bearer TOKEN`.
         */
        get: operations["getResourceMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-authorization-server/api/auth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the metadata of the authorization server
         * @description Authorization server metadata (RFC 8414), for apps that connect on somebody's behalf: OAuth 2.1 with PKCE and dynamic client registration (RFC 7591). Clients are public.
         */
        get: operations["getAuthorizationMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the metadata of the authorization server
         * @description Authorization server metadata (RFC 8414), for apps that connect on somebody's behalf: OAuth 2.1 with PKCE and dynamic client registration (RFC 7591). Clients are public.
         */
        get: operations["getAuthorizationMetadataAtRoot"];
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
            /** @description An opaque ID. */
            id: string;
            status: components["schemas"]["JobStatus"];
            /** @description The request the job was started with, including defaults. */
            request: components["schemas"]["AnalysisRequest"];
            /** Format: date-time */
            created_at: string;
            started_at?: string | null;
            finished_at?: string | null;
            /** @description Present only if the job has succeeded. */
            result?: components["schemas"]["AnalysisResult"] | null;
            /** @description Present only if the job has failed: a sentence with the reason. */
            error?: string | null;
            /**
             * Format: date-time
             * @description Present only if the service no longer keeps the result: `rating` and `is_review` remain, and the report is gone.
             */
            result_removed_at?: string;
            /** @description False for a job that a test key started; absent from live jobs. */
            livemode?: boolean;
        };
        AnalysisRequest: {
            /** @description Symbol of the instrument. */
            ticker: string;
            /**
             * Format: date
             * @description The as-of date. Nothing published later is used. A future date ends in REVIEW.
             */
            trade_date: string;
            /**
             * @description Selects the stock or crypto pipeline. Set it explicitly.
             * @default stock
             */
            asset_type?: components["schemas"]["AssetType"];
            /**
             * @description Fewer analysts are cheaper and faster, but narrow what the debate can consider.
             * @default [
             *       "market",
             *       "social",
             *       "news",
             *       "fundamentals"
             *     ]
             */
            analysts?: components["schemas"]["Analyst"][];
            /**
             * @description Rounds of bull versus bear. Null uses the service default. Cost grows roughly linearly with it.
             * @default null
             */
            max_debate_rounds?: number | null;
            /**
             * @description Language of the report's prose, as a BCP 47 tag. English (`en`) if omitted; a request in English is returned without this field. Ratings, field names and evidence IDs stay as they are.
             * @example de
             * @example zh-Hant
             * @example pt-BR
             */
            language?: string;
            /** @description Repetitions of the debate, each with its own seed, one after the other in one slot. Each counts as an analysis of your quota and has a run's budget of its own. 1 if omitted. */
            runs?: number;
        };
        SubmitAnalysis: {
            /** @description Symbol of the instrument. */
            ticker: string;
            /**
             * Format: date
             * @description The as-of date. Nothing published later is used. A future date ends in REVIEW.
             */
            trade_date: string;
            /**
             * @description Selects the stock or crypto pipeline. Set it explicitly.
             * @default stock
             */
            asset_type?: components["schemas"]["AssetType"];
            /**
             * @description Fewer analysts are cheaper and faster, but narrow what the debate can consider.
             * @default [
             *       "market",
             *       "social",
             *       "news",
             *       "fundamentals"
             *     ]
             */
            analysts?: components["schemas"]["Analyst"][];
            /** @description Rounds of bull versus bear. Null uses the service default. Cost grows roughly linearly with it. */
            max_debate_rounds?: number | null;
            /**
             * @description Language of the report's prose, as a BCP 47 tag. English (`en`) if omitted; a request in English is returned without this field. Ratings, field names and evidence IDs stay as they are.
             * @example de
             * @example zh-Hant
             * @example pt-BR
             */
            language?: string;
            /** @description Repetitions of the debate, each with its own seed, one after the other in one slot. Each counts as an analysis of your quota and has a run's budget of its own. 1 if omitted. */
            runs?: number;
            /** @description Receives a message when the job ends, signed according to Standard Webhooks. */
            webhook_url?: string | null;
            /** @description Signs the messages to webhook_url: whsec_ followed by 24 to 64 bytes in base64. If omitted, one is generated and returned in the Webhook-Secret header of the 202 response. */
            webhook_secret?: string | null;
            /** @description Runs on a model key of yours that is stored with your account. The provider bills you, and the server's budget for a run does not apply. If omitted, the server's models are used. */
            own_model?: components["schemas"]["OwnModel"] | null;
        };
        OwnModel: {
            /** @enum {string} */
            llm_provider: "openai" | "anthropic" | "google" | "xai" | "deepseek" | "mistral" | "groq" | "openrouter";
            /**
             * @description For the managers. Null uses the provider's default model.
             * @default null
             */
            deep_think_llm?: string | null;
            /**
             * @description For all other agents. Null uses the provider's default model.
             * @default null
             */
            quick_think_llm?: string | null;
            /** @enum {string} */
            reasoning_effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh";
            /** Format: double */
            temperature?: number;
        };
        RerunAnalysis: {
            /** @description A model key of yours for the agents that are asked anew. Null uses the server's models. If omitted, as in the original. */
            own_model?: components["schemas"]["OwnModel"] | null;
            /** @description Only with `from` an analyst, the bull or the bear. */
            max_debate_rounds?: number;
            /** @description Not with `from=portfolio_manager`. */
            max_risk_discuss_rounds?: number;
            seed?: number;
        };
        EstimateAttribution: {
            /** @description Evidence IDs. Default: the most cited `top`. */
            evidence?: string[];
            /** @description Agents to leave out. Default: all with the rules engine, none with models. */
            agents?: ("market" | "social" | "news" | "fundamentals" | "bull" | "bear" | "research_manager" | "trader" | "aggressive" | "neutral" | "conservative" | "portfolio_manager")[];
            /** @description Also try each piece of evidence with its sign turned. */
            flips?: boolean;
            /** @description How much of the evidence. Default: all with the rules engine, 5 with models. */
            top?: number;
            /** @description How often to try each change. The rules engine always says the same, so once is enough. */
            repetitions?: number;
        };
        SubmitAttribution: {
            /** @description Evidence IDs. Default: the most cited `top`. */
            evidence?: string[];
            /** @description Agents to leave out. Default: all with the rules engine, none with models. */
            agents?: ("market" | "social" | "news" | "fundamentals" | "bull" | "bear" | "research_manager" | "trader" | "aggressive" | "neutral" | "conservative" | "portfolio_manager")[];
            /** @description Also try each piece of evidence with its sign turned. */
            flips?: boolean;
            /** @description How much of the evidence. Default: all with the rules engine, 5 with models. */
            top?: number;
            /** @description How often to try each change. The rules engine always says the same, so once is enough. */
            repetitions?: number;
            /** @description The most that all calls together may cost. Default: `limit_usd` of the estimate. Not used by the rules engine. */
            budget_usd?: string;
        };
        PricedAttribution: {
            changes: ({
                /** @enum {string} */
                kind: "without_evidence";
                evidence: string;
            } | {
                /** @enum {string} */
                kind: "flipped_evidence";
                evidence: string;
            } | {
                /** @enum {string} */
                kind: "without_agent";
                /** @enum {string} */
                agent: "market" | "social" | "news" | "fundamentals" | "bull" | "bear" | "research_manager" | "trader" | "aggressive" | "neutral" | "conservative" | "portfolio_manager";
            })[];
            skipped: {
                change: {
                    /** @enum {string} */
                    kind: "without_evidence";
                    evidence: string;
                } | {
                    /** @enum {string} */
                    kind: "flipped_evidence";
                    evidence: string;
                } | {
                    /** @enum {string} */
                    kind: "without_agent";
                    /** @enum {string} */
                    agent: "market" | "social" | "news" | "fundamentals" | "bull" | "bear" | "research_manager" | "trader" | "aggressive" | "neutral" | "conservative" | "portfolio_manager";
                };
                label: string;
                reason: string;
            }[];
            /** Format: int64 */
            repetitions: number;
            estimate: components["schemas"]["AttributionEstimate"];
            /** @enum {string} */
            payer: "nobody" | "own_key" | "service";
            usual_budget_usd: string | null;
            most_budget_usd: string | null;
        };
        AttributionJob: {
            id: string;
            analysis_id: string;
            status: components["schemas"]["JobStatus"];
            progress: {
                /** Format: int64 */
                done: number;
                /** Format: int64 */
                total: number;
            };
            /** Format: int64 */
            repetitions: number;
            estimate: components["schemas"]["AttributionEstimate"];
            budget_usd: string | null;
            spent_usd: string;
            result: components["schemas"]["Attribution"] | null;
            error: string | null;
            /** Format: date-time */
            created_at: string;
            started_at: string | null;
            finished_at: string | null;
        };
        Attribution: {
            /** @enum {integer} */
            version: 1;
            run_id: string;
            rating: components["schemas"]["Rating"];
            confidence: number | null;
            score: number | null;
            /** Format: int64 */
            repetitions: number;
            lines: components["schemas"]["AttributionLine"][];
            skipped: {
                change: {
                    /** @enum {string} */
                    kind: "without_evidence";
                    evidence: string;
                } | {
                    /** @enum {string} */
                    kind: "flipped_evidence";
                    evidence: string;
                } | {
                    /** @enum {string} */
                    kind: "without_agent";
                    /** @enum {string} */
                    agent: "market" | "social" | "news" | "fundamentals" | "bull" | "bear" | "research_manager" | "trader" | "aggressive" | "neutral" | "conservative" | "portfolio_manager";
                };
                label: string;
                reason: string;
            }[];
            /** Format: int64 */
            calls: number;
            /** Format: int64 */
            reused: number;
            cost_usd: string | null;
            stopped: string | null;
        };
        AttributionLine: {
            change: {
                /** @enum {string} */
                kind: "without_evidence";
                evidence: string;
            } | {
                /** @enum {string} */
                kind: "flipped_evidence";
                evidence: string;
            } | {
                /** @enum {string} */
                kind: "without_agent";
                /** @enum {string} */
                agent: "market" | "social" | "news" | "fundamentals" | "bull" | "bear" | "research_manager" | "trader" | "aggressive" | "neutral" | "conservative" | "portfolio_manager";
            };
            label: string;
            runs: components["schemas"]["AttributionRun"][];
            /** Format: int64 */
            changed: number;
            rating_shift: number | null;
            score_shift: number | null;
        };
        AttributionRun: {
            rating: components["schemas"]["Rating"];
            confidence: number | null;
            score: number | null;
            words: ("market" | "social" | "news" | "fundamentals" | "bull" | "bear" | "research_manager" | "trader" | "aggressive" | "neutral" | "conservative" | "portfolio_manager")[];
            /** Format: int64 */
            calls: number;
            /** Format: int64 */
            reused: number;
            cost_usd: string | null;
        };
        AttributionEstimate: {
            /** Format: int64 */
            changes: number;
            /** Format: int64 */
            calls: number;
            cost_usd: string | null;
            /** @default null */
            limit_usd?: string | null;
        };
        AnalysisResult: {
            /** @description REVIEW means no opinion. Never map it to the scale from Buy to Sell. */
            rating: components["schemas"]["Rating"];
            /** @description True when there is no opinion. Check this before you read rating. */
            is_review: boolean;
            /** @description The trader's decision. */
            decision?: string | null;
            /** @description Reports by agent, plus what code found: data, checks, levels, verdict, numbers. See the schema Reports. */
            reports?: {
                [key: string]: unknown;
            };
            /** @description Only with several runs. The rating is the opinion most of them gave, if enough agree; otherwise REVIEW. */
            runs?: components["schemas"]["RepeatedRuns"];
        };
        RepeatedRuns: {
            /** Format: int64 */
            agreeing: number;
            /** Format: double */
            agreement: number;
            /**
             * Format: int64
             * @description The repetition, from 1, whose decision and reports the result contains.
             */
            shown: number;
            repetitions: components["schemas"]["Repetition"][];
        };
        Repetition: {
            /** Format: int64 */
            seed: number;
            rating: components["schemas"]["Rating"] | null;
            confidence: number | null;
            cost_usd: string | null;
            error: string | null;
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
             * @description Counts from 1, without gaps.
             */
            seq: number;
            /** @description job.queued, job.running, job.succeeded, job.failed, job.cancelled, or what an agent does: agent.started, agent.tool, agent.delta, agent.restarted (discard its deltas so far; they start over), agent.finished, debate.finished. */
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
            /** @description Cost of the runs whose model prices are known. */
            cost_usd: string;
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            /** @description Jobs started in the period, by their current state. */
            jobs: components["schemas"]["JobCounts"];
            /** @description Attributions ordered in the period that cost something. Their cost is not part of the other sums. */
            attributions: {
                /** Format: int64 */
                count: number;
                /** @description Cost of the runs whose model prices are known. */
                cost_usd: string;
            };
            /** @description Days (UTC) on which a job was started. */
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
            runs?: components["schemas"]["RepeatedRuns"];
        };
        UnfinishedRun: {
            /** @enum {string} */
            status: "failed" | "cancelled";
            request: components["schemas"]["AnalysisRequest"];
            /** @description Always null. */
            result: Record<string, never> | null;
            error: string | null;
            /** @description Cost of its finished calls. Null until it is counted, which takes a few seconds at most, and for a job that never ran. */
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
            /** @enum {string} */
            review_code?: "unreadable_symbol" | "unknown_symbol" | "future_date" | "early_date" | "no_data" | "unknown_corporate_actions" | "no_opinion" | "conflict" | "unreadable_answer" | "refused" | "disagreement" | "budget";
            unheard?: {
                /** @enum {string} */
                agent: "market" | "social" | "news" | "fundamentals" | "bull" | "bear" | "research_manager" | "trader" | "aggressive" | "neutral" | "conservative" | "portfolio_manager";
                /** Format: int64 */
                round: number;
                reason: string;
            }[];
            conditions?: {
                watched: {
                    id: string;
                    /** Format: int64 */
                    place: number;
                    said: string;
                    measure: string;
                    label: string;
                    evidence: string;
                    /** Format: double */
                    value: number;
                    /** Format: date */
                    at: string;
                    /** @enum {string} */
                    comparator: "below" | "at_or_below" | "above" | "at_or_above";
                    /** Format: double */
                    threshold: number;
                    unit: string;
                    /** @enum {string} */
                    scale: "price" | "shares" | "none";
                    watch: {
                        /** @enum {string} */
                        at: "close";
                        sessions: number;
                    } | {
                        /** @enum {string} */
                        at: "next_filing";
                    };
                    /** Format: date */
                    deadline: string;
                    /** @enum {string} */
                    deadline_from: "condition" | "horizon" | "filing";
                }[];
                dropped: {
                    /** Format: int64 */
                    place: number;
                    said: string;
                    /** @enum {string} */
                    reason: "no_measure" | "not_watchable" | "no_comparator" | "no_threshold" | "wrong_unit" | "ambiguous_unit" | "other_scale" | "contradicts_itself" | "bad_sessions" | "not_from_filings" | "already_true" | "no_deadline" | "past_deadline" | "late_deadline" | "duplicate" | "too_many";
                    detail: string;
                }[];
            };
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
            read_as?: ("reasoning_removed" | "fenced" | "embedded" | "unwrapped" | "tool_call" | "repaired" | "field_by_field" | "converted" | "prose" | "asked_again" | "asked_again_figures" | "over_budget")[];
            conversions?: string[];
            checked?: components["schemas"]["Checked"];
            grounding?: components["schemas"]["Grounding"];
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
        Checked: {
            text: components["schemas"]["TextSpan"][];
            points: components["schemas"]["TextSpan"][][];
            fields: {
                [key: string]: components["schemas"]["TextSpan"][];
            };
        };
        TextSpan: {
            /** Format: int64 */
            from: number;
            /** Format: int64 */
            to: number;
            /** @enum {string} */
            kind: "reference" | "own" | "supported" | "wrong_source" | "unsupported" | "unread" | "agrees" | "contradicted" | "citation" | "unknown_id";
            ids: string[];
            expression: string | null;
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
            version: 1 | 2;
            run_id: string;
            code_version: string;
            /** Format: int64 */
            seed: number;
            livemode?: boolean;
            rerun?: {
                of: string;
                /** @enum {string} */
                from: "market" | "social" | "news" | "fundamentals" | "bull" | "bear" | "research_manager" | "trader" | "aggressive" | "neutral" | "conservative" | "portfolio_manager";
            };
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
                deep_llm_provider?: string;
                /** @enum {string} */
                reasoning_effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh";
                /** Format: double */
                temperature?: number;
                /** Format: int64 */
                max_output_tokens?: number;
                /** Format: int64 */
                max_retries?: number;
                own_key?: boolean;
                conditions?: boolean;
                ask_again_figures?: boolean;
            };
            rating: components["schemas"]["Rating"];
            data: components["schemas"]["DataReport"];
            evidence: components["schemas"]["Evidence"][];
            chart: components["schemas"]["ChartBar"][];
            chart_events?: {
                /** @enum {string} */
                kind: "split" | "dividend" | "earnings" | "filing";
                /** Format: date */
                date: string;
                label: string;
            }[];
            calendar?: string;
            available_at?: {
                [key: string]: string;
            };
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
            reused?: boolean;
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
            volume?: number | null;
        };
        HealthReport: {
            /**
             * @description degraded: a component is down but the site still serves. down: the site cannot serve.
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
            /** @description `deposit.` followed by the state. */
            type: string;
            deposit_id: string;
            /** @enum {string} */
            state: "waiting" | "confirming" | "confirmed" | "expired" | "failed" | "partially_paid" | "finished" | "refunded";
            /** @description Null for the first event of a deposit. */
            previous: ("waiting" | "confirming" | "confirmed" | "expired" | "failed" | "partially_paid" | "finished" | "refunded") | null;
            price_usd: string;
            /** @description Amount credited from this deposit, minus any reversals. */
            credited_usd: string;
            /** Format: date-time */
            created_at: string;
        };
        CallbackAnswer: {
            received: boolean;
        };
        AskAssistant: {
            id: string;
            report?: {
                /** @enum {string} */
                by: "analysis" | "signal" | "link";
                id: string;
            };
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
        ReportAnswer: {
            /** @enum {string} */
            kind: "answered" | "stated" | "quoted" | "pointed" | "refused";
            note: string | null;
            claims: {
                text: string;
                quote: string;
                passage: {
                    id: string;
                    url: string;
                    title: string;
                    heading: string | null;
                };
            }[];
        };
        ResourceMetadata: {
            /** Format: uri */
            resource: string;
            resource_name: string;
            /** Format: uri */
            resource_documentation: string;
            scopes_supported: ("analyses:read" | "analyses:write" | "signals:read" | "lists:read" | "lists:write" | "backtests:read" | "backtests:write" | "record:read" | "requests:read" | "webhooks:read" | "webhooks:write")[];
            bearer_methods_supported: "header"[];
            authorization_servers?: string[];
        };
        SignalEvent: {
            type: string;
            hash: string;
            entry: components["schemas"]["Signal"] | components["schemas"]["Tombstone"] | {
                /** @enum {string} */
                kind: "condition";
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
                signal: number;
                signal_id: string;
                condition: string;
                measure: string;
                /** @enum {string} */
                comparator: "below" | "at_or_below" | "above" | "at_or_above";
                /** Format: double */
                threshold: number;
                unit: string;
                /** @enum {string} */
                outcome: "broken" | "held";
                /** Format: date */
                decided_on: string;
                value: number | null;
            };
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
        Batch: {
            id: string;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "cancelled";
            counts: components["schemas"]["BatchCounts"];
            budget_usd: string | null;
            spent_usd: string;
            /** Format: date-time */
            created_at: string;
            started_at: string | null;
            finished_at: string | null;
        };
        BatchCounts: {
            /** Format: int64 */
            total: number;
            /** Format: int64 */
            waiting: number;
            /** Format: int64 */
            open: number;
            /** Format: int64 */
            succeeded: number;
            /** Format: int64 */
            failed: number;
            /** Format: int64 */
            cancelled: number;
            /** Format: int64 */
            refused: number;
        };
        BatchLine: {
            custom_id: string;
            request: {
                ticker: string;
                /** Format: date */
                trade_date: string;
                /** @default stock */
                asset_type?: components["schemas"]["AssetType"];
                /**
                 * @default [
                 *       "market",
                 *       "social",
                 *       "news",
                 *       "fundamentals"
                 *     ]
                 */
                analysts?: components["schemas"]["Analyst"][];
                max_debate_rounds?: number | null;
                /**
                 * @example de
                 * @example zh-Hant
                 * @example pt-BR
                 */
                language?: string;
                /** @description 1, or omitted. Send a line for each repetition. */
                runs?: number;
                own_model?: components["schemas"]["OwnModel"] | null;
            };
        };
        BatchResult: {
            /** Format: int64 */
            line: number;
            custom_id: string | null;
            /** @enum {string} */
            status: "succeeded" | "failed" | "cancelled" | "refused";
            analysis_id: string | null;
            result: components["schemas"]["AnalysisResult"] | null;
            error: {
                detail: string | {
                    type: string;
                    loc: string[];
                    msg: string;
                }[];
            } | null;
        };
        SignalDetail: {
            signal: components["schemas"]["Signal"];
            hash: string;
            withdrawn: components["schemas"]["Withdrawn"] | null;
            marks: components["schemas"]["Mark"][];
        };
        SignalList: {
            data: components["schemas"]["SignalDetail"][];
            next_cursor: string | null;
        };
        Mark: {
            /** @enum {integer} */
            horizon: 1 | 5 | 21 | 63;
            /** @enum {string} */
            status: "open" | "settled";
            entry_session: string | null;
            entry_price: number | null;
            exit_session: string | null;
            exit_price: number | null;
            return: number | null;
            net_return: number | null;
            benchmark: string | null;
            benchmark_return: number | null;
            excess_return: number | null;
            hit: boolean | null;
        };
        Withdrawn: {
            /** Format: date-time */
            at: string;
            reason: string;
        };
        TrackedSignal: {
            /** Format: int64 */
            number: number;
            hash: string;
            /** Format: date-time */
            published_at: string;
            sealed: boolean;
            signal: components["schemas"]["Signal"] | null;
            withdrawn: components["schemas"]["Withdrawn"] | null;
            marks: components["schemas"]["Mark"][];
        };
        Watchlist: {
            id: string;
            name: string;
            instruments: components["schemas"]["ListInstrument"][];
            schedule: components["schemas"]["Schedule"];
            /** Format: int64 */
            runs: number;
            rerun_on_break: boolean;
            own_model?: components["schemas"]["OwnModel"] | null;
            language: string;
            /** Format: int64 */
            entries: number;
            /** Format: date-time */
            created_at: string;
        };
        SaveWatchlist: {
            name: string;
            instruments: components["schemas"]["AddInstrument"][];
            /** @description When the list runs. After each close if omitted. */
            schedule?: components["schemas"]["Schedule"];
            runs?: number;
            /** @description Analyse an instrument again when a condition of its signal breaks. Counts as a run. Omitted: as the list has it, or off for a new one. */
            rerun_on_break?: boolean;
            own_model?: components["schemas"]["OwnModel"] | null;
            language?: string | null;
        };
        AddInstrument: {
            symbol: string;
            /** @default stock */
            asset_type?: components["schemas"]["AssetType"];
        };
        ListInstrument: {
            symbol: string;
            asset_type: components["schemas"]["AssetType"];
        };
        Schedule: {
            /** @enum {string} */
            kind: "close";
        } | {
            /** @enum {string} */
            kind: "cron";
            cron: string;
            zone: string;
        };
        ListRun: {
            symbol: string;
            /** Format: date */
            session: string;
            /** Format: date-time */
            due_at: string;
            /** @enum {string} */
            state: "waiting" | "running" | "signal" | "review" | "failed" | "skipped";
            reason: string | null;
            signal_id: string | null;
        };
        NextRun: {
            /** Format: date-time */
            at: string;
            symbols: string[];
        };
        LoggedRequest: {
            id: string;
            /** @description The `X-Request-Id` of the response. */
            request_id: string;
            /** Format: date-time */
            created_at: string;
            method: string;
            /** @description With its query. */
            path: string;
            /** @description The path as this document writes it. */
            route: string;
            /** Format: int64 */
            status: number;
            /** Format: int64 */
            duration_ms: number;
            /** @description As sent, headers included. Null if unknown. */
            response_bytes: number | null;
            key: {
                id: string;
                name: string;
                /** @description The first characters of the key. */
                prefix: string;
                /** @description False for a test key. */
                livemode: boolean;
            };
            user_agent: string | null;
            api_version: string;
            /** @description What the response said was wrong. */
            error: string | null;
        };
        LoggedRequestDetail: {
            id: string;
            /** @description The `X-Request-Id` of the response. */
            request_id: string;
            /** Format: date-time */
            created_at: string;
            method: string;
            /** @description With its query. */
            path: string;
            /** @description The path as this document writes it. */
            route: string;
            /** Format: int64 */
            status: number;
            /** Format: int64 */
            duration_ms: number;
            /** @description As sent, headers included. Null if unknown. */
            response_bytes: number | null;
            key: {
                id: string;
                name: string;
                /** @description The first characters of the key. */
                prefix: string;
                /** @description False for a test key. */
                livemode: boolean;
            };
            user_agent: string | null;
            api_version: string;
            /** @description What the response said was wrong. */
            error: string | null;
            /** @description The first 4096 characters of the request body. Secrets and the paths of webhook URLs are replaced with `[redacted]`. */
            body: string | null;
            body_truncated: boolean;
        };
        Endpoint: {
            id: string;
            name: string;
            /** Format: uri */
            url: string;
            events: ("analysis.succeeded" | "analysis.failed" | "analysis.condition_broken" | "batch.finished" | "backtest.succeeded" | "backtest.failed" | "signal.published" | "signal.rating_changed" | "signal.level_hit" | "signal.settled" | "signal.expired" | "signal.condition_broken" | "list.run_failed" | "deposit.credited" | "plan.ending")[];
            /** @enum {string} */
            status: "active" | "paused";
            /** @description Why we paused it. Null if it is active or was paused by you. */
            paused_reason: string | null;
            /** @description Since when every attempt has failed. Null if the last one succeeded. */
            failing_since: string | null;
            /** Format: date-time */
            created_at: string;
        };
        CreatedEndpoint: {
            id: string;
            name: string;
            /** Format: uri */
            url: string;
            events: ("analysis.succeeded" | "analysis.failed" | "analysis.condition_broken" | "batch.finished" | "backtest.succeeded" | "backtest.failed" | "signal.published" | "signal.rating_changed" | "signal.level_hit" | "signal.settled" | "signal.expired" | "signal.condition_broken" | "list.run_failed" | "deposit.credited" | "plan.ending")[];
            /** @enum {string} */
            status: "active" | "paused";
            /** @description Why we paused it. Null if it is active or was paused by you. */
            paused_reason: string | null;
            /** @description Since when every attempt has failed. Null if the last one succeeded. */
            failing_since: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description `whsec_` and base64. It is returned only here. */
            secret: string;
        };
        RotatedSecret: {
            /** @description `whsec_` and base64. It is returned only here. */
            secret: string;
            /**
             * Format: date-time
             * @description Until then, messages are signed with both secrets.
             */
            previous_expires_at: string;
        };
        SaveEndpoint: {
            /** Format: uri */
            url: string;
            /** @description Helps you tell your webhooks apart. */
            name?: string;
            /** @description What to send. */
            events: ("analysis.succeeded" | "analysis.failed" | "analysis.condition_broken" | "batch.finished" | "backtest.succeeded" | "backtest.failed" | "signal.published" | "signal.rating_changed" | "signal.level_hit" | "signal.settled" | "signal.expired" | "signal.condition_broken" | "list.run_failed" | "deposit.credited" | "plan.ending")[];
        };
        EndpointDelivery: {
            /** @description The `webhook-id` of the message, the same on every attempt. */
            id: string;
            event: ("analysis.succeeded" | "analysis.failed" | "analysis.condition_broken" | "batch.finished" | "backtest.succeeded" | "backtest.failed" | "signal.published" | "signal.rating_changed" | "signal.level_hit" | "signal.settled" | "signal.expired" | "signal.condition_broken" | "list.run_failed" | "deposit.credited" | "plan.ending") | "webhook.test";
            /** @enum {string} */
            status: "pending" | "delivered" | "failed" | "dropped";
            /** @description Why it failed, was dropped or is tried again. */
            reason: string | null;
            /** Format: date-time */
            created_at: string;
            next_attempt_at: string | null;
            /** @description Newest first. */
            attempts: components["schemas"]["EndpointAttempt"][];
        };
        EndpointAttempt: {
            /** Format: int64 */
            number: number;
            /** Format: date-time */
            created_at: string;
            /** @description Null if there was no response. */
            status: number | null;
            error: string | null;
            /** @description The first 300 characters of the response. */
            response: string | null;
        };
        EndpointMessage: {
            type: ("analysis.succeeded" | "analysis.failed" | "analysis.condition_broken" | "batch.finished" | "backtest.succeeded" | "backtest.failed" | "signal.published" | "signal.rating_changed" | "signal.level_hit" | "signal.settled" | "signal.expired" | "signal.condition_broken" | "list.run_failed" | "deposit.credited" | "plan.ending") | "webhook.test";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The object the event is about, such as `analysis`, `batch`, `backtest` or `signal`, and what is known of the event besides. */
            data: {
                [key: string]: unknown;
            };
        };
        SubmitBacktest: {
            symbols: string[];
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            every?: number;
            /**
             * Format: double
             * @default 1
             */
            commission_bps?: number;
            /**
             * Format: double
             * @default 5
             */
            slippage_bps?: number;
            short?: boolean;
            models?: {
                own_model: components["schemas"]["OwnModel"];
                budget_usd: string;
                single_call?: boolean;
                runs?: number;
            } | null;
        };
        Backtest: {
            id: string;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "cancelled" | "paused";
            /** @enum {string} */
            source: "here" | "elsewhere";
            request: {
                symbols: string[];
                asset_type: components["schemas"]["AssetType"];
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                /** Format: int64 */
                every: number;
                /** Format: double */
                commission_bps: number;
                /** Format: double */
                slippage_bps: number;
                short: boolean;
                models?: {
                    own_model: components["schemas"]["OwnModel"];
                    budget_usd: string;
                    single_call?: boolean;
                    runs?: number;
                };
            };
            progress: {
                /** Format: int64 */
                done: number;
                total: number | null;
            };
            summary: {
                provider: string;
                /** Format: int64 */
                decisions: number;
                /** Format: int64 */
                reviews: number;
                cumulative_return: number | null;
                buy_and_hold_return: number | null;
            } | null;
            error: string | null;
            stopped: string | null;
            spent_usd: string;
            /** Format: date-time */
            created_at: string;
            started_at: string | null;
            finished_at: string | null;
        };
        StartedBacktest: {
            id: string;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "cancelled" | "paused";
            /** @enum {string} */
            source: "here" | "elsewhere";
            request: {
                symbols: string[];
                asset_type: components["schemas"]["AssetType"];
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                /** Format: int64 */
                every: number;
                /** Format: double */
                commission_bps: number;
                /** Format: double */
                slippage_bps: number;
                short: boolean;
                models?: {
                    own_model: components["schemas"]["OwnModel"];
                    budget_usd: string;
                    single_call?: boolean;
                    runs?: number;
                };
            };
            progress: {
                /** Format: int64 */
                done: number;
                total: number | null;
            };
            summary: {
                provider: string;
                /** Format: int64 */
                decisions: number;
                /** Format: int64 */
                reviews: number;
                cumulative_return: number | null;
                buy_and_hold_return: number | null;
            } | null;
            error: string | null;
            stopped: string | null;
            spent_usd: string;
            /** Format: date-time */
            created_at: string;
            started_at: string | null;
            finished_at: string | null;
            notes: string[];
        };
        BacktestResult: {
            /** Format: int64 */
            version: number;
            settings: {
                symbols: string[];
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                /** Format: int64 */
                every: number;
            } & {
                [key: string]: unknown;
            };
            assumptions: string[];
            decisions: {
                symbol: string;
                /** Format: date */
                session: string;
                rating: components["schemas"]["Rating"];
                review_reason: string | null;
                confidence: number | null;
                /** Format: int64 */
                calls: number;
                tokens: {
                    /** Format: int64 */
                    input_tokens: number;
                    /** Format: int64 */
                    cached_input_tokens: number;
                    /** Format: int64 */
                    output_tokens: number;
                };
                cost_usd: string | null;
                /** Format: int64 */
                unsupported_numbers: number;
                result_sha256: string;
                runs?: components["schemas"]["RepeatedRuns"];
                baselines?: {
                    rules?: {
                        rating: components["schemas"]["Rating"];
                        review_reason: string | null;
                        confidence: number | null;
                    };
                    single_call?: {
                        rating: components["schemas"]["Rating"];
                        review_reason: string | null;
                        confidence: number | null;
                        /** Format: int64 */
                        calls: number;
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
                };
            }[];
            ratings: {
                /** Format: int64 */
                Buy: number;
                /** Format: int64 */
                Overweight: number;
                /** Format: int64 */
                Hold: number;
                /** Format: int64 */
                Underweight: number;
                /** Format: int64 */
                Sell: number;
                /** Format: int64 */
                REVIEW: number;
            };
            portfolio: {
                equity_sessions: string[];
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        BacktestEstimate: {
            /** Format: int64 */
            decisions: number;
            /** Format: int64 */
            most_decisions: number;
            /** Format: int64 */
            seconds: number;
            notes: string[];
            models: {
                deep: string;
                quick: string;
                /** Format: int64 */
                runs: number;
                /** Format: int64 */
                calls: number;
                cost_usd: string | null;
                single_calls: {
                    /** Format: int64 */
                    calls: number;
                    cost_usd: string | null;
                } | null;
                exceeds_budget: boolean;
                training: {
                    cutoff: string | null;
                    may_remember: boolean;
                    measured: components["schemas"]["MemorySummary"][];
                };
            } | null;
        };
        MemorySummary: {
            period: string;
            /** Format: int64 */
            sessions: number;
            /** Format: int64 */
            instruments: number;
            /** Format: int64 */
            measurements: number;
            /** @enum {string} */
            verdict: "name" | "dates" | "evidence" | "cannot_tell";
            agreement: {
                named: number | null;
                masked: number | null;
                shifted: number | null;
                named_masked: number | null;
                named_shifted: number | null;
                masked_shifted: number | null;
            };
            apart: {
                /** @enum {string} */
                world: "named" | "masked" | "shifted";
                /** Format: double */
                by: number;
                interval: ({
                    /** @enum {string} */
                    status: "given";
                    /** Format: double */
                    low: number;
                    /** Format: double */
                    high: number;
                    /** Format: double */
                    effective: number;
                } | {
                    /** @enum {string} */
                    status: "too_few";
                    /** Format: int64 */
                    missing_outcomes: number;
                    /** Format: int64 */
                    missing_blocks: number;
                } | {
                    /** @enum {string} */
                    status: "no_spread";
                } | {
                    /** @enum {string} */
                    status: "withdrawn";
                }) | {
                    /** Format: double */
                    low: number;
                    /** Format: double */
                    high: number;
                };
                /** Format: double */
                p: number;
                /** Format: double */
                level: number;
            };
            followed_false_news: components["schemas"]["CountedShare"] | null;
            recall: components["schemas"]["CountedShare"] | null;
        };
        CountedShare: {
            /** Format: int64 */
            count: number;
            /** Format: int64 */
            of: number;
            interval: ({
                /** @enum {string} */
                status: "given";
                /** Format: double */
                low: number;
                /** Format: double */
                high: number;
                /** Format: double */
                effective: number;
            } | {
                /** @enum {string} */
                status: "too_few";
                /** Format: int64 */
                missing_outcomes: number;
                /** Format: int64 */
                missing_blocks: number;
            } | {
                /** @enum {string} */
                status: "no_spread";
            } | {
                /** @enum {string} */
                status: "withdrawn";
            }) | {
                /** Format: double */
                low: number;
                /** Format: double */
                high: number;
            };
        };
        SubmitMemory: {
            symbol: string;
            /** @default stock */
            asset_type?: components["schemas"]["AssetType"];
            /** Format: date */
            date: string;
            own_model: components["schemas"]["OwnModel"];
            repetitions?: number;
            budget_usd: string;
        };
        EstimateMemory: {
            symbol: string;
            /** @default stock */
            asset_type?: components["schemas"]["AssetType"];
            /** Format: date */
            date: string;
            own_model: components["schemas"]["OwnModel"];
            repetitions?: number;
        };
        MemoryEstimate: {
            symbol: string;
            /** Format: date */
            date: string;
            deep: string;
            quick: string;
            /** Format: int64 */
            repetitions: number;
            /** Format: int64 */
            calls: number;
            cost_usd: string | null;
            cutoff: string | null;
        };
        MemoryJob: {
            id: string;
            status: components["schemas"]["JobStatus"];
            request: {
                symbol: string;
                asset_type: components["schemas"]["AssetType"];
                /** Format: date */
                date: string;
                own_model: components["schemas"]["OwnModel"];
                repetitions: number;
            };
            progress: {
                /** Format: int64 */
                done: number;
                /** Format: int64 */
                total: number;
            };
            budget_usd: string;
            spent_usd: string;
            result: {
                /** @enum {integer} */
                version: 1;
                symbol: string;
                asset_type: components["schemas"]["AssetType"];
                /** Format: date */
                session: string;
                period: string;
                provider: string;
                deep: string;
                quick: string;
                cutoff: {
                    date: string | null;
                    source: string;
                };
                /** Format: date-time */
                measured_at: string;
                code_version: string;
                /** Format: int64 */
                seed: number;
                ratings: {
                    named: components["schemas"]["Rating"][];
                    masked: components["schemas"]["Rating"][];
                    shifted: components["schemas"]["Rating"][];
                    false_news: components["schemas"]["Rating"][];
                };
                rating: components["schemas"]["Rating"];
                /** @default null */
                agreement?: {
                    named: number | null;
                    masked: number | null;
                    shifted: number | null;
                    named_masked: number | null;
                    named_shifted: number | null;
                    masked_shifted: number | null;
                } | null;
                followed_false_news: components["schemas"]["CountedShare"] | null;
                false_headline: {
                    text: string;
                    /** @enum {string} */
                    says: "up" | "down";
                    /** Format: double */
                    later_return: number;
                    /** Format: int64 */
                    sessions: number;
                } | null;
                quiz: {
                    named: {
                        right: components["schemas"]["CountedShare"];
                        /** Format: int64 */
                        unknown: number;
                    };
                    masked: {
                        right: components["schemas"]["CountedShare"];
                        /** Format: int64 */
                        unknown: number;
                    };
                } | null;
                notes: string[];
                /** Format: int64 */
                calls: number;
                /** Format: int64 */
                reused: number;
                cost_usd: string | null;
                stopped: string | null;
            } | null;
            error: string | null;
            /** Format: date-time */
            created_at: string;
            started_at: string | null;
            finished_at: string | null;
        };
        MemoryJobList: {
            data: components["schemas"]["MemoryJob"][];
        };
        BacktestValidity: {
            backtest_id: string;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed";
            report: components["schemas"]["ValidityReport"] | null;
            error: string | null;
            /** Format: date-time */
            created_at: string;
            started_at: string | null;
            finished_at: string | null;
        };
        ValidityReport: {
            /** @enum {integer} */
            version: 1;
            backtest: {
                symbols: string[];
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                provider: string;
                deep: string;
                quick: string;
                /** Format: int64 */
                decisions: number;
                sha256: string;
            };
            /** @enum {string} */
            verdict: "pass" | "fail" | "cannot_tell";
            counts: {
                /** Format: int64 */
                pass: number;
                /** Format: int64 */
                fail: number;
                /** Format: int64 */
                cannot_tell: number;
            };
            sections: components["schemas"]["ValiditySection"][];
        };
        ValiditySection: {
            id: string;
            protocol: ("P1" | "P2" | "P3" | "P4" | "P5" | "P6") | null;
            title: string;
            /** @enum {string} */
            verdict: "pass" | "fail" | "cannot_tell";
            reason: string;
            text: string;
            figures: components["schemas"]["ValidityFigure"][];
            tables: components["schemas"]["ValidityTable"][];
            notes: string[];
        };
        ValidityFigure: {
            key: string;
            label: string;
            /** @enum {string} */
            unit: "fraction" | "ratio" | "p" | "count" | "usd" | "bps" | "sessions" | "text";
            value: number | null;
            interval: {
                /** Format: double */
                low: number;
                /** Format: double */
                high: number;
            } | null;
            formula: string;
            source: string;
        };
        ValidityTable: {
            title: string;
            columns: {
                name: string;
                /** @enum {string} */
                unit: "fraction" | "ratio" | "p" | "count" | "usd" | "bps" | "sessions" | "text";
            }[];
            rows: (string | number | null)[][];
            /** Format: int64 */
            bars?: number;
        };
        Record: {
            list: string;
            head: {
                /** Format: int64 */
                number: number;
                hash: string;
            };
            last_session: string | null;
            assumptions: string[];
            runs: {
                /** Format: int64 */
                signal: number;
                /** Format: int64 */
                review: number;
                /** Format: int64 */
                failed: number;
                /** Format: int64 */
                skipped: number;
            };
            review_rate: number | null;
            /** Format: int64 */
            withdrawn: number;
            ratings: {
                /** Format: int64 */
                Buy: number;
                /** Format: int64 */
                Overweight: number;
                /** Format: int64 */
                Hold: number;
                /** Format: int64 */
                Underweight: number;
                /** Format: int64 */
                Sell: number;
            };
            by_rating: {
                /** @enum {string} */
                rating: "Buy" | "Overweight" | "Hold" | "Underweight" | "Sell";
                /** @enum {integer} */
                horizon: 1 | 5 | 21 | 63;
                /** Format: int64 */
                settled: number;
                hits: number | null;
                hit_rate: number | null;
                hit_rate_interval: components["schemas"]["Interval"] | null;
                mean_return: number | null;
                mean_net_return: number | null;
                mean_excess_return: number | null;
                excess_interval: components["schemas"]["Interval"];
            }[];
            by_horizon: {
                /** @enum {integer} */
                horizon: 1 | 5 | 21 | 63;
                /** Format: int64 */
                settled: number;
                /** Format: int64 */
                hits: number;
                interval: components["schemas"]["Interval"];
            }[];
            reasons: {
                all: {
                    /** Format: int64 */
                    held: number;
                    /** Format: int64 */
                    broken: number;
                    /** Format: int64 */
                    undecided: number;
                    /** Format: int64 */
                    open: number;
                    held_share: number | null;
                };
                by_rating: {
                    /** Format: int64 */
                    held: number;
                    /** Format: int64 */
                    broken: number;
                    /** Format: int64 */
                    undecided: number;
                    /** Format: int64 */
                    open: number;
                    held_share: number | null;
                    /** @enum {string} */
                    rating: "Buy" | "Overweight" | "Hold" | "Underweight" | "Sell";
                }[];
                by_days: {
                    /** Format: int64 */
                    held: number;
                    /** Format: int64 */
                    broken: number;
                    /** Format: int64 */
                    undecided: number;
                    /** Format: int64 */
                    open: number;
                    held_share: number | null;
                    up_to_days: number | null;
                }[];
                beside_prices: {
                    /** Format: int64 */
                    horizon: number;
                    /** Format: int64 */
                    right_held: number;
                    /** Format: int64 */
                    right_broken: number;
                    /** Format: int64 */
                    wrong_held: number;
                    /** Format: int64 */
                    wrong_broken: number;
                };
            };
            calibration: {
                /** @enum {integer} */
                horizon: 1 | 5 | 21 | 63;
                bins: {
                    /** Format: double */
                    from: number;
                    /** Format: double */
                    to: number;
                    /** Format: int64 */
                    settled: number;
                    mean_confidence: number | null;
                    hit_rate: number | null;
                    interval: components["schemas"]["Interval"];
                }[];
            };
            equity: {
                sessions: string[];
                rule: number[];
                buy_and_hold: number[];
            };
        };
        Interval: {
            /** @enum {string} */
            status: "given" | "too_few" | "no_spread" | "withdrawn";
            /** Format: double */
            low?: number;
            /** Format: double */
            high?: number;
            /** Format: double */
            effective?: number;
            /** Format: int64 */
            missing_outcomes?: number;
            /** Format: int64 */
            missing_blocks?: number;
        };
        Ranking: {
            live: boolean;
            opinions: {
                symbol: string;
                name: string;
                asset_type: components["schemas"]["AssetType"];
                /** @enum {string} */
                rating: "Buy" | "Overweight" | "Hold" | "Underweight" | "Sell";
                /** Format: date */
                session: string;
                confidence: number | null;
                /** Format: int64 */
                agreeing: number;
                /** Format: int64 */
                runs: number;
                hits: {
                    /** @enum {integer} */
                    horizon: 1 | 5 | 21 | 63;
                    /** Format: int64 */
                    settled: number;
                    /** Format: int64 */
                    hits: number;
                    interval: components["schemas"]["Interval"];
                } | null;
            }[];
            reviews: {
                symbol: string;
                name: string;
                /** Format: date */
                session: string;
                before: ("Buy" | "Overweight" | "Hold" | "Underweight" | "Sell") | null;
            }[];
        };
        InstrumentRecord: {
            symbol: string;
            asset_type: components["schemas"]["AssetType"];
            name: string | null;
            currency: string | null;
            closes: {
                /** Format: date */
                session: string;
                /** Format: double */
                open: number;
                high: number | null;
                low: number | null;
                /** Format: double */
                close: number;
            }[];
            tracks: {
                name: string;
                ratings: {
                    /** Format: date */
                    session: string;
                    rating: components["schemas"]["Rating"];
                    /** @enum {string} */
                    outcome: "right" | "wrong" | "open" | "none";
                    agreement: {
                        /** Format: int64 */
                        agreeing: number;
                        /** Format: int64 */
                        runs: number;
                    } | null;
                    confidence: number | null;
                    href: string | null;
                }[];
            }[];
            signals: components["schemas"]["SignalDetail"][];
            hits: {
                /** @enum {integer} */
                horizon: 1 | 5 | 21 | 63;
                /** Format: int64 */
                settled: number;
                /** Format: int64 */
                hits: number;
                interval: components["schemas"]["Interval"];
            }[];
        };
        OwnInstrumentRecord: {
            symbol: string;
            asset_type: components["schemas"]["AssetType"];
            name: string | null;
            currency: string | null;
            closes: {
                /** Format: date */
                session: string;
                /** Format: double */
                open: number;
                high: number | null;
                low: number | null;
                /** Format: double */
                close: number;
            }[];
            tracks: {
                name: string;
                ratings: {
                    /** Format: date */
                    session: string;
                    rating: components["schemas"]["Rating"];
                    /** @enum {string} */
                    outcome: "right" | "wrong" | "open" | "none";
                    agreement: {
                        /** Format: int64 */
                        agreeing: number;
                        /** Format: int64 */
                        runs: number;
                    } | null;
                    confidence: number | null;
                    href: string | null;
                }[];
            }[];
            signals: components["schemas"]["SignalDetail"][];
            hits: {
                /** @enum {integer} */
                horizon: 1 | 5 | 21 | 63;
                /** Format: int64 */
                settled: number;
                /** Format: int64 */
                hits: number;
                interval: components["schemas"]["Interval"];
            }[];
            analyses: ({
                id: string;
            } & {
                [key: string]: unknown;
            })[];
            evidence: {
                key: string;
                label: string;
                unit: string | null;
                points: {
                    /** Format: date */
                    session: string;
                    /** Format: double */
                    value: number;
                }[];
            }[];
        };
        ListedInstrument: {
            symbol: string;
            name: string;
            /** @enum {string} */
            asset_type: "stock" | "crypto" | "index";
            currency: string;
            exchange: string;
            synthetic: boolean;
            archive: string;
            from: string | null;
            to: string | null;
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
        /** @description The body cannot be read, or Conclave-Version names an unknown version. */
        BadRequest: {
            headers: {
                /** @description ID of the request in the server's log. */
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
        /** @description The API key is missing, unknown or revoked. */
        Unauthorized: {
            headers: {
                /** @description The authentication scheme. */
                "WWW-Authenticate"?: string;
                /** @description ID of the request in the server's log. */
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
        /** @description The key's plan has no API access, the key lacks the scope, or the Host header is not accepted. */
        Forbidden: {
            headers: {
                /** @description ID of the request in the server's log. */
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
                /** @description ID of the request in the server's log. */
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
        /** @description Unexpected error. Quote the request ID from the header when you contact support. */
        Defect: {
            headers: {
                /** @description ID of the request in the server's log. */
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
        /** @description The database cannot be reached or has no disk space left, or the server is stopping. */
        Unavailable: {
            headers: {
                /** @description Seconds to wait before retrying. */
                "Retry-After"?: number;
                /** @description ID of the request in the server's log. */
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
                /** @description Requests allowed per minute. */
                "RateLimit-Limit"?: number;
                /** @description Requests remaining in the current window. */
                "RateLimit-Remaining"?: number;
                /** @description Seconds until the limit resets. */
                "RateLimit-Reset"?: number;
                /** @description Seconds to wait before retrying. */
                "Retry-After"?: number;
                /** @description ID of the request in the server's log. */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "rate limit exceeded: at most 300 requests per minute"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The analysis does not exist or belongs to another owner. */
        NotFound: {
            headers: {
                /** @description ID of the request in the server's log. */
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
        /** @description This service keeps such data for a limited time, and that of this analysis has been removed. */
        NoLongerKept: {
            headers: {
                /** @description ID of the request in the server's log. */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "the report of this analysis is no longer kept; it was removed on 2026-11-25"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The analysis has not succeeded. */
        NotSucceeded: {
            headers: {
                /** @description ID of the request in the server's log. */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "the Idempotency-Key was already used with a different body"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The analysis has not ended. */
        NotEnded: {
            headers: {
                /** @description ID of the request in the server's log. */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "the Idempotency-Key was already used with a different body"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The analysis does not exist or belongs to another owner. */
        NoAnalysis: {
            headers: {
                /** @description ID of the request in the server's log. */
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
        /** @description The signal does not exist or belongs to another owner's list. */
        NoSignal: {
            headers: {
                /** @description ID of the request in the server's log. */
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
        /** @description The Host header is not accepted. */
        ForeignHost: {
            headers: {
                /** @description ID of the request in the server's log. */
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
        /** @description Too many requests from this session, or from this network without a session. */
        TooMany: {
            headers: {
                /** @description Requests allowed per minute. */
                "RateLimit-Limit"?: number;
                /** @description Requests remaining in the current window. */
                "RateLimit-Remaining"?: number;
                /** @description Seconds until the limit resets. */
                "RateLimit-Reset"?: number;
                /** @description Seconds to wait before retrying. */
                "Retry-After"?: number;
                /** @description ID of the request in the server's log. */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "rate limit exceeded: at most 300 requests per minute"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The analysis does not exist, belongs to another owner or has no attribution. */
        NoAttribution: {
            headers: {
                /** @description ID of the request in the server's log. */
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
        /** @description The measurement does not exist or belongs to another owner. */
        NoMemoryJob: {
            headers: {
                /** @description ID of the request in the server's log. */
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
        /** @description The backtest does not exist, belongs to another owner or has no validity report. */
        NoValidity: {
            headers: {
                /** @description ID of the request in the server's log. */
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
        /** @description The backtest does not exist or belongs to another owner. */
        NoBacktest: {
            headers: {
                /** @description ID of the request in the server's log. */
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
        /** @description The batch does not exist or belongs to another owner. */
        NoBatch: {
            headers: {
                /** @description ID of the request in the server's log. */
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
        /** @description The list does not exist or belongs to another owner. */
        NoList: {
            headers: {
                /** @description ID of the request in the server's log. */
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
        /** @description The watchlist does not exist, was deleted or belongs to another owner. */
        NoWatchlist: {
            headers: {
                /** @description ID of the request in the server's log. */
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
        /** @description The backtest does not exist, belongs to another owner or has no result yet. */
        NoBacktestResult: {
            headers: {
                /** @description ID of the request in the server's log. */
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
        /** @description The public record has no signal on this instrument. */
        NotInRecord: {
            headers: {
                /** @description ID of the request in the server's log. */
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
        /** @description The symbol is invalid. */
        NoInstrument: {
            headers: {
                /** @description ID of the request in the server's log. */
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
        /** @description The webhook does not exist or belongs to another account. */
        NoWebhook: {
            headers: {
                /** @description ID of the request in the server's log. */
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
        /** @description The webhook or the delivery does not exist. */
        NoDelivery: {
            headers: {
                /** @description ID of the request in the server's log. */
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
                /** @description `reports` includes the reports of each result. */
                include?: "reports";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            400: components["responses"]["BadRequest"];
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
                /** @description A repeated key with the same body returns the same job; with a different body, it returns 409. */
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
                    /** @description URL of the job. */
                    Location?: string;
                    /** @description Seconds to wait before polling. */
                    "Retry-After"?: number;
                    /** @description `true` if the Idempotency-Key was used before. The job is the one from the first request. */
                    "Idempotent-Replayed"?: string;
                    /** @description The secret that signs messages to webhook_url, if the request did not set one. It is returned only here and when the request is repeated with the same Idempotency-Key. */
                    "Webhook-Secret"?: string;
                    /** @description Requests allowed per minute. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests remaining in the current window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the limit resets. */
                    "RateLimit-Reset"?: number;
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The Idempotency-Key was already used with a different body. */
            409: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "the Idempotency-Key was already used with a different body"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KB. */
            413: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            /** @description The Content-Type is not application/json. */
            415: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            /** @description Too many requests, or the queue is full. */
            429: {
                headers: {
                    /** @description Requests allowed per minute. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests remaining in the current window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the limit resets. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: number;
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "rate limit exceeded: at most 300 requests per minute"
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
                /** @description ETags the client already has. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The ID of the job.
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
                    /** @description Changes whenever the job changes. */
                    ETag?: string;
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            /** @description The job has not changed. */
            304: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
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
                 * @description The ID of the job.
                 * @example ana_7m3k9q0x2v5c8b1n4h6t
                 */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancelled job. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            400: components["responses"]["BadRequest"];
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
                /** @description ID of the last event received. */
                "Last-Event-ID"?: string;
            };
            path: {
                /**
                 * @description The ID of the job.
                 * @example ana_7m3k9q0x2v5c8b1n4h6t
                 */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event stream. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            /** @description The job has ended and there are no more events. */
            204: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["NoLongerKept"];
            422: components["responses"]["Invalid"];
            /** @description Too many requests, or the owner of the key already has 100 open streams. */
            429: {
                headers: {
                    /** @description Requests allowed per minute. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests remaining in the current window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the limit resets. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: number;
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "rate limit exceeded: at most 300 requests per minute"
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
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The ID of the job.
                 * @example ana_7m3k9q0x2v5c8b1n4h6t
                 */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            400: components["responses"]["BadRequest"];
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
                /** @description ETags the client already has. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The ID of the job.
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
                    /** @description Suggested file name. */
                    "Content-Disposition"?: string;
                    /** @description Changes whenever the document changes. */
                    ETag?: string;
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            /** @description Not modified. */
            304: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotSucceeded"];
            410: components["responses"]["NoLongerKept"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReportHtml: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags the client already has. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The ID of the job.
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
                    /** @description Suggested file name. */
                    "Content-Disposition"?: string;
                    /** @description Changes whenever the document changes. */
                    ETag?: string;
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            /** @description Not modified. */
            304: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotSucceeded"];
            410: components["responses"]["NoLongerKept"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReportJson: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags the client already has. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The ID of the job.
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
                    /** @description Changes whenever the document changes. */
                    ETag?: string;
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
                     *                     "claim": "The close stands at 201.70",
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
                     *                 "checked": {
                     *                   "text": [
                     *                     {
                     *                       "from": 23,
                     *                       "to": 29,
                     *                       "kind": "reference",
                     *                       "ids": [
                     *                         "M1"
                     *                       ],
                     *                       "expression": null
                     *                     },
                     *                     {
                     *                       "from": 31,
                     *                       "to": 33,
                     *                       "kind": "citation",
                     *                       "ids": [
                     *                         "M1"
                     *                       ],
                     *                       "expression": null
                     *                     },
                     *                     {
                     *                       "from": 41,
                     *                       "to": 44,
                     *                       "kind": "own",
                     *                       "ids": [],
                     *                       "expression": "stop"
                     *                     }
                     *                   ],
                     *                   "points": [
                     *                     [
                     *                       {
                     *                         "from": 20,
                     *                         "to": 26,
                     *                         "kind": "reference",
                     *                         "ids": [
                     *                           "M1"
                     *                         ],
                     *                         "expression": null
                     *                       }
                     *                     ]
                     *                   ],
                     *                   "fields": {}
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
                     *             "supported": 3,
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
                     *         "version": 2,
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
            /** @description Not modified. */
            304: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotEnded"];
            410: components["responses"]["NoLongerKept"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReportPdf: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags the client already has. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The ID of the job.
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
                    /** @description Suggested file name. */
                    "Content-Disposition"?: string;
                    /** @description Changes whenever the document changes. */
                    ETag?: string;
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            /** @description Not modified. */
            304: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotSucceeded"];
            410: components["responses"]["NoLongerKept"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReportProof: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the analysis.
                 * @example ana_7m3k9q0x2v5c8b1n4h6t
                 */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    /** @description Suggested file name. */
                    "Content-Disposition"?: string;
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example <!doctype html>
                     *     <html lang="en">
                     *     <head>
                     *     <meta charset="utf-8">…
                     */
                    "text/html": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoAnalysis"];
            409: components["responses"]["NotSucceeded"];
            410: components["responses"]["NoLongerKept"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSignalProof: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the signal.
                 * @example sig_7m3k9q0x2v5c8b1n4h6t
                 */
                signal_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    /** @description Suggested file name. */
                    "Content-Disposition"?: string;
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example <!doctype html>
                     *     <html lang="en">
                     *     <head>
                     *     <meta charset="utf-8">…
                     */
                    "text/html": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoSignal"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProofKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keys": [
                     *         {
                     *           "id": "a613dd472d96608243cd37605c229f6c",
                     *           "algorithm": "Ed25519",
                     *           "public_key": "cc559ad8daffa5a008a3a0a4d57b191e8201d37c49e66839213f0e35242236b1",
                     *           "status": "active",
                     *           "created_at": "2026-06-01T08:00:00.000Z",
                     *           "retired_at": null,
                     *           "revoked_at": null,
                     *           "reason": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        keys: {
                            id: string;
                            /** @enum {string} */
                            algorithm: "Ed25519";
                            public_key: string;
                            /** @enum {string} */
                            status: "active" | "retired" | "revoked";
                            created_at: string | null;
                            retired_at: string | null;
                            revoked_at: string | null;
                            reason: string | null;
                        }[];
                    };
                };
            };
            403: components["responses"]["ForeignHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWellKnownChain: {
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
                    /** @description ID of the request in the server's log. */
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
                     *       },
                     *       "ledger": {
                     *         "hash": "7a6b5c4d3e2f10918273645546372819a0b1c2d3e4f5061728394a5b6c7d8e9f",
                     *         "days": [
                     *           {
                     *             "day": "2026-06-02",
                     *             "hash": "1f2e3d4c5b6a79880716253443526170f9e8d7c6b5a493827160594837261504"
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
                        ledger: {
                            hash: string;
                            days: {
                                /** Format: date */
                                day: string;
                                hash: string;
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
    askReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the job.
                 * @example ana_7m3k9q0x2v5c8b1n4h6t
                 */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    question: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "kind": "stated",
                     *       "note": null,
                     *       "claims": [
                     *         {
                     *           "text": "Bear: Margins have fallen for three quarters.",
                     *           "quote": "Margins have fallen for three quarters.",
                     *           "passage": {
                     *             "id": "bear/1/2",
                     *             "url": "#bear-1",
                     *             "title": "Bear",
                     *             "heading": "Round 1"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ReportAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotSucceeded"];
            410: components["responses"]["NoLongerKept"];
            /** @description The body is larger than 64 KB. */
            413: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            /** @description The Content-Type is not application/json. */
            415: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    rerunAnalysis: {
        parameters: {
            query?: {
                /** @description The first agent to ask anew. */
                from?: "market" | "social" | "news" | "fundamentals" | "bull" | "bear" | "research_manager" | "trader" | "aggressive" | "neutral" | "conservative" | "portfolio_manager";
            };
            header?: {
                /** @description A repeated key with the same body creates nothing new; with a different body, it returns 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The ID of the job.
                 * @example ana_7m3k9q0x2v5c8b1n4h6t
                 */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RerunAnalysis"];
            };
        };
        responses: {
            /** @description The new job. */
            202: {
                headers: {
                    /** @description URL of what was created. */
                    Location?: string;
                    /** @description `true` if the Idempotency-Key was used before. The response shows what the first request created. */
                    "Idempotent-Replayed"?: string;
                    /** @description Seconds to wait before polling. */
                    "Retry-After"?: number;
                    /** @description Requests allowed per minute. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests remaining in the current window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the limit resets. */
                    "RateLimit-Reset"?: number;
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The analysis has not succeeded, ended without asking anyone, was made by an earlier release, or its statements are no longer stored; or the Idempotency-Key was already used with a different body. */
            409: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "the Idempotency-Key was already used with a different body"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            410: components["responses"]["NoLongerKept"];
            /** @description The body is larger than 64 KB. */
            413: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            /** @description The Content-Type is not application/json. */
            415: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            /** @description Too many requests, or the queue is full. */
            429: {
                headers: {
                    /** @description Requests allowed per minute. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests remaining in the current window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the limit resets. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: number;
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "rate limit exceeded: at most 300 requests per minute"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAttributionEstimate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the job.
                 * @example ana_7m3k9q0x2v5c8b1n4h6t
                 */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EstimateAttribution"];
            };
        };
        responses: {
            /** @description What would be tried, and its price. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "changes": [
                     *         {
                     *           "kind": "without_evidence",
                     *           "evidence": "F3"
                     *         },
                     *         {
                     *           "kind": "without_agent",
                     *           "agent": "bear"
                     *         }
                     *       ],
                     *       "skipped": [],
                     *       "repetitions": 5,
                     *       "estimate": {
                     *         "changes": 2,
                     *         "calls": 70,
                     *         "cost_usd": "0.1702",
                     *         "limit_usd": "0.41"
                     *       },
                     *       "payer": "service",
                     *       "usual_budget_usd": "0.41",
                     *       "most_budget_usd": "2.00"
                     *     }
                     */
                    "application/json": components["schemas"]["PricedAttribution"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The analysis has not succeeded, ended without asking anyone, or has no rating to explain; or nothing was named that can be left out. */
            409: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "the Idempotency-Key was already used with a different body"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            410: components["responses"]["NoLongerKept"];
            /** @description The body is larger than 64 KB. */
            413: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            /** @description The Content-Type is not application/json. */
            415: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAttribution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the job.
                 * @example ana_7m3k9q0x2v5c8b1n4h6t
                 */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attribution. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "att_7m3k9q0x2v5c8b1n4h6t",
                     *       "analysis_id": "ana_7m3k9q0x2v5c8b1n4h6t",
                     *       "status": "succeeded",
                     *       "progress": {
                     *         "done": 2,
                     *         "total": 2
                     *       },
                     *       "repetitions": 5,
                     *       "estimate": {
                     *         "changes": 2,
                     *         "calls": 70,
                     *         "cost_usd": "0.1702",
                     *         "limit_usd": "0.41"
                     *       },
                     *       "budget_usd": "0.50",
                     *       "spent_usd": "0.1305",
                     *       "result": {
                     *         "version": 1,
                     *         "run_id": "ana_7m3k9q0x2v5c8b1n4h6t",
                     *         "rating": "Overweight",
                     *         "confidence": 0.65,
                     *         "score": null,
                     *         "repetitions": 5,
                     *         "lines": [
                     *           {
                     *             "change": {
                     *               "kind": "without_evidence",
                     *               "evidence": "F3"
                     *             },
                     *             "label": "Gross margin, trailing year",
                     *             "runs": [
                     *               {
                     *                 "rating": "Hold",
                     *                 "confidence": 0.5,
                     *                 "score": null,
                     *                 "words": [
                     *                   "portfolio_manager"
                     *                 ],
                     *                 "calls": 7,
                     *                 "reused": 5,
                     *                 "cost_usd": "0.0163"
                     *               },
                     *               {
                     *                 "rating": "Hold",
                     *                 "confidence": 0.5,
                     *                 "score": null,
                     *                 "words": [
                     *                   "portfolio_manager"
                     *                 ],
                     *                 "calls": 7,
                     *                 "reused": 5,
                     *                 "cost_usd": "0.0163"
                     *               },
                     *               {
                     *                 "rating": "Overweight",
                     *                 "confidence": 0.6,
                     *                 "score": null,
                     *                 "words": [],
                     *                 "calls": 7,
                     *                 "reused": 5,
                     *                 "cost_usd": "0.0163"
                     *               },
                     *               {
                     *                 "rating": "Hold",
                     *                 "confidence": 0.5,
                     *                 "score": null,
                     *                 "words": [
                     *                   "portfolio_manager"
                     *                 ],
                     *                 "calls": 7,
                     *                 "reused": 5,
                     *                 "cost_usd": "0.0163"
                     *               },
                     *               {
                     *                 "rating": "Hold",
                     *                 "confidence": 0.5,
                     *                 "score": null,
                     *                 "words": [
                     *                   "portfolio_manager"
                     *                 ],
                     *                 "calls": 7,
                     *                 "reused": 5,
                     *                 "cost_usd": "0.0163"
                     *               }
                     *             ],
                     *             "changed": 4,
                     *             "rating_shift": -0.8,
                     *             "score_shift": null
                     *           },
                     *           {
                     *             "change": {
                     *               "kind": "without_agent",
                     *               "agent": "bear"
                     *             },
                     *             "label": "bear",
                     *             "runs": [
                     *               {
                     *                 "rating": "Overweight",
                     *                 "confidence": 0.6,
                     *                 "score": null,
                     *                 "words": [],
                     *                 "calls": 6,
                     *                 "reused": 5,
                     *                 "cost_usd": "0.0098"
                     *               },
                     *               {
                     *                 "rating": "Overweight",
                     *                 "confidence": 0.6,
                     *                 "score": null,
                     *                 "words": [],
                     *                 "calls": 6,
                     *                 "reused": 5,
                     *                 "cost_usd": "0.0098"
                     *               },
                     *               {
                     *                 "rating": "Overweight",
                     *                 "confidence": 0.6,
                     *                 "score": null,
                     *                 "words": [],
                     *                 "calls": 6,
                     *                 "reused": 5,
                     *                 "cost_usd": "0.0098"
                     *               },
                     *               {
                     *                 "rating": "Overweight",
                     *                 "confidence": 0.6,
                     *                 "score": null,
                     *                 "words": [],
                     *                 "calls": 6,
                     *                 "reused": 5,
                     *                 "cost_usd": "0.0098"
                     *               },
                     *               {
                     *                 "rating": "Overweight",
                     *                 "confidence": 0.6,
                     *                 "score": null,
                     *                 "words": [],
                     *                 "calls": 6,
                     *                 "reused": 5,
                     *                 "cost_usd": "0.0098"
                     *               }
                     *             ],
                     *             "changed": 0,
                     *             "rating_shift": 0,
                     *             "score_shift": null
                     *           }
                     *         ],
                     *         "skipped": [],
                     *         "calls": 65,
                     *         "reused": 50,
                     *         "cost_usd": "0.1305",
                     *         "stopped": null
                     *       },
                     *       "error": null,
                     *       "created_at": "2025-06-03T09:05:00.000Z",
                     *       "started_at": "2025-06-03T09:05:00.300Z",
                     *       "finished_at": "2025-06-03T09:06:41.020Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AttributionJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoAttribution"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    submitAttribution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the job.
                 * @example ana_7m3k9q0x2v5c8b1n4h6t
                 */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmitAttribution"];
            };
        };
        responses: {
            /** @description The attribution is queued. */
            202: {
                headers: {
                    /** @description Where to poll it. */
                    Location?: string;
                    /** @description Seconds to wait before polling. */
                    "Retry-After"?: number;
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "att_7m3k9q0x2v5c8b1n4h6t",
                     *       "analysis_id": "ana_7m3k9q0x2v5c8b1n4h6t",
                     *       "status": "queued",
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 2
                     *       },
                     *       "repetitions": 5,
                     *       "estimate": {
                     *         "changes": 2,
                     *         "calls": 70,
                     *         "cost_usd": "0.1702",
                     *         "limit_usd": "0.41"
                     *       },
                     *       "budget_usd": "0.50",
                     *       "spent_usd": "0",
                     *       "result": null,
                     *       "error": null,
                     *       "created_at": "2025-06-03T09:05:00.000Z",
                     *       "started_at": null,
                     *       "finished_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["AttributionJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The analysis has not succeeded, ended without asking anyone, or has no rating to explain; or nothing was named that can be left out. Or its statements are no longer stored, or another attribution of yours is under way. */
            409: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "the Idempotency-Key was already used with a different body"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            410: components["responses"]["NoLongerKept"];
            /** @description The body is larger than 64 KB. */
            413: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            /** @description The Content-Type is not application/json. */
            415: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            /** @description Too many requests, or the month's quota is used. */
            429: {
                headers: {
                    /** @description Requests allowed per minute. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests remaining in the current window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the limit resets. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: number;
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "rate limit exceeded: at most 300 requests per minute"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelAttribution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the job.
                 * @example ana_7m3k9q0x2v5c8b1n4h6t
                 */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attribution. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "att_7m3k9q0x2v5c8b1n4h6t",
                     *       "analysis_id": "ana_7m3k9q0x2v5c8b1n4h6t",
                     *       "status": "cancelled",
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 2
                     *       },
                     *       "repetitions": 5,
                     *       "estimate": {
                     *         "changes": 2,
                     *         "calls": 70,
                     *         "cost_usd": "0.1702",
                     *         "limit_usd": "0.41"
                     *       },
                     *       "budget_usd": "0.50",
                     *       "spent_usd": "0",
                     *       "result": null,
                     *       "error": null,
                     *       "created_at": "2025-06-03T09:05:00.000Z",
                     *       "started_at": null,
                     *       "finished_at": "2025-06-03T09:05:02.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AttributionJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoAttribution"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMemoryEstimate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EstimateMemory"];
            };
        };
        responses: {
            /** @description The estimate. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "symbol": "DEMO",
                     *       "date": "2019-06-03",
                     *       "deep": "gpt-5.4",
                     *       "quick": "gpt-5.4-mini",
                     *       "repetitions": 10,
                     *       "calls": 820,
                     *       "cost_usd": "6.8",
                     *       "cutoff": null
                     *     }
                     */
                    "application/json": components["schemas"]["MemoryEstimate"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The body is larger than 64 KB. */
            413: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            /** @description The Content-Type is not application/json. */
            415: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMemory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The measurements. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "mem_7m3k9q0x2v5c8b1n4h6t",
                     *           "status": "running",
                     *           "request": {
                     *             "symbol": "DEMO",
                     *             "asset_type": "stock",
                     *             "date": "2019-06-03",
                     *             "own_model": {
                     *               "llm_provider": "openai",
                     *               "deep_think_llm": null,
                     *               "quick_think_llm": null
                     *             },
                     *             "repetitions": 10
                     *           },
                     *           "progress": {
                     *             "done": 12,
                     *             "total": 40
                     *           },
                     *           "budget_usd": "10",
                     *           "spent_usd": "1.84",
                     *           "result": null,
                     *           "error": null,
                     *           "created_at": "2026-06-03T09:00:00.000Z",
                     *           "started_at": "2026-06-03T09:00:01.000Z",
                     *           "finished_at": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MemoryJobList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    submitMemory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmitMemory"];
            };
        };
        responses: {
            /** @description The measurement is queued. */
            202: {
                headers: {
                    /** @description Where to poll it. */
                    Location?: string;
                    /** @description Seconds to wait before polling. */
                    "Retry-After"?: number;
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "mem_7m3k9q0x2v5c8b1n4h6t",
                     *       "status": "queued",
                     *       "request": {
                     *         "symbol": "DEMO",
                     *         "asset_type": "stock",
                     *         "date": "2019-06-03",
                     *         "own_model": {
                     *           "llm_provider": "openai",
                     *           "deep_think_llm": null,
                     *           "quick_think_llm": null
                     *         },
                     *         "repetitions": 10
                     *       },
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 40
                     *       },
                     *       "budget_usd": "10",
                     *       "spent_usd": "0",
                     *       "result": null,
                     *       "error": null,
                     *       "created_at": "2026-06-03T09:00:00.000Z",
                     *       "started_at": null,
                     *       "finished_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["MemoryJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Another measurement of yours is under way. */
            409: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "the Idempotency-Key was already used with a different body"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KB. */
            413: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            /** @description The Content-Type is not application/json. */
            415: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMemory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the measurement.
                 * @example mem_7m3k9q0x2v5c8b1n4h6t
                 */
                memory_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The measurement. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "mem_7m3k9q0x2v5c8b1n4h6t",
                     *       "status": "running",
                     *       "request": {
                     *         "symbol": "DEMO",
                     *         "asset_type": "stock",
                     *         "date": "2019-06-03",
                     *         "own_model": {
                     *           "llm_provider": "openai",
                     *           "deep_think_llm": null,
                     *           "quick_think_llm": null
                     *         },
                     *         "repetitions": 10
                     *       },
                     *       "progress": {
                     *         "done": 12,
                     *         "total": 40
                     *       },
                     *       "budget_usd": "10",
                     *       "spent_usd": "1.84",
                     *       "result": null,
                     *       "error": null,
                     *       "created_at": "2026-06-03T09:00:00.000Z",
                     *       "started_at": "2026-06-03T09:00:01.000Z",
                     *       "finished_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["MemoryJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoMemoryJob"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelMemory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the measurement.
                 * @example mem_7m3k9q0x2v5c8b1n4h6t
                 */
                memory_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The measurement. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "mem_7m3k9q0x2v5c8b1n4h6t",
                     *       "status": "cancelled",
                     *       "request": {
                     *         "symbol": "DEMO",
                     *         "asset_type": "stock",
                     *         "date": "2019-06-03",
                     *         "own_model": {
                     *           "llm_provider": "openai",
                     *           "deep_think_llm": null,
                     *           "quick_think_llm": null
                     *         },
                     *         "repetitions": 10
                     *       },
                     *       "progress": {
                     *         "done": 12,
                     *         "total": 40
                     *       },
                     *       "budget_usd": "10",
                     *       "spent_usd": "1.84",
                     *       "result": null,
                     *       "error": null,
                     *       "created_at": "2026-06-03T09:00:00.000Z",
                     *       "started_at": "2026-06-03T09:00:01.000Z",
                     *       "finished_at": "2026-06-03T09:05:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["MemoryJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoMemoryJob"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBacktestValidity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the backtest.
                 * @example bt_7m3k9q0x2v5c8b1n4h6t
                 */
                backtest_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report, or how far it is. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "backtest_id": "bt_7m3k9q0x2v5c8b1n4h6t",
                     *       "status": "succeeded",
                     *       "report": {
                     *         "version": 1,
                     *         "backtest": {
                     *           "symbols": [
                     *             "DEMO"
                     *           ],
                     *           "from": "2018-01-02",
                     *           "to": "2019-12-31",
                     *           "provider": "rules",
                     *           "deep": "rules",
                     *           "quick": "rules",
                     *           "decisions": 101,
                     *           "sha256": "9f2c4e6b8a0d1f3e5c7b9a8d6f4e2c0b1a3d5f7e9c8b6a4d2f0e1c3b5a7d9f8e"
                     *         },
                     *         "verdict": "fail",
                     *         "counts": {
                     *           "pass": 0,
                     *           "fail": 1,
                     *           "cannot_tell": 0
                     *         },
                     *         "sections": [
                     *           {
                     *             "id": "deflated_sharpe",
                     *             "protocol": null,
                     *             "title": "Deflated Sharpe ratio",
                     *             "verdict": "fail",
                     *             "reason": "within_luck",
                     *             "text": "The probability that the Sharpe ratio is above what luck gives the best after 12 trials is 0.412; it takes 0.95.",
                     *             "figures": [
                     *               {
                     *                 "key": "deflated_sharpe",
                     *                 "label": "Deflated Sharpe ratio",
                     *                 "unit": "p",
                     *                 "value": 0.412,
                     *                 "interval": null,
                     *                 "formula": "Φ((SR − SR₀) √(n − 1) / √(1 − γ₃ SR + (γ₄ − 1)/4 SR²)), SR₀ what luck gives the best trial",
                     *                 "source": "Bailey and López de Prado, The Deflated Sharpe Ratio, Journal of Portfolio Management 40 (2014)"
                     *               }
                     *             ],
                     *             "tables": [],
                     *             "notes": [
                     *               "What was tried elsewhere is not known here."
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "error": null,
                     *       "created_at": "2026-06-03T09:05:00.000Z",
                     *       "started_at": "2026-06-03T09:05:00.400Z",
                     *       "finished_at": "2026-06-03T09:05:07.900Z"
                     *     }
                     */
                    "application/json": components["schemas"]["BacktestValidity"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoValidity"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    submitBacktestValidity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the backtest.
                 * @example bt_7m3k9q0x2v5c8b1n4h6t
                 */
                backtest_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report is queued. */
            202: {
                headers: {
                    /** @description Where to poll it. */
                    Location?: string;
                    /** @description Seconds to wait before polling. */
                    "Retry-After"?: number;
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "backtest_id": "bt_7m3k9q0x2v5c8b1n4h6t",
                     *       "status": "queued",
                     *       "report": null,
                     *       "error": null,
                     *       "created_at": "2026-06-03T09:05:00.000Z",
                     *       "started_at": null,
                     *       "finished_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["BacktestValidity"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoBacktest"];
            /** @description The backtest has no result yet, or another validity report of yours is under way. */
            409: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "the Idempotency-Key was already used with a different body"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBacktestValidityMarkdown: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the backtest.
                 * @example bt_7m3k9q0x2v5c8b1n4h6t
                 */
                backtest_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    /** @description Suggested file name. */
                    "Content-Disposition"?: string;
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example # Validity of the backtest of DEMO
                     *
                     *     **1 test of 1 failed, 0 passed and 0 cannot tell.**
                     */
                    "text/markdown": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoValidity"];
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
            /** @description The totals. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
                     *       "attributions": {
                     *         "count": 1,
                     *         "cost_usd": "0.31"
                     *       },
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
            400: components["responses"]["BadRequest"];
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
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBatches: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "bat_7m3k9q0x2v5c8b1n4h6t",
                     *           "status": "succeeded",
                     *           "counts": {
                     *             "total": 2,
                     *             "waiting": 0,
                     *             "open": 0,
                     *             "succeeded": 2,
                     *             "failed": 0,
                     *             "cancelled": 0,
                     *             "refused": 0
                     *           },
                     *           "budget_usd": "20.00",
                     *           "spent_usd": "0.61",
                     *           "created_at": "2026-06-03T09:00:00.000Z",
                     *           "started_at": "2026-06-03T09:00:00.700Z",
                     *           "finished_at": "2026-06-03T09:06:12.400Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Batch"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    submitBatch: {
        parameters: {
            query?: {
                /** @description Maximum cost of all runs together, in US dollars. A run starts only if the remaining budget covers the most it can cost. */
                budget_usd?: string;
            };
            header?: {
                /** @description A repeated key with the same body creates nothing new; with a different body, it returns 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/jsonl": string;
            };
        };
        responses: {
            /** @description The batch is queued. */
            202: {
                headers: {
                    /** @description URL of what was created. */
                    Location?: string;
                    /** @description `true` if the Idempotency-Key was used before. The response shows what the first request created. */
                    "Idempotent-Replayed"?: string;
                    /** @description Seconds to wait before polling. */
                    "Retry-After"?: number;
                    /** @description Requests allowed per minute. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests remaining in the current window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the limit resets. */
                    "RateLimit-Reset"?: number;
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "bat_7m3k9q0x2v5c8b1n4h6t",
                     *       "status": "queued",
                     *       "counts": {
                     *         "total": 2,
                     *         "waiting": 2,
                     *         "open": 0,
                     *         "succeeded": 0,
                     *         "failed": 0,
                     *         "cancelled": 0,
                     *         "refused": 0
                     *       },
                     *       "budget_usd": "20.00",
                     *       "spent_usd": "0",
                     *       "created_at": "2026-06-03T09:00:00.000Z",
                     *       "started_at": null,
                     *       "finished_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["Batch"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Too many open batches, or the Idempotency-Key was already used with a different body. */
            409: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "the Idempotency-Key was already used with a different body"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 10485760 bytes, or has more than 10000 lines. */
            413: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            /** @description The Content-Type is not application/jsonl. */
            415: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the batch.
                 * @example bat_7m3k9q0x2v5c8b1n4h6t
                 */
                batch_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "bat_7m3k9q0x2v5c8b1n4h6t",
                     *       "status": "succeeded",
                     *       "counts": {
                     *         "total": 2,
                     *         "waiting": 0,
                     *         "open": 0,
                     *         "succeeded": 2,
                     *         "failed": 0,
                     *         "cancelled": 0,
                     *         "refused": 0
                     *       },
                     *       "budget_usd": "20.00",
                     *       "spent_usd": "0.61",
                     *       "created_at": "2026-06-03T09:00:00.000Z",
                     *       "started_at": "2026-06-03T09:00:00.700Z",
                     *       "finished_at": "2026-06-03T09:06:12.400Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Batch"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoBatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the batch.
                 * @example bat_7m3k9q0x2v5c8b1n4h6t
                 */
                batch_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "bat_7m3k9q0x2v5c8b1n4h6t",
                     *       "status": "cancelled",
                     *       "counts": {
                     *         "total": 2,
                     *         "waiting": 0,
                     *         "open": 0,
                     *         "succeeded": 0,
                     *         "failed": 0,
                     *         "cancelled": 2,
                     *         "refused": 0
                     *       },
                     *       "budget_usd": "20.00",
                     *       "spent_usd": "0.61",
                     *       "created_at": "2026-06-03T09:00:00.000Z",
                     *       "started_at": "2026-06-03T09:00:00.700Z",
                     *       "finished_at": "2026-06-03T09:06:12.400Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Batch"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoBatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBatchResults: {
        parameters: {
            query?: {
                /** @description Returns only lines after this one. */
                after?: number;
                /** @description `reports` includes the reports of each result. */
                include?: "reports";
            };
            header?: never;
            path: {
                /**
                 * @description The ID of the batch.
                 * @example bat_7m3k9q0x2v5c8b1n4h6t
                 */
                batch_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The results. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /** @example {"line":1,"custom_id":"demo-1","status":"succeeded","analysis_id":"ana_7m3k9q0x2v5c8b1n4h6t","result":{"rating":"Overweight","is_review":false,"decision":"Buy a half position at 201.70, stop 194."},"error":null} */
                    "application/jsonl": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoBatch"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSignals: {
        parameters: {
            query?: {
                /** @description `house` for the service's own list, or the ID of a watchlist of yours. */
                list?: string;
                symbol?: string;
                rating?: "Buy" | "Overweight" | "Hold" | "Underweight" | "Sell";
                /** @description Returns only signals with a rating that differs from the previous one. */
                changed?: boolean;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "signal": {
                     *             "kind": "signal",
                     *             "version": 1,
                     *             "list": "house",
                     *             "number": 214,
                     *             "published_at": "2026-06-02T20:31:07.000Z",
                     *             "previous": "c1a5e7d9b3f20468ace13579bdf02468ace13579bdf02468ace13579bdf02468",
                     *             "id": "sig_7m3k9q0x2v5c8b1n4h6t",
                     *             "symbol": "AAPL",
                     *             "name": "Apple Inc.",
                     *             "asset_type": "stock",
                     *             "currency": "USD",
                     *             "session": "2026-06-02",
                     *             "as_of": "2026-06-02T20:00:00.000Z",
                     *             "rating": "Overweight",
                     *             "previous_rating": "Hold",
                     *             "changed": true,
                     *             "entry": 201.7,
                     *             "stop": 194,
                     *             "target": 221,
                     *             "confidence": 0.62,
                     *             "horizon_days": 21,
                     *             "agreement": {
                     *               "runs": 3,
                     *               "agreeing": 2,
                     *               "ratings": [
                     *                 "Overweight",
                     *                 "Overweight",
                     *                 "Hold"
                     *               ]
                     *             },
                     *             "reasoner": "openai gpt-5.2",
                     *             "analysis_id": "ana_7m3k9q0x2v5c8b1n4h6t",
                     *             "report": "/signals/sig_7m3k9q0x2v5c8b1n4h6t/report"
                     *           },
                     *           "hash": "5f0c2d8b1e9a4c7d3b6f80a1927e5d4c8b3a6f1e0d9c7b5a4e2f1d0c9b8a7e65",
                     *           "withdrawn": null,
                     *           "marks": [
                     *             {
                     *               "horizon": 1,
                     *               "status": "settled",
                     *               "entry_session": "2026-06-03",
                     *               "entry_price": 202.1,
                     *               "exit_session": "2026-06-03",
                     *               "exit_price": 204.4,
                     *               "return": 0.0114,
                     *               "net_return": 0.0102,
                     *               "benchmark": "SPY",
                     *               "benchmark_return": 0.0031,
                     *               "excess_return": 0.0083,
                     *               "hit": true
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "next_cursor": "213"
                     *     }
                     */
                    "application/json": components["schemas"]["SignalList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoList"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    streamSignalEvents: {
        parameters: {
            query?: {
                /** @description `house` for the service's own list, or the ID of a watchlist of yours. */
                list?: string;
                after?: number;
            };
            header?: {
                /** @description ID of the last entry received. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event stream. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoList"];
            422: components["responses"]["Invalid"];
            /** @description Too many requests, or too many open streams. */
            429: {
                headers: {
                    /** @description Requests allowed per minute. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests remaining in the current window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the limit resets. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: number;
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "rate limit exceeded: at most 300 requests per minute"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSignal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the signal.
                 * @example sig_7m3k9q0x2v5c8b1n4h6t
                 */
                signal_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signal. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signal": {
                     *         "kind": "signal",
                     *         "version": 1,
                     *         "list": "house",
                     *         "number": 214,
                     *         "published_at": "2026-06-02T20:31:07.000Z",
                     *         "previous": "c1a5e7d9b3f20468ace13579bdf02468ace13579bdf02468ace13579bdf02468",
                     *         "id": "sig_7m3k9q0x2v5c8b1n4h6t",
                     *         "symbol": "AAPL",
                     *         "name": "Apple Inc.",
                     *         "asset_type": "stock",
                     *         "currency": "USD",
                     *         "session": "2026-06-02",
                     *         "as_of": "2026-06-02T20:00:00.000Z",
                     *         "rating": "Overweight",
                     *         "previous_rating": "Hold",
                     *         "changed": true,
                     *         "entry": 201.7,
                     *         "stop": 194,
                     *         "target": 221,
                     *         "confidence": 0.62,
                     *         "horizon_days": 21,
                     *         "agreement": {
                     *           "runs": 3,
                     *           "agreeing": 2,
                     *           "ratings": [
                     *             "Overweight",
                     *             "Overweight",
                     *             "Hold"
                     *           ]
                     *         },
                     *         "reasoner": "openai gpt-5.2",
                     *         "analysis_id": "ana_7m3k9q0x2v5c8b1n4h6t",
                     *         "report": "/signals/sig_7m3k9q0x2v5c8b1n4h6t/report"
                     *       },
                     *       "hash": "5f0c2d8b1e9a4c7d3b6f80a1927e5d4c8b3a6f1e0d9c7b5a4e2f1d0c9b8a7e65",
                     *       "withdrawn": null,
                     *       "marks": [
                     *         {
                     *           "horizon": 1,
                     *           "status": "settled",
                     *           "entry_session": "2026-06-03",
                     *           "entry_price": 202.1,
                     *           "exit_session": "2026-06-03",
                     *           "exit_price": 204.4,
                     *           "return": 0.0114,
                     *           "net_return": 0.0102,
                     *           "benchmark": "SPY",
                     *           "benchmark_return": 0.0031,
                     *           "excess_return": 0.0083,
                     *           "hit": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SignalDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoSignal"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWatchlists: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your watchlists. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "wl_7m3k9q0x2v5c8b1n4h6t",
                     *           "name": "Semiconductors",
                     *           "instruments": [
                     *             {
                     *               "symbol": "NVDA",
                     *               "asset_type": "stock"
                     *             },
                     *             {
                     *               "symbol": "AMD",
                     *               "asset_type": "stock"
                     *             }
                     *           ],
                     *           "schedule": {
                     *             "kind": "close"
                     *           },
                     *           "runs": 1,
                     *           "own_model": null,
                     *           "language": "en",
                     *           "rerun_on_break": false,
                     *           "entries": 12,
                     *           "created_at": "2026-05-04T09:12:30.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Watchlist"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWatchlist: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated key with the same body creates nothing new; with a different body, it returns 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveWatchlist"];
            };
        };
        responses: {
            /** @description The watchlist. */
            201: {
                headers: {
                    /** @description URL of what was created. */
                    Location?: string;
                    /** @description `true` if the Idempotency-Key was used before. The response shows what the first request created. */
                    "Idempotent-Replayed"?: string;
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wl_7m3k9q0x2v5c8b1n4h6t",
                     *       "name": "Semiconductors",
                     *       "instruments": [
                     *         {
                     *           "symbol": "NVDA",
                     *           "asset_type": "stock"
                     *         },
                     *         {
                     *           "symbol": "AMD",
                     *           "asset_type": "stock"
                     *         }
                     *       ],
                     *       "schedule": {
                     *         "kind": "close"
                     *       },
                     *       "runs": 1,
                     *       "own_model": null,
                     *       "language": "en",
                     *       "rerun_on_break": false,
                     *       "entries": 12,
                     *       "created_at": "2026-05-04T09:12:30.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Watchlist"];
                };
            };
            /** @description The body cannot be read, the cron expression is invalid, or the API version is unknown. */
            400: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            /** @description The Idempotency-Key was already used with a different body, or for a watchlist that has been deleted. */
            409: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "the Idempotency-Key was already used with a different body"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KB. */
            413: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            /** @description The Content-Type is not application/json. */
            415: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWatchlist: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the watchlist.
                 * @example wl_7m3k9q0x2v5c8b1n4h6t
                 */
                list_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The watchlist. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wl_7m3k9q0x2v5c8b1n4h6t",
                     *       "name": "Semiconductors",
                     *       "instruments": [
                     *         {
                     *           "symbol": "NVDA",
                     *           "asset_type": "stock"
                     *         },
                     *         {
                     *           "symbol": "AMD",
                     *           "asset_type": "stock"
                     *         }
                     *       ],
                     *       "schedule": {
                     *         "kind": "close"
                     *       },
                     *       "runs": 1,
                     *       "own_model": null,
                     *       "language": "en",
                     *       "rerun_on_break": false,
                     *       "entries": 12,
                     *       "created_at": "2026-05-04T09:12:30.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Watchlist"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoWatchlist"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceWatchlist: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the watchlist.
                 * @example wl_7m3k9q0x2v5c8b1n4h6t
                 */
                list_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveWatchlist"];
            };
        };
        responses: {
            /** @description The watchlist. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wl_7m3k9q0x2v5c8b1n4h6t",
                     *       "name": "Chips",
                     *       "instruments": [
                     *         {
                     *           "symbol": "NVDA",
                     *           "asset_type": "stock"
                     *         },
                     *         {
                     *           "symbol": "AMD",
                     *           "asset_type": "stock"
                     *         }
                     *       ],
                     *       "schedule": {
                     *         "kind": "close"
                     *       },
                     *       "runs": 1,
                     *       "own_model": null,
                     *       "language": "en",
                     *       "rerun_on_break": false,
                     *       "entries": 12,
                     *       "created_at": "2026-05-04T09:12:30.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Watchlist"];
                };
            };
            /** @description The body cannot be read, the cron expression is invalid, or the API version is unknown. */
            400: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            404: components["responses"]["NoWatchlist"];
            /** @description The body is larger than 64 KB. */
            413: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            /** @description The Content-Type is not application/json. */
            415: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWatchlist: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the watchlist.
                 * @example wl_7m3k9q0x2v5c8b1n4h6t
                 */
                list_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The watchlist is deleted. */
            204: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoWatchlist"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    addInstrument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the watchlist.
                 * @example wl_7m3k9q0x2v5c8b1n4h6t
                 */
                list_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddInstrument"];
            };
        };
        responses: {
            /** @description The watchlist. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wl_7m3k9q0x2v5c8b1n4h6t",
                     *       "name": "Semiconductors",
                     *       "instruments": [
                     *         {
                     *           "symbol": "NVDA",
                     *           "asset_type": "stock"
                     *         },
                     *         {
                     *           "symbol": "AMD",
                     *           "asset_type": "stock"
                     *         }
                     *       ],
                     *       "schedule": {
                     *         "kind": "close"
                     *       },
                     *       "runs": 1,
                     *       "own_model": null,
                     *       "language": "en",
                     *       "rerun_on_break": false,
                     *       "entries": 12,
                     *       "created_at": "2026-05-04T09:12:30.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Watchlist"];
                };
            };
            /** @description The body cannot be read, the watchlist is full, or the API version is unknown. */
            400: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            404: components["responses"]["NoWatchlist"];
            /** @description The instrument is already in the watchlist. */
            409: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "the Idempotency-Key was already used with a different body"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KB. */
            413: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            /** @description The Content-Type is not application/json. */
            415: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    listNextRuns: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The ID of the watchlist.
                 * @example wl_7m3k9q0x2v5c8b1n4h6t
                 */
                list_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The next runs. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "at": "2026-06-03T20:30:00.000Z",
                     *           "symbols": [
                     *             "AMD",
                     *             "NVDA"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["NextRun"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoWatchlist"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRuns: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The ID of the watchlist.
                 * @example wl_7m3k9q0x2v5c8b1n4h6t
                 */
                list_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last runs. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "symbol": "NVDA",
                     *           "session": "2026-06-02",
                     *           "due_at": "2026-06-02T20:30:00.000Z",
                     *           "state": "signal",
                     *           "reason": null,
                     *           "signal_id": "sig_2n5b8c1x4z7v0m3k6j9h"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ListRun"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoWatchlist"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBacktests: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "bt_7m3k9q0x2v5c8b1n4h6t",
                     *           "status": "succeeded",
                     *           "source": "here",
                     *           "request": {
                     *             "symbols": [
                     *               "DEMO"
                     *             ],
                     *             "from": "2018-01-02",
                     *             "to": "2019-12-31",
                     *             "every": 5,
                     *             "asset_type": "stock",
                     *             "commission_bps": 1,
                     *             "slippage_bps": 5,
                     *             "short": false
                     *           },
                     *           "progress": {
                     *             "done": 101,
                     *             "total": 101
                     *           },
                     *           "summary": {
                     *             "provider": "rules",
                     *             "decisions": 101,
                     *             "reviews": 3,
                     *             "cumulative_return": 0.112,
                     *             "buy_and_hold_return": 0.087
                     *           },
                     *           "error": null,
                     *           "stopped": null,
                     *           "spent_usd": "0",
                     *           "created_at": "2026-06-03T09:00:00.000Z",
                     *           "started_at": "2026-06-03T09:00:00.300Z",
                     *           "finished_at": "2026-06-03T09:00:02.100Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Backtest"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    submitBacktest: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated key with the same body creates nothing new; with a different body, it returns 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmitBacktest"];
            };
        };
        responses: {
            /** @description The backtest is queued. */
            202: {
                headers: {
                    /** @description URL of what was created. */
                    Location?: string;
                    /** @description `true` if the Idempotency-Key was used before. The response shows what the first request created. */
                    "Idempotent-Replayed"?: string;
                    /** @description Seconds to wait before polling. */
                    "Retry-After"?: number;
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "bt_7m3k9q0x2v5c8b1n4h6t",
                     *       "status": "queued",
                     *       "source": "here",
                     *       "request": {
                     *         "symbols": [
                     *           "DEMO"
                     *         ],
                     *         "from": "2018-01-02",
                     *         "to": "2019-12-31",
                     *         "every": 5,
                     *         "asset_type": "stock",
                     *         "commission_bps": 1,
                     *         "slippage_bps": 5,
                     *         "short": false
                     *       },
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 101
                     *       },
                     *       "summary": null,
                     *       "error": null,
                     *       "stopped": null,
                     *       "spent_usd": "0",
                     *       "created_at": "2026-06-03T09:00:00.000Z",
                     *       "started_at": null,
                     *       "finished_at": null,
                     *       "notes": [
                     *         "DEMO uses synthetic data."
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["StartedBacktest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Another backtest is running, or the Idempotency-Key was already used with a different body. */
            409: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "the Idempotency-Key was already used with a different body"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KB. */
            413: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            /** @description The Content-Type is not application/json. */
            415: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBacktestEstimate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmitBacktest"];
            };
        };
        responses: {
            /** @description The estimate. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "decisions": 101,
                     *       "most_decisions": 5000,
                     *       "seconds": 4040,
                     *       "notes": [
                     *         "DEMO uses synthetic data."
                     *       ],
                     *       "models": {
                     *         "deep": "gpt-5.6",
                     *         "quick": "gpt-5.6-luna",
                     *         "runs": 1,
                     *         "calls": 2121,
                     *         "cost_usd": "27.3",
                     *         "single_calls": {
                     *           "calls": 101,
                     *           "cost_usd": "3.838"
                     *         },
                     *         "exceeds_budget": true,
                     *         "training": {
                     *           "cutoff": "2025-12-31",
                     *           "may_remember": true,
                     *           "measured": []
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BacktestEstimate"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The body is larger than 64 KB. */
            413: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            /** @description The Content-Type is not application/json. */
            415: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBacktest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the backtest.
                 * @example bt_7m3k9q0x2v5c8b1n4h6t
                 */
                backtest_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The backtest. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "bt_7m3k9q0x2v5c8b1n4h6t",
                     *       "status": "succeeded",
                     *       "source": "here",
                     *       "request": {
                     *         "symbols": [
                     *           "DEMO"
                     *         ],
                     *         "from": "2018-01-02",
                     *         "to": "2019-12-31",
                     *         "every": 5,
                     *         "asset_type": "stock",
                     *         "commission_bps": 1,
                     *         "slippage_bps": 5,
                     *         "short": false
                     *       },
                     *       "progress": {
                     *         "done": 101,
                     *         "total": 101
                     *       },
                     *       "summary": {
                     *         "provider": "rules",
                     *         "decisions": 101,
                     *         "reviews": 3,
                     *         "cumulative_return": 0.112,
                     *         "buy_and_hold_return": 0.087
                     *       },
                     *       "error": null,
                     *       "stopped": null,
                     *       "spent_usd": "0",
                     *       "created_at": "2026-06-03T09:00:00.000Z",
                     *       "started_at": "2026-06-03T09:00:00.300Z",
                     *       "finished_at": "2026-06-03T09:00:02.100Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Backtest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoBacktest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteBacktest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the backtest.
                 * @example bt_7m3k9q0x2v5c8b1n4h6t
                 */
                backtest_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The backtest is deleted. */
            204: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoBacktest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelBacktest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the backtest.
                 * @example bt_7m3k9q0x2v5c8b1n4h6t
                 */
                backtest_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The backtest. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "bt_7m3k9q0x2v5c8b1n4h6t",
                     *       "status": "cancelled",
                     *       "source": "here",
                     *       "request": {
                     *         "symbols": [
                     *           "DEMO"
                     *         ],
                     *         "from": "2018-01-02",
                     *         "to": "2019-12-31",
                     *         "every": 5,
                     *         "asset_type": "stock",
                     *         "commission_bps": 1,
                     *         "slippage_bps": 5,
                     *         "short": false
                     *       },
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 101
                     *       },
                     *       "summary": null,
                     *       "error": null,
                     *       "stopped": null,
                     *       "spent_usd": "0",
                     *       "created_at": "2026-06-03T09:00:00.000Z",
                     *       "started_at": null,
                     *       "finished_at": "2026-06-03T09:00:01.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Backtest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoBacktest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    pauseBacktest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the backtest.
                 * @example bt_7m3k9q0x2v5c8b1n4h6t
                 */
                backtest_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The backtest. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "bt_7m3k9q0x2v5c8b1n4h6t",
                     *       "status": "paused",
                     *       "source": "here",
                     *       "request": {
                     *         "symbols": [
                     *           "DEMO"
                     *         ],
                     *         "from": "2018-01-02",
                     *         "to": "2019-12-31",
                     *         "every": 5,
                     *         "asset_type": "stock",
                     *         "commission_bps": 1,
                     *         "slippage_bps": 5,
                     *         "short": false
                     *       },
                     *       "progress": {
                     *         "done": 12,
                     *         "total": 101
                     *       },
                     *       "summary": null,
                     *       "error": null,
                     *       "stopped": null,
                     *       "spent_usd": "0",
                     *       "created_at": "2026-06-03T09:00:00.000Z",
                     *       "started_at": null,
                     *       "finished_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["Backtest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoBacktest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    resumeBacktest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the backtest.
                 * @example bt_7m3k9q0x2v5c8b1n4h6t
                 */
                backtest_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The backtest. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "bt_7m3k9q0x2v5c8b1n4h6t",
                     *       "status": "queued",
                     *       "source": "here",
                     *       "request": {
                     *         "symbols": [
                     *           "DEMO"
                     *         ],
                     *         "from": "2018-01-02",
                     *         "to": "2019-12-31",
                     *         "every": 5,
                     *         "asset_type": "stock",
                     *         "commission_bps": 1,
                     *         "slippage_bps": 5,
                     *         "short": false
                     *       },
                     *       "progress": {
                     *         "done": 12,
                     *         "total": 101
                     *       },
                     *       "summary": null,
                     *       "error": null,
                     *       "stopped": null,
                     *       "spent_usd": "0",
                     *       "created_at": "2026-06-03T09:00:00.000Z",
                     *       "started_at": null,
                     *       "finished_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["Backtest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoBacktest"];
            /** @description Another backtest is running. */
            409: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "the Idempotency-Key was already used with a different body"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBacktestResult: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the backtest.
                 * @example bt_7m3k9q0x2v5c8b1n4h6t
                 */
                backtest_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": 2,
                     *       "settings": {
                     *         "symbols": [
                     *           "DEMO"
                     *         ],
                     *         "from": "2018-01-02",
                     *         "to": "2019-12-31",
                     *         "every": 5
                     *       },
                     *       "assumptions": [
                     *         "An order is filled at the open of the next session."
                     *       ],
                     *       "decisions": [],
                     *       "ratings": {
                     *         "Buy": 9,
                     *         "Overweight": 31,
                     *         "Hold": 40,
                     *         "Underweight": 14,
                     *         "Sell": 4,
                     *         "REVIEW": 3
                     *       },
                     *       "portfolio": {
                     *         "equity_sessions": [
                     *           "2018-01-03"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BacktestResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoBacktestResult"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBacktestTrades: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the backtest.
                 * @example bt_7m3k9q0x2v5c8b1n4h6t
                 */
                backtest_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The trades. */
            200: {
                headers: {
                    /** @description Suggested file name. */
                    "Content-Disposition"?: string;
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example strategy,symbol,decided,filled,target,shares,open,price
                     *     debate,DEMO,2018-01-02,2018-01-03,1,0.0101,99.1,99.15
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoBacktestResult"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRecord: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "list": "house",
                     *       "head": {
                     *         "number": 214,
                     *         "hash": "5f0c2d8b1e9a4c7d3b6f80a1927e5d4c8b3a6f1e0d9c7b5a4e2f1d0c9b8a7e65"
                     *       },
                     *       "last_session": "2026-06-03",
                     *       "assumptions": [
                     *         "Withdrawn signals are included in every figure."
                     *       ],
                     *       "runs": {
                     *         "signal": 214,
                     *         "review": 20,
                     *         "failed": 1,
                     *         "skipped": 4
                     *       },
                     *       "review_rate": 0.085,
                     *       "withdrawn": 1,
                     *       "ratings": {
                     *         "Buy": 20,
                     *         "Overweight": 71,
                     *         "Hold": 80,
                     *         "Underweight": 31,
                     *         "Sell": 12
                     *       },
                     *       "by_rating": [
                     *         {
                     *           "rating": "Buy",
                     *           "horizon": 21,
                     *           "settled": 18,
                     *           "hits": 12,
                     *           "hit_rate": 0.667,
                     *           "hit_rate_interval": {
                     *             "status": "too_few",
                     *             "missing_outcomes": 4,
                     *             "missing_blocks": 2
                     *           },
                     *           "mean_return": 0.021,
                     *           "mean_net_return": 0.0198,
                     *           "mean_excess_return": 0.006,
                     *           "excess_interval": {
                     *             "status": "too_few",
                     *             "missing_outcomes": 4,
                     *             "missing_blocks": 2
                     *           }
                     *         }
                     *       ],
                     *       "by_horizon": [
                     *         {
                     *           "horizon": 21,
                     *           "settled": 118,
                     *           "hits": 69,
                     *           "interval": {
                     *             "status": "given",
                     *             "low": 0.48,
                     *             "high": 0.69,
                     *             "effective": 61.4
                     *           }
                     *         }
                     *       ],
                     *       "reasons": {
                     *         "all": {
                     *           "held": 9,
                     *           "broken": 8,
                     *           "undecided": 1,
                     *           "open": 31,
                     *           "held_share": 0.529
                     *         },
                     *         "by_rating": [],
                     *         "by_days": [],
                     *         "beside_prices": {
                     *           "horizon": 21,
                     *           "right_held": 7,
                     *           "right_broken": 3,
                     *           "wrong_held": 2,
                     *           "wrong_broken": 5
                     *         }
                     *       },
                     *       "calibration": {
                     *         "horizon": 21,
                     *         "bins": [
                     *           {
                     *             "from": 0.6,
                     *             "to": 0.8,
                     *             "settled": 44,
                     *             "mean_confidence": 0.66,
                     *             "hit_rate": 0.59,
                     *             "interval": {
                     *               "status": "given",
                     *               "low": 0.48,
                     *               "high": 0.69,
                     *               "effective": 61.4
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "equity": {
                     *         "sessions": [
                     *           "2026-06-02"
                     *         ],
                     *         "rule": [
                     *           1
                     *         ],
                     *         "buy_and_hold": [
                     *           1
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Record"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRecord: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "number": 214,
                     *           "hash": "5f0c2d8b1e9a4c7d3b6f80a1927e5d4c8b3a6f1e0d9c7b5a4e2f1d0c9b8a7e65",
                     *           "published_at": "2026-06-02T20:31:07.000Z",
                     *           "sealed": true,
                     *           "signal": null,
                     *           "withdrawn": null,
                     *           "marks": []
                     *         }
                     *       ],
                     *       "next_cursor": "214"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["TrackedSignal"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRecordInstrument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The symbol, URL-encoded.
                 * @example AAPL
                 */
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The instrument. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "symbol": "AAPL",
                     *       "asset_type": "stock",
                     *       "name": "Apple Inc.",
                     *       "currency": "USD",
                     *       "closes": [
                     *         {
                     *           "session": "2026-06-02",
                     *           "open": 200.9,
                     *           "high": 202.3,
                     *           "low": 199.8,
                     *           "close": 201.7
                     *         },
                     *         {
                     *           "session": "2026-06-03",
                     *           "open": 202.1,
                     *           "high": null,
                     *           "low": null,
                     *           "close": 204.4
                     *         }
                     *       ],
                     *       "tracks": [
                     *         {
                     *           "name": "House list",
                     *           "ratings": [
                     *             {
                     *               "session": "2026-06-02",
                     *               "rating": "Overweight",
                     *               "outcome": "right",
                     *               "agreement": {
                     *                 "agreeing": 2,
                     *                 "runs": 3
                     *               },
                     *               "confidence": 0.62,
                     *               "href": null
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "signals": [
                     *         {
                     *           "signal": {
                     *             "kind": "signal",
                     *             "version": 1,
                     *             "list": "house",
                     *             "number": 214,
                     *             "published_at": "2026-06-02T20:31:07.000Z",
                     *             "previous": "c1a5e7d9b3f20468ace13579bdf02468ace13579bdf02468ace13579bdf02468",
                     *             "id": "sig_7m3k9q0x2v5c8b1n4h6t",
                     *             "symbol": "AAPL",
                     *             "name": "Apple Inc.",
                     *             "asset_type": "stock",
                     *             "currency": "USD",
                     *             "session": "2026-06-02",
                     *             "as_of": "2026-06-02T20:00:00.000Z",
                     *             "rating": "Overweight",
                     *             "previous_rating": "Hold",
                     *             "changed": true,
                     *             "entry": 201.7,
                     *             "stop": 194,
                     *             "target": 221,
                     *             "confidence": 0.62,
                     *             "horizon_days": 21,
                     *             "agreement": {
                     *               "runs": 3,
                     *               "agreeing": 2,
                     *               "ratings": [
                     *                 "Overweight",
                     *                 "Overweight",
                     *                 "Hold"
                     *               ]
                     *             },
                     *             "reasoner": "openai gpt-5.2",
                     *             "analysis_id": "ana_7m3k9q0x2v5c8b1n4h6t",
                     *             "report": "/signals/sig_7m3k9q0x2v5c8b1n4h6t/report"
                     *           },
                     *           "hash": "5f0c2d8b1e9a4c7d3b6f80a1927e5d4c8b3a6f1e0d9c7b5a4e2f1d0c9b8a7e65",
                     *           "withdrawn": null,
                     *           "marks": [
                     *             {
                     *               "horizon": 1,
                     *               "status": "settled",
                     *               "entry_session": "2026-06-03",
                     *               "entry_price": 202.1,
                     *               "exit_session": "2026-06-03",
                     *               "exit_price": 204.4,
                     *               "return": 0.0114,
                     *               "net_return": 0.0102,
                     *               "benchmark": "SPY",
                     *               "benchmark_return": 0.0031,
                     *               "excess_return": 0.0083,
                     *               "hit": true
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "hits": [
                     *         {
                     *           "horizon": 21,
                     *           "settled": 118,
                     *           "hits": 69,
                     *           "interval": {
                     *             "status": "given",
                     *             "low": 0.48,
                     *             "high": 0.69,
                     *             "effective": 61.4
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["InstrumentRecord"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotInRecord"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRanking: {
        parameters: {
            query?: {
                /** @description Includes signals that are still sealed for others. Needs a plan with live signals. */
                live?: boolean;
                order?: "conviction" | "agreement" | "right" | "symbol";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ranking. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "live": false,
                     *       "opinions": [
                     *         {
                     *           "symbol": "AAPL",
                     *           "name": "Apple Inc.",
                     *           "asset_type": "stock",
                     *           "rating": "Overweight",
                     *           "session": "2026-06-02",
                     *           "confidence": 0.62,
                     *           "agreeing": 2,
                     *           "runs": 3,
                     *           "hits": {
                     *             "horizon": 21,
                     *             "settled": 118,
                     *             "hits": 69,
                     *             "interval": {
                     *               "status": "given",
                     *               "low": 0.48,
                     *               "high": 0.69,
                     *               "effective": 61.4
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "reviews": [
                     *         {
                     *           "symbol": "TSLA",
                     *           "name": "Tesla, Inc.",
                     *           "session": "2026-06-02",
                     *           "before": "Hold"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Ranking"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    listInstruments: {
        parameters: {
            query?: {
                /** @description Part of a symbol or name. */
                search?: string;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "symbol": "DEMO",
                     *           "name": "Demo Devices, Inc.",
                     *           "asset_type": "stock",
                     *           "currency": "USD",
                     *           "exchange": "XNYS",
                     *           "synthetic": true,
                     *           "archive": "demo",
                     *           "from": "2015-01-02",
                     *           "to": "2020-12-31"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ListedInstrument"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getInstrument: {
        parameters: {
            query?: {
                asset_type?: components["schemas"]["AssetType"];
            };
            header?: never;
            path: {
                /**
                 * @description The symbol, URL-encoded.
                 * @example AAPL
                 */
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The instrument. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "symbol": "AAPL",
                     *       "asset_type": "stock",
                     *       "name": "Apple Inc.",
                     *       "currency": "USD",
                     *       "closes": [
                     *         {
                     *           "session": "2026-06-02",
                     *           "open": 200.9,
                     *           "high": 202.3,
                     *           "low": 199.8,
                     *           "close": 201.7
                     *         },
                     *         {
                     *           "session": "2026-06-03",
                     *           "open": 202.1,
                     *           "high": null,
                     *           "low": null,
                     *           "close": 204.4
                     *         }
                     *       ],
                     *       "tracks": [
                     *         {
                     *           "name": "House list",
                     *           "ratings": [
                     *             {
                     *               "session": "2026-06-02",
                     *               "rating": "Overweight",
                     *               "outcome": "right",
                     *               "agreement": {
                     *                 "agreeing": 2,
                     *                 "runs": 3
                     *               },
                     *               "confidence": 0.62,
                     *               "href": null
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "signals": [
                     *         {
                     *           "signal": {
                     *             "kind": "signal",
                     *             "version": 1,
                     *             "list": "house",
                     *             "number": 214,
                     *             "published_at": "2026-06-02T20:31:07.000Z",
                     *             "previous": "c1a5e7d9b3f20468ace13579bdf02468ace13579bdf02468ace13579bdf02468",
                     *             "id": "sig_7m3k9q0x2v5c8b1n4h6t",
                     *             "symbol": "AAPL",
                     *             "name": "Apple Inc.",
                     *             "asset_type": "stock",
                     *             "currency": "USD",
                     *             "session": "2026-06-02",
                     *             "as_of": "2026-06-02T20:00:00.000Z",
                     *             "rating": "Overweight",
                     *             "previous_rating": "Hold",
                     *             "changed": true,
                     *             "entry": 201.7,
                     *             "stop": 194,
                     *             "target": 221,
                     *             "confidence": 0.62,
                     *             "horizon_days": 21,
                     *             "agreement": {
                     *               "runs": 3,
                     *               "agreeing": 2,
                     *               "ratings": [
                     *                 "Overweight",
                     *                 "Overweight",
                     *                 "Hold"
                     *               ]
                     *             },
                     *             "reasoner": "openai gpt-5.2",
                     *             "analysis_id": "ana_7m3k9q0x2v5c8b1n4h6t",
                     *             "report": "/signals/sig_7m3k9q0x2v5c8b1n4h6t/report"
                     *           },
                     *           "hash": "5f0c2d8b1e9a4c7d3b6f80a1927e5d4c8b3a6f1e0d9c7b5a4e2f1d0c9b8a7e65",
                     *           "withdrawn": null,
                     *           "marks": [
                     *             {
                     *               "horizon": 1,
                     *               "status": "settled",
                     *               "entry_session": "2026-06-03",
                     *               "entry_price": 202.1,
                     *               "exit_session": "2026-06-03",
                     *               "exit_price": 204.4,
                     *               "return": 0.0114,
                     *               "net_return": 0.0102,
                     *               "benchmark": "SPY",
                     *               "benchmark_return": 0.0031,
                     *               "excess_return": 0.0083,
                     *               "hit": true
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "hits": [
                     *         {
                     *           "horizon": 21,
                     *           "settled": 118,
                     *           "hits": 69,
                     *           "interval": {
                     *             "status": "given",
                     *             "low": 0.48,
                     *             "high": 0.69,
                     *             "effective": 61.4
                     *           }
                     *         }
                     *       ],
                     *       "analyses": [
                     *         {
                     *           "id": "ana_7m3k9q0x2v5c8b1n4h6t"
                     *         }
                     *       ],
                     *       "evidence": [
                     *         {
                     *           "key": "pe_ttm",
                     *           "label": "Price to earnings",
                     *           "unit": null,
                     *           "points": [
                     *             {
                     *               "session": "2026-05-01",
                     *               "value": 30.2
                     *             },
                     *             {
                     *               "session": "2026-06-02",
                     *               "value": 31.4
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OwnInstrumentRecord"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoInstrument"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description ID of a key. */
                key_id?: string;
                /** @description A status such as `429`, or a class such as `4xx`. */
                status?: string;
                /** @description A path as this document writes it, such as `/v1/analyses/{job_id}`. */
                route?: string;
                /** @description From this time on. */
                from?: string;
                /** @description Before this time. */
                to?: string;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "log_7m3k9q0x2v5c8b1n4h6t",
                     *           "request_id": "req_3f0c8e52-7a41-4c0e-9b6d-2f1a7c5d9e10",
                     *           "created_at": "2026-06-03T09:00:00.000Z",
                     *           "method": "POST",
                     *           "path": "/v1/analyses",
                     *           "route": "/v1/analyses",
                     *           "status": 422,
                     *           "duration_ms": 4,
                     *           "response_bytes": 612,
                     *           "key": {
                     *             "id": "key_2n5b8c1x4z7v0m3k6j9h",
                     *             "name": "Production",
                     *             "prefix": "cnc_4k2j8m1p",
                     *             "livemode": true
                     *           },
                     *           "user_agent": "python-requests/2.32.3",
                     *           "api_version": "2026-11-01",
                     *           "error": "body.trade_date: Value error, is not a day of the calendar"
                     *         }
                     *       ],
                     *       "next_cursor": "log_7m3k9q0x2v5c8b1n4h6t"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["LoggedRequest"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the log entry.
                 * @example log_7m3k9q0x2v5c8b1n4h6t
                 */
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "log_7m3k9q0x2v5c8b1n4h6t",
                     *       "request_id": "req_3f0c8e52-7a41-4c0e-9b6d-2f1a7c5d9e10",
                     *       "created_at": "2026-06-03T09:00:00.000Z",
                     *       "method": "POST",
                     *       "path": "/v1/analyses",
                     *       "route": "/v1/analyses",
                     *       "status": 422,
                     *       "duration_ms": 4,
                     *       "response_bytes": 612,
                     *       "key": {
                     *         "id": "key_2n5b8c1x4z7v0m3k6j9h",
                     *         "name": "Production",
                     *         "prefix": "cnc_4k2j8m1p",
                     *         "livemode": true
                     *       },
                     *       "user_agent": "python-requests/2.32.3",
                     *       "api_version": "2026-11-01",
                     *       "error": "body.trade_date: Value error, is not a day of the calendar",
                     *       "body": "{\"ticker\": \"AAPL\", \"trade_date\": \"2025-02-30\"}",
                     *       "body_truncated": false
                     *     }
                     */
                    "application/json": components["schemas"]["LoggedRequestDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The request does not exist, is no longer kept or belongs to another account. */
            404: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All webhooks of the account. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "whe_7m3k9q0x2v5c8b1n4h6t",
                     *           "name": "Production",
                     *           "url": "https://example.com/hooks/conclave",
                     *           "events": [
                     *             "analysis.succeeded",
                     *             "analysis.failed",
                     *             "signal.rating_changed"
                     *           ],
                     *           "status": "active",
                     *           "paused_reason": null,
                     *           "failing_since": null,
                     *           "created_at": "2026-06-03T09:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Endpoint"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveEndpoint"];
            };
        };
        responses: {
            /** @description The webhook, with its secret. */
            201: {
                headers: {
                    /** @description URL of the webhook. */
                    Location?: string;
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whe_7m3k9q0x2v5c8b1n4h6t",
                     *       "name": "Production",
                     *       "url": "https://example.com/hooks/conclave",
                     *       "events": [
                     *         "analysis.succeeded",
                     *         "analysis.failed",
                     *         "signal.rating_changed"
                     *       ],
                     *       "status": "active",
                     *       "paused_reason": null,
                     *       "failing_since": null,
                     *       "created_at": "2026-06-03T09:00:00.000Z",
                     *       "secret": "whsec_bm90IGEgc2VjcmV0LCBidXQgYW4gZXhhbXBsZSBvZiAzMg=="
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedEndpoint"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The account has as many webhooks as it can have. */
            409: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "the Idempotency-Key was already used with a different body"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KB. */
            413: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            /** @description The Content-Type is not application/json. */
            415: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the webhook.
                 * @example whe_7m3k9q0x2v5c8b1n4h6t
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whe_7m3k9q0x2v5c8b1n4h6t",
                     *       "name": "Production",
                     *       "url": "https://example.com/hooks/conclave",
                     *       "events": [
                     *         "analysis.succeeded",
                     *         "analysis.failed",
                     *         "signal.rating_changed"
                     *       ],
                     *       "status": "active",
                     *       "paused_reason": null,
                     *       "failing_since": null,
                     *       "created_at": "2026-06-03T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Endpoint"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoWebhook"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the webhook.
                 * @example whe_7m3k9q0x2v5c8b1n4h6t
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveEndpoint"];
            };
        };
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whe_7m3k9q0x2v5c8b1n4h6t",
                     *       "name": "Production",
                     *       "url": "https://example.com/hooks/other",
                     *       "events": [
                     *         "batch.finished"
                     *       ],
                     *       "status": "active",
                     *       "paused_reason": null,
                     *       "failing_since": null,
                     *       "created_at": "2026-06-03T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Endpoint"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoWebhook"];
            /** @description The body is larger than 64 KB. */
            413: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            /** @description The Content-Type is not application/json. */
            415: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
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
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the webhook.
                 * @example whe_7m3k9q0x2v5c8b1n4h6t
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook is deleted. */
            204: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoWebhook"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    pauseWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the webhook.
                 * @example whe_7m3k9q0x2v5c8b1n4h6t
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whe_7m3k9q0x2v5c8b1n4h6t",
                     *       "name": "Production",
                     *       "url": "https://example.com/hooks/conclave",
                     *       "events": [
                     *         "analysis.succeeded",
                     *         "analysis.failed",
                     *         "signal.rating_changed"
                     *       ],
                     *       "status": "paused",
                     *       "paused_reason": null,
                     *       "failing_since": null,
                     *       "created_at": "2026-06-03T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Endpoint"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoWebhook"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    resumeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the webhook.
                 * @example whe_7m3k9q0x2v5c8b1n4h6t
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whe_7m3k9q0x2v5c8b1n4h6t",
                     *       "name": "Production",
                     *       "url": "https://example.com/hooks/conclave",
                     *       "events": [
                     *         "analysis.succeeded",
                     *         "analysis.failed",
                     *         "signal.rating_changed"
                     *       ],
                     *       "status": "active",
                     *       "paused_reason": null,
                     *       "failing_since": null,
                     *       "created_at": "2026-06-03T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Endpoint"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoWebhook"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the webhook.
                 * @example whe_7m3k9q0x2v5c8b1n4h6t
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "secret": "whsec_bm90IGEgc2VjcmV0LCBidXQgYW4gZXhhbXBsZSBvZiAzMg==",
                     *       "previous_expires_at": "2026-06-04T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["RotatedSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoWebhook"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the webhook.
                 * @example whe_7m3k9q0x2v5c8b1n4h6t
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message is queued. */
            202: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "msg_2n5b8c1x4z7v0m3k6j9h",
                     *       "event": "webhook.test",
                     *       "status": "pending",
                     *       "reason": null,
                     *       "created_at": "2026-06-03T20:31:07.000Z",
                     *       "next_attempt_at": "2026-06-03T20:31:07.000Z",
                     *       "attempts": []
                     *     }
                     */
                    "application/json": components["schemas"]["EndpointDelivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoWebhook"];
            /** @description The webhook is paused. */
            409: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "the Idempotency-Key was already used with a different body"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The ID of the webhook.
                 * @example whe_7m3k9q0x2v5c8b1n4h6t
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results. */
            200: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "msg_2n5b8c1x4z7v0m3k6j9h",
                     *           "event": "signal.rating_changed",
                     *           "status": "pending",
                     *           "reason": "answered 503",
                     *           "created_at": "2026-06-03T20:31:07.000Z",
                     *           "next_attempt_at": "2026-06-03T20:31:12.020Z",
                     *           "attempts": [
                     *             {
                     *               "number": 1,
                     *               "created_at": "2026-06-03T20:31:07.020Z",
                     *               "status": 503,
                     *               "error": "answered 503",
                     *               "response": "upstream is restarting"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["EndpointDelivery"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoWebhook"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    redeliverMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the webhook.
                 * @example whe_7m3k9q0x2v5c8b1n4h6t
                 */
                webhook_id: string;
                /**
                 * @description The ID of the delivery.
                 * @example msg_7m3k9q0x2v5c8b1n4h6t
                 */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message is queued. */
            202: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "msg_2n5b8c1x4z7v0m3k6j9h",
                     *       "event": "signal.rating_changed",
                     *       "status": "pending",
                     *       "reason": null,
                     *       "created_at": "2026-06-03T20:31:07.000Z",
                     *       "next_attempt_at": "2026-06-03T20:31:07.000Z",
                     *       "attempts": []
                     *     }
                     */
                    "application/json": components["schemas"]["EndpointDelivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoDelivery"];
            /** @description The webhook is paused, or the message has not ended yet. */
            409: {
                headers: {
                    /** @description API version of the response. */
                    "Conclave-Version"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "the Idempotency-Key was already used with a different body"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
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
            /** @description The site serves. */
            200: {
                headers: {
                    /** @description ID of the request in the server's log. */
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
            /** @description The site cannot serve. */
            503: {
                headers: {
                    /** @description ID of the request in the server's log. */
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
                 * @description Eight characters from 23456789abcdefghjkmnpqrstuvwxyz, in upper or lower case.
                 * @example k7m3x9qp
                 */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Redirect to the site. */
            302: {
                headers: {
                    /** @description `/` */
                    Location?: string;
                    /** @description `ref`, in lower case. */
                    "Set-Cookie"?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["ForeignHost"];
            /** @description Not a valid code. No cookie is set. */
            404: {
                headers: {
                    /** @description ID of the request in the server's log. */
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
                    /** @description ID of the request in the server's log. */
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
                    /** @description ID of the request in the server's log. */
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
                 * @description For example, `sign-in/email`.
                 * @example sign-out
                 */
                auth_handler: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Depends on the path. */
            200: {
                headers: {
                    /** @description ID of the request in the server's log. */
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
            /** @description Redirect after a form submission. */
            303: {
                headers: {
                    /** @description The next page. */
                    Location?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    /** @description ID of the request in the server's log. */
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
            /** @description Not signed in, or the credentials are incorrect. */
            401: {
                headers: {
                    /** @description ID of the request in the server's log. */
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
            /** @description Unknown path. */
            404: {
                headers: {
                    /** @description ID of the request in the server's log. */
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
            /** @description Method not allowed. */
            405: {
                headers: {
                    /** @description The allowed methods. */
                    Allow?: string;
                    /** @description ID of the request in the server's log. */
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
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: number;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "rate limit exceeded: at most 300 requests per minute"
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
                /** @description ETags the client already has. */
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
                    /** @description Changes whenever the picture changes. */
                    ETag?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                    "image/svg+xml": string;
                };
            };
            /** @description Not modified. */
            304: {
                headers: {
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    /** @description ID of the request in the server's log. */
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
                 * @description Token from the email.
                 * @example c2lnbmFscyB1c3JfMQ.R0lm
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Redirect to the settings. */
            302: {
                headers: {
                    /** @description `/settings/notifications` */
                    Location?: string;
                    /** @description ID of the request in the server's log. */
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
                 * @description Token from the email.
                 * @example c2lnbmFscyB1c3JfMQ.R0lm
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description These emails are turned off. */
            204: {
                headers: {
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The channel of a chat message is paused: redirect to the page that says so. */
            303: {
                headers: {
                    /** @description `/unsubscribe/{token}` */
                    Location?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["ForeignHost"];
            /** @description The token is invalid. */
            404: {
                headers: {
                    /** @description ID of the request in the server's log. */
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
    getCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The secret name of the calendar.
                 * @example q1w2e3r4t5.ics
                 */
                calendar: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The calendar. */
            200: {
                headers: {
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example BEGIN:VCALENDAR
                     *     VERSION:2.0
                     *     PRODID:-//Conclave//Calendar//EN
                     *     END:VCALENDAR
                     */
                    "text/calendar": string;
                };
            };
            403: components["responses"]["ForeignHost"];
            /** @description There is no such calendar, or it was revoked. */
            404: {
                headers: {
                    /** @description ID of the request in the server's log. */
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
    getRecordFeed: {
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
                    /** @description ID of the request in the server's log. */
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
            403: components["responses"]["ForeignHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRssFeed: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags the client already has. */
                "If-None-Match"?: string;
                /** @description Used only without If-None-Match. */
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
                    /** @description Changes whenever the feed changes. */
                    ETag?: string;
                    /** @description Time of the latest change to a post. */
                    "Last-Modified"?: string;
                    /** @description ID of the request in the server's log. */
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
            /** @description Not modified. */
            304: {
                headers: {
                    /** @description ID of the request in the server's log. */
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
                /** @description ETags the client already has. */
                "If-None-Match"?: string;
                /** @description Used only without If-None-Match. */
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
                    /** @description Changes whenever the feed changes. */
                    ETag?: string;
                    /** @description Time of the latest change to a post. */
                    "Last-Modified"?: string;
                    /** @description ID of the request in the server's log. */
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
            /** @description Not modified. */
            304: {
                headers: {
                    /** @description ID of the request in the server's log. */
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
                /** @description ETags the client already has. */
                "If-None-Match"?: string;
                /** @description Used only without If-None-Match. */
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
                    /** @description Changes whenever the feed changes. */
                    ETag?: string;
                    /** @description Time of the latest change to a post. */
                    "Last-Modified"?: string;
                    /** @description ID of the request in the server's log. */
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
                     *       "description": "How the debate is built, what we measured, and what it is not suited for.",
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
            /** @description Not modified. */
            304: {
                headers: {
                    /** @description ID of the request in the server's log. */
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
            /** @description The answer as a UI message stream. */
            200: {
                headers: {
                    /** @description `v1` */
                    "x-vercel-ai-ui-message-stream"?: string;
                    /** @description ID of the request in the server's log. */
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
                    /** @description ID of the request in the server's log. */
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
            /** @description Not signed in. */
            401: {
                headers: {
                    /** @description ID of the request in the server's log. */
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
            /** @description The request comes from another site, or the Host header is not accepted. */
            403: {
                headers: {
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "cross-site requests are not allowed"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body does not declare its length. */
            411: {
                headers: {
                    /** @description ID of the request in the server's log. */
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
                    /** @description ID of the request in the server's log. */
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
            /** @description The Content-Type is not application/json. */
            415: {
                headers: {
                    /** @description ID of the request in the server's log. */
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
                    /** @description ID of the request in the server's log. */
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
            /** @description The question limit is reached. */
            429: {
                headers: {
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: number;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "rate limit exceeded: at most 6 questions per minute"
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
                /** @description ETags the client already has. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The ID of the deposit.
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
                    /** @description Suggested file name. */
                    "Content-Disposition"?: string;
                    /** @description Changes whenever the document changes. */
                    ETag?: string;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            /** @description Not modified. */
            304: {
                headers: {
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    /** @description ID of the request in the server's log. */
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
            /** @description The deposit does not exist or belongs to another user. */
            404: {
                headers: {
                    /** @description ID of the request in the server's log. */
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
            /** @description The deposit has not been credited yet. */
            409: {
                headers: {
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "the Idempotency-Key was already used with a different body"
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
            /** @description The callback was stored. */
            200: {
                headers: {
                    /** @description ID of the request in the server's log. */
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
            /** @description Not a valid payment: not JSON, a duplicate key or an invalid amount. */
            400: {
                headers: {
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "the body is not a valid payment"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The signature is missing or wrong. */
            401: {
                headers: {
                    /** @description ID of the request in the server's log. */
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
                    /** @description ID of the request in the server's log. */
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
            /** @description The body is compressed, or the Content-Type is not application/json. */
            415: {
                headers: {
                    /** @description ID of the request in the server's log. */
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
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: number;
                    /** @description ID of the request in the server's log. */
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
                /** @description ID of the last event received. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event stream. */
            200: {
                headers: {
                    /** @description ID of the request in the server's log. */
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
            /** @description Not signed in. */
            401: {
                headers: {
                    /** @description ID of the request in the server's log. */
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
            /** @description Too many open streams or too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: number;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "too many open streams: at most 3 at the same time"
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
                /** @description ID of the last entry received. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event stream. */
            200: {
                headers: {
                    /** @description ID of the request in the server's log. */
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
            /** @description Not signed in. */
            401: {
                headers: {
                    /** @description ID of the request in the server's log. */
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
            /** @description No active signal plan, or the Host header is not accepted. */
            403: {
                headers: {
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "live signals require the Signals or Elite plan"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many open streams. */
            429: {
                headers: {
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: number;
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "too many open streams: at most 3 at the same time"
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
                    /** @description ID of the request in the server's log. */
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
                     *       },
                     *       "ledger": {
                     *         "hash": "7a6b5c4d3e2f10918273645546372819a0b1c2d3e4f5061728394a5b6c7d8e9f",
                     *         "days": [
                     *           {
                     *             "day": "2026-06-02",
                     *             "hash": "1f2e3d4c5b6a79880716253443526170f9e8d7c6b5a493827160594837261504"
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
                        ledger: {
                            hash: string;
                            days: {
                                /** Format: date */
                                day: string;
                                hash: string;
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
                    /** @description ID of the request in the server's log. */
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
    submitMcpMessage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    jsonrpc: "2.0";
                    id?: string | number;
                    method?: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The response to the message. */
            200: {
                headers: {
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": 1,
                     *       "result": {
                     *         "content": [
                     *           {
                     *             "type": "text",
                     *             "text": "{}"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": unknown;
                };
            };
            /** @description The notification was accepted. */
            202: {
                headers: {
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not a message of the protocol. */
            400: {
                headers: {
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": null,
                     *       "error": {
                     *         "code": -32600,
                     *         "message": "Invalid Request"
                     *       }
                     *     }
                     */
                    "application/json": unknown;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The server has no such method. */
            404: {
                headers: {
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": 1,
                     *       "error": {
                     *         "code": -32601,
                     *         "message": "Method not found"
                     *       }
                     *     }
                     */
                    "application/json": unknown;
                };
            };
            /** @description Accept must name application/json and text/event-stream. */
            406: {
                headers: {
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": null,
                     *       "error": {
                     *         "code": -32000,
                     *         "message": "Not Acceptable"
                     *       }
                     *     }
                     */
                    "application/json": unknown;
                };
            };
            /** @description The body is larger than 64 KB. */
            413: {
                headers: {
                    /** @description ID of the request in the server's log. */
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
            /** @description The Content-Type is not application/json. */
            415: {
                headers: {
                    /** @description ID of the request in the server's log. */
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
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMcpMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata. */
            200: {
                headers: {
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "resource": "https://conclave.example/mcp",
                     *       "resource_name": "Conclave",
                     *       "resource_documentation": "https://conclave.example/help/mcp",
                     *       "scopes_supported": [
                     *         "analyses:read",
                     *         "analyses:write",
                     *         "signals:read"
                     *       ],
                     *       "bearer_methods_supported": [
                     *         "header"
                     *       ],
                     *       "authorization_servers": [
                     *         "https://conclave.example/api/auth"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ResourceMetadata"];
                };
            };
            403: components["responses"]["ForeignHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getResourceMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata. */
            200: {
                headers: {
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "resource": "https://conclave.example/mcp",
                     *       "resource_name": "Conclave",
                     *       "resource_documentation": "https://conclave.example/help/mcp",
                     *       "scopes_supported": [
                     *         "analyses:read",
                     *         "analyses:write",
                     *         "signals:read"
                     *       ],
                     *       "bearer_methods_supported": [
                     *         "header"
                     *       ],
                     *       "authorization_servers": [
                     *         "https://conclave.example/api/auth"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ResourceMetadata"];
                };
            };
            403: components["responses"]["ForeignHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAuthorizationMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata. */
            200: {
                headers: {
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "issuer": "https://conclave.example/api/auth",
                     *       "authorization_endpoint": "https://conclave.example/api/auth/oauth2/authorize",
                     *       "token_endpoint": "https://conclave.example/api/auth/oauth2/token",
                     *       "registration_endpoint": "https://conclave.example/api/auth/oauth2/register",
                     *       "revocation_endpoint": "https://conclave.example/api/auth/oauth2/revoke",
                     *       "scopes_supported": [
                     *         "analyses:read",
                     *         "analyses:write",
                     *         "signals:read",
                     *         "offline_access"
                     *       ],
                     *       "response_types_supported": [
                     *         "code"
                     *       ],
                     *       "grant_types_supported": [
                     *         "authorization_code",
                     *         "refresh_token"
                     *       ],
                     *       "code_challenge_methods_supported": [
                     *         "S256"
                     *       ],
                     *       "token_endpoint_auth_methods_supported": [
                     *         "none"
                     *       ],
                     *       "authorization_response_iss_parameter_supported": true
                     *     }
                     */
                    "application/json": {
                        /** Format: uri */
                        issuer: string;
                        /** Format: uri */
                        authorization_endpoint: string;
                        /** Format: uri */
                        token_endpoint: string;
                        /** Format: uri */
                        registration_endpoint: string;
                        /** Format: uri */
                        revocation_endpoint: string;
                        scopes_supported: string[];
                        response_types_supported: string[];
                        grant_types_supported: string[];
                        code_challenge_methods_supported: string[];
                        token_endpoint_auth_methods_supported: string[];
                        authorization_response_iss_parameter_supported: boolean;
                    };
                };
            };
            403: components["responses"]["ForeignHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAuthorizationMetadataAtRoot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata. */
            200: {
                headers: {
                    /** @description ID of the request in the server's log. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "issuer": "https://conclave.example/api/auth",
                     *       "authorization_endpoint": "https://conclave.example/api/auth/oauth2/authorize",
                     *       "token_endpoint": "https://conclave.example/api/auth/oauth2/token",
                     *       "registration_endpoint": "https://conclave.example/api/auth/oauth2/register",
                     *       "revocation_endpoint": "https://conclave.example/api/auth/oauth2/revoke",
                     *       "scopes_supported": [
                     *         "analyses:read",
                     *         "analyses:write",
                     *         "signals:read",
                     *         "offline_access"
                     *       ],
                     *       "response_types_supported": [
                     *         "code"
                     *       ],
                     *       "grant_types_supported": [
                     *         "authorization_code",
                     *         "refresh_token"
                     *       ],
                     *       "code_challenge_methods_supported": [
                     *         "S256"
                     *       ],
                     *       "token_endpoint_auth_methods_supported": [
                     *         "none"
                     *       ],
                     *       "authorization_response_iss_parameter_supported": true
                     *     }
                     */
                    "application/json": {
                        /** Format: uri */
                        issuer: string;
                        /** Format: uri */
                        authorization_endpoint: string;
                        /** Format: uri */
                        token_endpoint: string;
                        /** Format: uri */
                        registration_endpoint: string;
                        /** Format: uri */
                        revocation_endpoint: string;
                        scopes_supported: string[];
                        response_types_supported: string[];
                        grant_types_supported: string[];
                        code_challenge_methods_supported: string[];
                        token_endpoint_auth_methods_supported: string[];
                        authorization_response_iss_parameter_supported: boolean;
                    };
                };
            };
            403: components["responses"]["ForeignHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Defect"];
            503: components["responses"]["Unavailable"];
        };
    };
}
