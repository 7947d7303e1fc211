// Generated from openapi.json by scripts/make-client.ts.

/** The version of the API that these types describe. */
export const apiVersion = "2026-11-01";

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
            /** @description Language of the report's prose, as a BCP 47 tag. English (`en`) if omitted; a request in English is returned without this field. Ratings, field names and evidence IDs stay as they are. */
            language?: string;
            /** @description Repetitions of the debate, each with its own seed, one after the other in one slot. Each counts as an analysis of your quota and has a run's budget of its own. 1 if omitted. */
            runs?: number;
            /** @description Whether a Sell may open a short position. False if omitted: positions are long only, and Sell means to hold none. */
            allow_short?: boolean;
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
            /** @description Language of the report's prose, as a BCP 47 tag. English (`en`) if omitted; a request in English is returned without this field. Ratings, field names and evidence IDs stay as they are. */
            language?: string;
            /** @description Repetitions of the debate, each with its own seed, one after the other in one slot. Each counts as an analysis of your quota and has a run's budget of its own. 1 if omitted. */
            runs?: number;
            /** @description Whether a Sell may open a short position. False if omitted: positions are long only, and Sell means to hold none. */
            allow_short?: boolean;
            /** @description Receives a message when the job ends, signed according to Standard Webhooks. */
            webhook_url?: string | null;
            /** @description Signs the messages to webhook_url: whsec_ followed by 24 to 64 bytes in base64. If omitted, one is generated and returned in the Webhook-Secret header of the 202 response. */
            webhook_secret?: string | null;
            /** @description Runs on a model key of yours that is stored with your account. The provider bills you, and the server's budget for a run does not apply. If omitted, the server's models are used. */
            own_model?: components["schemas"]["OwnModel"] | null;
            /** @description What you hold, for a second part that says what the rating means for it. The rating itself does not depend on it. Null or omitted: not given. No positions and no cash: you hold nothing. Private: it is not returned in Job.request; read it under /holdings. */
            holdings?: components["schemas"]["Holdings"] | null;
            /** @description The ID of a saved portfolio, in place of `holdings`: what it holds as of the trade date. Also needs the scope `portfolios:read`. */
            portfolio?: string | null;
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
            /** @description What you hold now, as in a submission. Null or omitted: not given; those of the original are not taken over. */
            holdings?: components["schemas"]["Holdings"] | null;
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
            /** @description How often to try each change. The rules engine always gives the same answer, so once is enough. */
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
            /** @description How often to try each change. The rules engine always gives the same answer, so once is enough. */
            repetitions?: number;
            /** @description Maximum cost of all calls. Default: `limit_usd` of the estimate. Not used by the rules engine. */
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
            /** @description The trader's decision, as it was proposed. `reports.instruction` says what is to be done on the rating, and whether that follows this proposal. */
            decision?: string | null;
            /** @description Reports by agent, plus what code found: data, checks, instruction, levels, verdict, numbers. See the schema Reports. */
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
            /** @description job.queued, job.running, job.succeeded, job.failed, job.cancelled, or what an agent does: agent.started, agent.tool, agent.delta, agent.restarted (discard its deltas so far; they start over), agent.finished, debate.finished, holdings.progress (how many have spoken about your holdings). */
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
            for_holdings?: components["schemas"]["ForHoldings"];
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
            instruction?: {
                says: string;
                not_adopted: {
                    /** @enum {string} */
                    action: "buy" | "sell" | "hold";
                    entry: number | null;
                    stop: number | null;
                    target: number | null;
                    size_pct: number | null;
                    currency: string;
                    reason: string | null;
                } | null;
            };
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
            kind: "reference" | "own" | "supported" | "wrong_source" | "unsupported" | "unread" | "agrees" | "contradicted" | "citation" | "unknown_id" | "uncited" | "opinion";
            ids: string[];
            expression: string | null;
        };
        Check: {
            /** @enum {string} */
            id: "entry_scale" | "stop_scale" | "target_scale" | "entry_distance" | "stop_side" | "stop_distance" | "target_side" | "target_distance" | "target_reach" | "reward_to_risk" | "size_cap" | "size_risk" | "rating_action" | "price_target_scale" | "price_target_side" | "price_target_reach";
            /** @enum {string} */
            subject: "entry" | "stop" | "target" | "rating" | "size" | "price_target";
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
            missing?: {
                key: string;
                label: string;
                reason: string;
            }[];
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
            allow_short?: boolean;
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
                language?: string;
                /** @description 1, or omitted. Send a line for each repetition. */
                runs?: number;
                allow_short?: boolean;
                own_model?: components["schemas"]["OwnModel"] | null;
                /** @description Refused unless null: start the analysis by itself. */
                holdings?: unknown;
                /** @description Refused unless null: a portfolio starts a batch of its own. */
                portfolio?: unknown;
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
            allow_short: boolean;
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
            /** @description Whether a Sell of this list is a short position, in reports, signals and the record. Omitted: as the list has it, or false for a new one: a Sell means to hold none. */
            allow_short?: boolean;
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
            /** @description The connected app that made it or set its URL; it is deleted when you disconnect that app. Null if you did, or a key. */
            app: string | null;
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
            /** @description The connected app that made it or set its URL; it is deleted when you disconnect that app. Null if you did, or a key. */
            app: string | null;
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
                levels?: {
                    /** @enum {string} */
                    action: "buy" | "sell";
                    stop: number | null;
                    target: number | null;
                    size_pct: number | null;
                    horizon_days: number | null;
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
        Holdings: {
            /** @description ISO 4217, of cash, values and costs that name no other. Prices in other currencies are converted. */
            currency: string;
            /** @description At most 50, each symbol once. An empty list: you hold nothing. */
            positions: components["schemas"]["HeldPosition"][];
            /** @default 0 */
            cash?: string;
            limits?: components["schemas"]["HoldingLimits"];
            /** @default null */
            horizon_days?: number | null;
        };
        HeldPosition: {
            symbol: string;
            /** @description Shares or coins, as a decimal string. Negative for a short position. */
            quantity: string;
            /**
             * @description What all of it cost, as a decimal string; for a short position what it brought.
             * @default null
             */
            cost_basis?: string | null;
            currency?: string;
        };
        HoldingLimits: {
            /**
             * @description Percent of the book's value that one position may have.
             * @default null
             */
            largest_position_pct?: number | null;
            /**
             * @description Percent of the book's value that one position may lose down to its stop.
             * @default null
             */
            largest_loss_pct?: number | null;
            /** @default false */
            no_shorts?: boolean;
        };
        HoldingsOfAnalysis: {
            holdings: components["schemas"]["Holdings"];
            for_holdings: components["schemas"]["ForHoldings"] | null;
        };
        ForHoldings: {
            symbol: string;
            as_of: string | null;
            held: string;
            price: number | null;
            /** @default null */
            rate?: {
                currency: string;
                base: string;
                /** Format: double */
                rate: number;
                /** Format: date */
                date: string;
                pairs: string[];
                /** @enum {string} */
                how: "same" | "direct" | "inverse" | "cross";
            } | null;
            book: components["schemas"]["Book"];
            correlation: number | null;
            beta_to_book: number | null;
            /** @description By rating and limits alone, without the agents. Null without an opinion. */
            computed: {
                /** @enum {string} */
                action: "open" | "add" | "keep" | "trim" | "exit" | "stay_out";
                quantity: string | null;
            } | null;
            /** @description Null where nothing that was proposed passed the checks, or there is no opinion. */
            action: ("open" | "add" | "keep" | "trim" | "exit" | "stay_out") | null;
            quantity: string | null;
            after: {
                quantity: string;
                weight_pct: number | null;
            } | null;
            stop: {
                /** Format: double */
                price: number;
                profit: string;
                of_book_pct: number | null;
            } | null;
            target: {
                /** Format: double */
                price: number;
                profit: string;
                of_book_pct: number | null;
            } | null;
            reasons: string[];
            checks: {
                /** @enum {string} */
                id: "rating_action" | "quantity" | "no_shorts" | "cash" | "largest_position" | "largest_loss";
                /** @enum {string} */
                outcome: "pass" | "fail" | "not_checked";
                detail: string;
            }[];
            not_adopted: {
                /** @enum {string} */
                action: "open" | "add" | "keep" | "trim" | "exit" | "stay_out";
                quantity: string | null;
                /** @enum {string} */
                agent: "market" | "social" | "news" | "fundamentals" | "bull" | "bear" | "research_manager" | "trader" | "aggressive" | "neutral" | "conservative" | "portfolio_manager";
                reason: string;
            } | null;
            voices: {
                /** @enum {string} */
                agent: "market" | "social" | "news" | "fundamentals" | "bull" | "bear" | "research_manager" | "trader" | "aggressive" | "neutral" | "conservative" | "portfolio_manager";
                action: ("open" | "add" | "keep" | "trim" | "exit" | "stay_out") | null;
                quantity: string | null;
                text: string;
            }[];
            problem: string | null;
            usage: components["schemas"]["Usage"];
        };
        Book: {
            currency: string;
            value: string;
            cash: string;
            gross_exposure_pct: number | null;
            net_exposure_pct: number | null;
            hhi: number | null;
            beta: number | null;
            benchmark: string | null;
            /** @default [] */
            rates?: {
                currency: string;
                base: string;
                /** Format: double */
                rate: number;
                /** Format: date */
                date: string;
                pairs: string[];
                /** @enum {string} */
                how: "same" | "direct" | "inverse" | "cross";
            }[];
            positions: components["schemas"]["ValuedPosition"][];
            notes: string[];
        };
        ValuedPosition: {
            symbol: string;
            quantity: string;
            price: number | null;
            /** @default null */
            currency?: string | null;
            price_date: string | null;
            value: string | null;
            weight_pct: number | null;
            profit: string | null;
            note: string | null;
        };
        Portfolio: {
            id: string;
            /** Format: int64 */
            version: number;
            name: string;
            currency: string;
            cash: string;
            lots: components["schemas"]["Lot"][];
            limits: components["schemas"]["HoldingLimits"];
            horizon_days: number | null;
            alerts: {
                /** @default null */
                day_change_pct?: number | null;
                /** @default null */
                drawdown_pct?: number | null;
                /** @default null */
                position_pct?: number | null;
                /** @default false */
                ratings?: boolean;
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            changed_at: string;
        };
        Lot: {
            symbol: string;
            /** @description Shares or coins as of `acquired`, as a decimal string. Negative for a short position. Later splits are applied to it. */
            quantity: string;
            /**
             * @description As a decimal string, without fees. Null: not known, and then there is no profit.
             * @default null
             */
            cost_per_unit?: string | null;
            /**
             * @description Of the cost. Null: that of the portfolio.
             * @default null
             */
            currency?: string | null;
            /**
             * Format: date
             * @description The day it was bought.
             */
            acquired: string;
            note?: string | null;
        };
        SavePortfolio: {
            name: string;
            /** @description ISO 4217, of cash, values and figures. */
            currency: string;
            /** @default 0 */
            cash?: string;
            lots: components["schemas"]["Lot"][];
            limits?: components["schemas"]["HoldingLimits"];
            /** @default null */
            horizon_days?: number | null;
            alerts?: {
                /** @default null */
                day_change_pct?: number | null;
                /** @default null */
                drawdown_pct?: number | null;
                /** @default null */
                position_pct?: number | null;
                /** @default false */
                ratings?: boolean;
            };
        };
        ReplacePortfolio: {
            name: string;
            currency: string;
            /** @default 0 */
            cash?: string;
            lots: components["schemas"]["Lot"][];
            limits?: components["schemas"]["HoldingLimits"];
            /** @default null */
            horizon_days?: number | null;
            alerts?: {
                /** @default null */
                day_change_pct?: number | null;
                /** @default null */
                drawdown_pct?: number | null;
                /** @default null */
                position_pct?: number | null;
                /** @default false */
                ratings?: boolean;
            };
            /** @description As you read it. If the portfolio was changed since, nothing is changed and 409 is returned. */
            version: number;
        };
        AnalyzePortfolio: {
            /** @description Maximum cost of all runs together, in US dollars. A run starts only if the remaining budget covers the most it can cost. */
            budget_usd: string;
            /** @description The as-of date of all analyses. Null or omitted: the last session of each instrument. */
            trade_date?: string | null;
            analysts?: components["schemas"]["Analyst"][];
            max_debate_rounds?: number | null;
            language?: string;
            own_model?: components["schemas"]["OwnModel"] | null;
        };
        PortfolioValuation: {
            portfolio_id: string;
            /** Format: date */
            date: string;
            currency: string;
            /** @description Without cash, whose past is not known. */
            value: string;
            /** @description Without cash, whose past is not known. */
            positions_value: string;
            /** @description Without cash, whose past is not known. */
            cash: string;
            cost: string | null;
            dividends: string | null;
            profit: string | null;
            positions: components["schemas"]["PortfolioPosition"][];
            drawdown: {
                now_pct: number | null;
                worst_pct: number | null;
                symbols: string[];
                from: string | null;
                to: string | null;
            };
            beta: {
                value: number | null;
                benchmark: string | null;
                symbols: string[];
                from: string | null;
                to: string | null;
            };
            concentration: {
                largest: {
                    symbol: string;
                    /** Format: double */
                    share_pct: number;
                } | null;
                hhi: number | null;
                symbols: string[];
                from: string | null;
                to: string | null;
            };
            correlation: {
                average: number | null;
                matrix: (number | null)[][];
                symbols: string[];
                from: string | null;
                to: string | null;
            };
            days: components["schemas"]["PortfolioDay"][];
            missing: {
                symbol: string;
                reason: string;
            }[];
            notes: string[];
        };
        PortfolioPosition: {
            symbol: string;
            /** @description With the splits known on the day. */
            quantity: string;
            splits: {
                /** Format: date */
                ex_date: string;
                /** Format: double */
                ratio: number;
            }[];
            price: number | null;
            price_date: string | null;
            price_currency: string | null;
            value: string | null;
            weight_pct: number | null;
            cost: string | null;
            /** @description Since its lots were acquired, by ex-date, before tax. */
            dividends: string | null;
            profit: string | null;
            /** @description What is missing, and why. */
            notes: string[];
        };
        PortfolioDay: {
            /** Format: date */
            date: string;
            /** @description Without cash, whose past is not known. */
            positions_value: string;
            profit: string | null;
            day_profit: string | null;
            return_pct: number | null;
            /** @description Below the highest point since `from` of an index of daily returns with dividends. Buying more does not move it. */
            drawdown_pct: number | null;
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
            kind: {
                /** @enum {string} */
                name: "stock" | "etf" | "adr" | "index" | "currency" | "coin";
                reason: string;
            } | null;
            coverage: components["schemas"]["EvidenceCoverage"][];
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
        EvidenceCoverage: {
            /** @enum {string} */
            kind: "bars" | "actions" | "filings" | "news" | "social" | "macro" | "funding" | "events" | "insiders" | "institutions";
            /**
             * @description An archive has records from the first day to the last.
             * @enum {string}
             */
            status: "held";
            source: string;
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            /** Format: int64 */
            records: number;
        } | {
            /** @enum {string} */
            kind: "bars" | "actions" | "filings" | "news" | "social" | "macro" | "funding" | "events" | "insiders" | "institutions";
            /**
             * @description Sources outside are asked when a run starts.
             * @enum {string}
             */
            status: "online";
            sources: string[];
            /** @description False where they show only the present, so that past dates get nothing. */
            past: boolean;
        } | {
            /** @enum {string} */
            kind: "bars" | "actions" | "filings" | "news" | "social" | "macro" | "funding" | "events" | "insiders" | "institutions";
            /**
             * @description No source has any.
             * @enum {string}
             */
            status: "missing";
            /** @description What is wrong with a source that should have some. */
            problem: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobList"];
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
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
                /** @description The ID of the job. */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    cancelAnalysis: {
        parameters: {
            query?: never;
            header?: {
                "X-API-Key"?: string | null;
            };
            path: {
                /** @description The ID of the job. */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancelled job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
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
                /** @description The ID of the job. */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event stream. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description The job has ended and there are no more events. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
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
                /** @description The ID of the job. */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
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
                /** @description The ID of the job. */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/markdown": string;
                };
            };
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
                /** @description The ID of the job. */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
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
                /** @description The ID of the job. */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunReport"];
                };
            };
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
                /** @description The ID of the job. */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    getReportProof: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the analysis. */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    getSignalProof: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the signal. */
                signal_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    askReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the job. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportAnswer"];
                };
            };
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
                /** @description The ID of the job. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    getAttributionEstimate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the job. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PricedAttribution"];
                };
            };
        };
    };
    getAttribution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the job. */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attribution. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttributionJob"];
                };
            };
        };
    };
    submitAttribution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the job. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttributionJob"];
                };
            };
        };
    };
    cancelAttribution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the job. */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attribution. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttributionJob"];
                };
            };
        };
    };
    getHoldings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the job. */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The holdings and what the opinion means for them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HoldingsOfAnalysis"];
                };
            };
        };
    };
    deleteHoldings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the job. */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The holdings are deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryEstimate"];
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryJobList"];
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryJob"];
                };
            };
        };
    };
    getMemory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the measurement. */
                memory_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The measurement. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryJob"];
                };
            };
        };
    };
    cancelMemory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the measurement. */
                memory_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The measurement. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryJob"];
                };
            };
        };
    };
    getBacktestValidity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the backtest. */
                backtest_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report, or how far it is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BacktestValidity"];
                };
            };
        };
    };
    submitBacktestValidity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the backtest. */
                backtest_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report is queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BacktestValidity"];
                };
            };
        };
    };
    getBacktestValidityMarkdown: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the backtest. */
                backtest_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/markdown": string;
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageReport"];
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Config"];
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Batch"][];
                        next_cursor: string | null;
                    };
                };
            };
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
                "application/json": components["schemas"]["BatchLine"][];
                "application/jsonl": string;
            };
        };
        responses: {
            /** @description The batch is queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
        };
    };
    getBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the batch. */
                batch_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
        };
    };
    cancelBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the batch. */
                batch_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
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
                /** @description The ID of the batch. */
                batch_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The results. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/jsonl": string;
                };
            };
        };
    };
    listPortfolios: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your portfolios. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Portfolio"][];
                    };
                };
            };
        };
    };
    createPortfolio: {
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
                "application/json": components["schemas"]["SavePortfolio"];
            };
        };
        responses: {
            /** @description The portfolio. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Portfolio"];
                };
            };
        };
    };
    getPortfolio: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the portfolio. */
                portfolio_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The portfolio. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Portfolio"];
                };
            };
        };
    };
    replacePortfolio: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the portfolio. */
                portfolio_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplacePortfolio"];
            };
        };
        responses: {
            /** @description The portfolio. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Portfolio"];
                };
            };
        };
    };
    deletePortfolio: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the portfolio. */
                portfolio_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The portfolio is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    submitPortfolioAnalyses: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated key with the same body creates nothing new; with a different body, it returns 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The ID of the portfolio. */
                portfolio_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnalyzePortfolio"];
            };
        };
        responses: {
            /** @description The batch is queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
        };
    };
    getPortfolioValuation: {
        parameters: {
            query?: {
                /** @description The last day. Omitted: today. */
                as_of?: string;
                /** @description The first day of the series, at most 10 years earlier. Omitted: a year earlier. */
                from?: string;
            };
            header?: never;
            path: {
                /** @description The ID of the portfolio. */
                portfolio_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The valuation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortfolioValuation"];
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignalList"];
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    getSignal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the signal. */
                signal_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignalDetail"];
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Watchlist"][];
                    };
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Watchlist"];
                };
            };
        };
    };
    getWatchlist: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the watchlist. */
                list_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The watchlist. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Watchlist"];
                };
            };
        };
    };
    replaceWatchlist: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the watchlist. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Watchlist"];
                };
            };
        };
    };
    deleteWatchlist: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the watchlist. */
                list_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The watchlist is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    addInstrument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the watchlist. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Watchlist"];
                };
            };
        };
    };
    listNextRuns: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The ID of the watchlist. */
                list_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The next runs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NextRun"][];
                    };
                };
            };
        };
    };
    listRuns: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The ID of the watchlist. */
                list_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last runs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListRun"][];
                    };
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Backtest"][];
                        next_cursor: string | null;
                    };
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedBacktest"];
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BacktestEstimate"];
                };
            };
        };
    };
    getBacktest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the backtest. */
                backtest_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The backtest. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Backtest"];
                };
            };
        };
    };
    deleteBacktest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the backtest. */
                backtest_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The backtest is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    cancelBacktest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the backtest. */
                backtest_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The backtest. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Backtest"];
                };
            };
        };
    };
    pauseBacktest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the backtest. */
                backtest_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The backtest. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Backtest"];
                };
            };
        };
    };
    resumeBacktest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the backtest. */
                backtest_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The backtest. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Backtest"];
                };
            };
        };
    };
    getBacktestResult: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the backtest. */
                backtest_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BacktestResult"];
                };
            };
        };
    };
    getBacktestTrades: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the backtest. */
                backtest_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The trades. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Record"];
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TrackedSignal"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    getRecordInstrument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The symbol, URL-encoded. */
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The instrument. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstrumentRecord"];
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ranking"];
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedInstrument"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    getInstrument: {
        parameters: {
            query?: {
                asset_type?: components["schemas"]["AssetType"];
            };
            header?: never;
            path: {
                /** @description The symbol, URL-encoded. */
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The instrument. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnInstrumentRecord"];
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LoggedRequest"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    getRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the log entry. */
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoggedRequestDetail"];
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Endpoint"][];
                    };
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedEndpoint"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Endpoint"];
                };
            };
        };
    };
    replaceWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the webhook. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Endpoint"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    pauseWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Endpoint"];
                };
            };
        };
    };
    resumeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Endpoint"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedSecret"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message is queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointDelivery"];
                };
            };
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
                /** @description The ID of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EndpointDelivery"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    redeliverMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the webhook. */
                webhook_id: string;
                /** @description The ID of the delivery. */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message is queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointDelivery"];
                };
            };
        };
    };
}

export type Job = components["schemas"]["Job"];
export type AnalysisRequest = components["schemas"]["AnalysisRequest"];
export type SubmitAnalysis = components["schemas"]["SubmitAnalysis"];
export type OwnModel = components["schemas"]["OwnModel"];
export type RerunAnalysis = components["schemas"]["RerunAnalysis"];
export type EstimateAttribution = components["schemas"]["EstimateAttribution"];
export type SubmitAttribution = components["schemas"]["SubmitAttribution"];
export type PricedAttribution = components["schemas"]["PricedAttribution"];
export type AttributionJob = components["schemas"]["AttributionJob"];
export type Attribution = components["schemas"]["Attribution"];
export type AttributionLine = components["schemas"]["AttributionLine"];
export type AttributionRun = components["schemas"]["AttributionRun"];
export type AttributionEstimate = components["schemas"]["AttributionEstimate"];
export type AnalysisResult = components["schemas"]["AnalysisResult"];
export type RepeatedRuns = components["schemas"]["RepeatedRuns"];
export type Repetition = components["schemas"]["Repetition"];
export type AssetType = components["schemas"]["AssetType"];
export type Analyst = components["schemas"]["Analyst"];
export type JobStatus = components["schemas"]["JobStatus"];
export type Rating = components["schemas"]["Rating"];
export type ErrorBody = components["schemas"]["Error"];
export type ValidationError = components["schemas"]["ValidationError"];
export type HTTPValidationError = components["schemas"]["HTTPValidationError"];
export type Config = components["schemas"]["Config"];
export type JobList = components["schemas"]["JobList"];
export type JobEvent = components["schemas"]["JobEvent"];
export type WebhookEvent = components["schemas"]["WebhookEvent"];
export type WebhookMessage = components["schemas"]["WebhookMessage"];
export type WebhookDelivery = components["schemas"]["WebhookDelivery"];
export type WebhookDeliveryList = components["schemas"]["WebhookDeliveryList"];
export type UsageReport = components["schemas"]["UsageReport"];
export type JobCounts = components["schemas"]["JobCounts"];
export type UsageByDay = components["schemas"]["UsageByDay"];
export type UsageByModel = components["schemas"]["UsageByModel"];
export type UsageByStatus = components["schemas"]["UsageByStatus"];
export type Run = components["schemas"]["Run"];
export type RunResult = components["schemas"]["RunResult"];
export type UnfinishedRun = components["schemas"]["UnfinishedRun"];
export type RunReport = components["schemas"]["RunReport"];
export type Reports = components["schemas"]["Reports"];
export type AgentReport = components["schemas"]["AgentReport"];
export type AgentTurn = components["schemas"]["AgentTurn"];
export type Point = components["schemas"]["Point"];
export type BadComputation = components["schemas"]["BadComputation"];
export type Grounding = components["schemas"]["Grounding"];
export type GroundedNumber = components["schemas"]["GroundedNumber"];
export type Checked = components["schemas"]["Checked"];
export type TextSpan = components["schemas"]["TextSpan"];
export type Check = components["schemas"]["Check"];
export type Levels = components["schemas"]["Levels"];
export type Verdict = components["schemas"]["Verdict"];
export type DataReport = components["schemas"]["DataReport"];
export type Evidence = components["schemas"]["Evidence"];
export type Usage = components["schemas"]["Usage"];
export type AgentUsage = components["schemas"]["AgentUsage"];
export type Manifest = components["schemas"]["Manifest"];
export type CallRecord = components["schemas"]["CallRecord"];
export type ChartBar = components["schemas"]["ChartBar"];
export type ReportAnswer = components["schemas"]["ReportAnswer"];
export type SignalEvent = components["schemas"]["SignalEvent"];
export type Signal = components["schemas"]["Signal"];
export type Tombstone = components["schemas"]["Tombstone"];
export type Agreement = components["schemas"]["Agreement"];
export type Batch = components["schemas"]["Batch"];
export type BatchCounts = components["schemas"]["BatchCounts"];
export type BatchLine = components["schemas"]["BatchLine"];
export type BatchResult = components["schemas"]["BatchResult"];
export type SignalDetail = components["schemas"]["SignalDetail"];
export type SignalList = components["schemas"]["SignalList"];
export type Mark = components["schemas"]["Mark"];
export type Withdrawn = components["schemas"]["Withdrawn"];
export type TrackedSignal = components["schemas"]["TrackedSignal"];
export type Watchlist = components["schemas"]["Watchlist"];
export type SaveWatchlist = components["schemas"]["SaveWatchlist"];
export type AddInstrument = components["schemas"]["AddInstrument"];
export type ListInstrument = components["schemas"]["ListInstrument"];
export type Schedule = components["schemas"]["Schedule"];
export type ListRun = components["schemas"]["ListRun"];
export type NextRun = components["schemas"]["NextRun"];
export type LoggedRequest = components["schemas"]["LoggedRequest"];
export type LoggedRequestDetail = components["schemas"]["LoggedRequestDetail"];
export type Endpoint = components["schemas"]["Endpoint"];
export type CreatedEndpoint = components["schemas"]["CreatedEndpoint"];
export type RotatedSecret = components["schemas"]["RotatedSecret"];
export type SaveEndpoint = components["schemas"]["SaveEndpoint"];
export type EndpointDelivery = components["schemas"]["EndpointDelivery"];
export type EndpointAttempt = components["schemas"]["EndpointAttempt"];
export type EndpointMessage = components["schemas"]["EndpointMessage"];
export type SubmitBacktest = components["schemas"]["SubmitBacktest"];
export type Backtest = components["schemas"]["Backtest"];
export type StartedBacktest = components["schemas"]["StartedBacktest"];
export type BacktestResult = components["schemas"]["BacktestResult"];
export type BacktestEstimate = components["schemas"]["BacktestEstimate"];
export type MemorySummary = components["schemas"]["MemorySummary"];
export type CountedShare = components["schemas"]["CountedShare"];
export type Holdings = components["schemas"]["Holdings"];
export type HeldPosition = components["schemas"]["HeldPosition"];
export type HoldingLimits = components["schemas"]["HoldingLimits"];
export type HoldingsOfAnalysis = components["schemas"]["HoldingsOfAnalysis"];
export type ForHoldings = components["schemas"]["ForHoldings"];
export type Book = components["schemas"]["Book"];
export type ValuedPosition = components["schemas"]["ValuedPosition"];
export type Portfolio = components["schemas"]["Portfolio"];
export type Lot = components["schemas"]["Lot"];
export type SavePortfolio = components["schemas"]["SavePortfolio"];
export type ReplacePortfolio = components["schemas"]["ReplacePortfolio"];
export type AnalyzePortfolio = components["schemas"]["AnalyzePortfolio"];
export type PortfolioValuation = components["schemas"]["PortfolioValuation"];
export type PortfolioPosition = components["schemas"]["PortfolioPosition"];
export type PortfolioDay = components["schemas"]["PortfolioDay"];
export type SubmitMemory = components["schemas"]["SubmitMemory"];
export type EstimateMemory = components["schemas"]["EstimateMemory"];
export type MemoryEstimate = components["schemas"]["MemoryEstimate"];
export type MemoryJob = components["schemas"]["MemoryJob"];
export type MemoryJobList = components["schemas"]["MemoryJobList"];
export type BacktestValidity = components["schemas"]["BacktestValidity"];
export type ValidityReport = components["schemas"]["ValidityReport"];
export type ValiditySection = components["schemas"]["ValiditySection"];
export type ValidityFigure = components["schemas"]["ValidityFigure"];
export type ValidityTable = components["schemas"]["ValidityTable"];
export type PublicRecord = components["schemas"]["Record"];
export type Interval = components["schemas"]["Interval"];
export type Ranking = components["schemas"]["Ranking"];
export type InstrumentRecord = components["schemas"]["InstrumentRecord"];
export type OwnInstrumentRecord = components["schemas"]["OwnInstrumentRecord"];
export type ListedInstrument = components["schemas"]["ListedInstrument"];
export type EvidenceCoverage = components["schemas"]["EvidenceCoverage"];
