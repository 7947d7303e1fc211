"""What the API answers.

Generated from openapi.json by scripts/make-client.ts.
"""

from __future__ import annotations

import datetime as dt
from typing import Any, Dict, List, Literal, Union

from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "AddInstrument",
    "AgentReport",
    "AgentTurn",
    "AgentUsage",
    "Agreement",
    "AnalysisRequest",
    "AnalysisResult",
    "Analyst",
    "AnalyzePortfolio",
    "AssetType",
    "Attribution",
    "AttributionEstimate",
    "AttributionJob",
    "AttributionLine",
    "AttributionRun",
    "Backtest",
    "BacktestEstimate",
    "BacktestResult",
    "BacktestValidity",
    "BadComputation",
    "Batch",
    "BatchCounts",
    "BatchLine",
    "BatchResult",
    "Book",
    "CallRecord",
    "ChartBar",
    "Check",
    "Checked",
    "Config",
    "CountedShare",
    "CreatedEndpoint",
    "DataReport",
    "Endpoint",
    "EndpointAttempt",
    "EndpointDelivery",
    "EndpointMessage",
    "ErrorBody",
    "EstimateAttribution",
    "EstimateMemory",
    "Evidence",
    "EvidenceCoverage",
    "ForHoldings",
    "GroundedNumber",
    "Grounding",
    "HTTPValidationError",
    "HeldPosition",
    "HoldingLimits",
    "Holdings",
    "HoldingsOfAnalysis",
    "InstrumentRecord",
    "Interval",
    "Job",
    "JobCounts",
    "JobEvent",
    "JobList",
    "JobStatus",
    "Levels",
    "ListInstrument",
    "ListRun",
    "ListedInstrument",
    "LoggedRequest",
    "LoggedRequestDetail",
    "Lot",
    "Manifest",
    "Mark",
    "MemoryEstimate",
    "MemoryJob",
    "MemoryJobList",
    "MemorySummary",
    "NextRun",
    "OwnInstrumentRecord",
    "OwnModel",
    "Point",
    "Portfolio",
    "PortfolioDay",
    "PortfolioPosition",
    "PortfolioValuation",
    "PricedAttribution",
    "PublicRecord",
    "Ranking",
    "Rating",
    "RepeatedRuns",
    "Repetition",
    "ReplacePortfolio",
    "ReportAnswer",
    "Reports",
    "RerunAnalysis",
    "RotatedSecret",
    "Run",
    "RunReport",
    "RunResult",
    "SaveEndpoint",
    "SavePortfolio",
    "SaveWatchlist",
    "Schedule",
    "Signal",
    "SignalDetail",
    "SignalEvent",
    "SignalList",
    "StartedBacktest",
    "SubmitAnalysis",
    "SubmitAttribution",
    "SubmitBacktest",
    "SubmitMemory",
    "TextSpan",
    "Tombstone",
    "TrackedSignal",
    "UnfinishedRun",
    "Usage",
    "UsageByDay",
    "UsageByModel",
    "UsageByStatus",
    "UsageReport",
    "ValidationError",
    "ValidityFigure",
    "ValidityReport",
    "ValiditySection",
    "ValidityTable",
    "ValuedPosition",
    "Verdict",
    "Watchlist",
    "WebhookDelivery",
    "WebhookDeliveryList",
    "WebhookEvent",
    "WebhookMessage",
    "Withdrawn",
]


class Model(BaseModel):
    """Keeps fields that are newer than this package."""

    model_config = ConfigDict(extra="allow", populate_by_name=True)


AssetType = Union[Literal["stock", "crypto"], str]
Analyst = Union[Literal["market", "social", "news", "fundamentals"], str]
JobStatus = Union[Literal["queued", "running", "succeeded", "failed", "cancelled"], str]
Rating = Union[Literal["Buy", "Overweight", "Hold", "Underweight", "Sell", "REVIEW"], str]
WebhookEvent = Union[Literal["analysis.succeeded", "analysis.failed", "analysis.cancelled"], str]


class Job(Model):
    id: str
    """An opaque ID."""
    status: JobStatus
    request: AnalysisRequest
    """The request the job was started with, including defaults."""
    created_at: dt.datetime
    started_at: dt.datetime | None = None
    finished_at: dt.datetime | None = None
    result: AnalysisResult | None = None
    """Present only if the job has succeeded."""
    error: str | None = None
    """Present only if the job has failed: a sentence with the reason."""
    result_removed_at: dt.datetime | None = None
    """Present only if the service no longer keeps the result: `rating` and `is_review` remain, and the report is gone."""
    livemode: bool | None = None
    """False for a job that a test key started; absent from live jobs."""


class AnalysisRequest(Model):
    ticker: str
    """Symbol of the instrument."""
    trade_date: dt.date
    """The as-of date. Nothing published later is used. A future date ends in REVIEW."""
    asset_type: AssetType | None = None
    """Selects the stock or crypto pipeline. Set it explicitly."""
    analysts: List[Analyst] | None = None
    """Fewer analysts are cheaper and faster, but narrow what the debate can consider."""
    max_debate_rounds: int | None = None
    """Rounds of bull versus bear. Null uses the service default. Cost grows roughly linearly with it."""
    language: str | None = None
    """Language of the report's prose, as a BCP 47 tag. English (`en`) if omitted; a request in English is returned without this field. Ratings, field names and evidence IDs stay as they are."""
    runs: int | None = None
    """Repetitions of the debate, each with its own seed, one after the other in one slot. Each counts as an analysis of your quota and has a run's budget of its own. 1 if omitted."""
    allow_short: bool | None = None
    """Whether a Sell may open a short position. False if omitted: positions are long only, and Sell means to hold none."""


class SubmitAnalysis(Model):
    ticker: str
    """Symbol of the instrument."""
    trade_date: dt.date
    """The as-of date. Nothing published later is used. A future date ends in REVIEW."""
    asset_type: AssetType | None = None
    """Selects the stock or crypto pipeline. Set it explicitly."""
    analysts: List[Analyst] | None = None
    """Fewer analysts are cheaper and faster, but narrow what the debate can consider."""
    max_debate_rounds: int | None = None
    """Rounds of bull versus bear. Null uses the service default. Cost grows roughly linearly with it."""
    language: str | None = None
    """Language of the report's prose, as a BCP 47 tag. English (`en`) if omitted; a request in English is returned without this field. Ratings, field names and evidence IDs stay as they are."""
    runs: int | None = None
    """Repetitions of the debate, each with its own seed, one after the other in one slot. Each counts as an analysis of your quota and has a run's budget of its own. 1 if omitted."""
    allow_short: bool | None = None
    """Whether a Sell may open a short position. False if omitted: positions are long only, and Sell means to hold none."""
    webhook_url: str | None = None
    """Receives a message when the job ends, signed according to Standard Webhooks."""
    webhook_secret: str | None = None
    """Signs the messages to webhook_url: whsec_ followed by 24 to 64 bytes in base64. If omitted, one is generated and returned in the Webhook-Secret header of the 202 response."""
    own_model: OwnModel | None = None
    """Runs on a model key of yours that is stored with your account. The provider bills you, and the server's budget for a run does not apply. If omitted, the server's models are used."""
    holdings: Holdings | None = None
    """What you hold, for a second part that says what the rating means for it. The rating itself does not depend on it. Null or omitted: not given. No positions and no cash: you hold nothing. Private: it is not returned in Job.request; read it under /holdings."""
    portfolio: str | None = None
    """The ID of a saved portfolio, in place of `holdings`: what it holds as of the trade date. Also needs the scope `portfolios:read`."""


class OwnModel(Model):
    llm_provider: Union[Literal["openai", "anthropic", "google", "xai", "deepseek", "mistral", "groq", "openrouter"], str]
    deep_think_llm: str | None = None
    """For the managers. Null uses the provider's default model."""
    quick_think_llm: str | None = None
    """For all other agents. Null uses the provider's default model."""
    reasoning_effort: Union[Literal["none", "minimal", "low", "medium", "high", "xhigh"], str] | None = None
    temperature: float | None = None


class RerunAnalysis(Model):
    own_model: OwnModel | None = None
    """A model key of yours for the agents that are asked anew. Null uses the server's models. If omitted, as in the original."""
    max_debate_rounds: int | None = None
    """Only with `from` an analyst, the bull or the bear."""
    max_risk_discuss_rounds: int | None = None
    """Not with `from=portfolio_manager`."""
    seed: int | None = None
    holdings: Holdings | None = None
    """What you hold now, as in a submission. Null or omitted: not given; those of the original are not taken over."""


class EstimateAttribution(Model):
    evidence: List[str] | None = None
    """Evidence IDs. Default: the most cited `top`."""
    agents: List[Union[Literal["market", "social", "news", "fundamentals", "bull", "bear", "research_manager", "trader", "aggressive", "neutral", "conservative", "portfolio_manager"], str]] | None = None
    """Agents to leave out. Default: all with the rules engine, none with models."""
    flips: bool | None = None
    """Also try each piece of evidence with its sign turned."""
    top: int | None = None
    """How much of the evidence. Default: all with the rules engine, 5 with models."""
    repetitions: int | None = None
    """How often to try each change. The rules engine always gives the same answer, so once is enough."""


class SubmitAttribution(Model):
    evidence: List[str] | None = None
    """Evidence IDs. Default: the most cited `top`."""
    agents: List[Union[Literal["market", "social", "news", "fundamentals", "bull", "bear", "research_manager", "trader", "aggressive", "neutral", "conservative", "portfolio_manager"], str]] | None = None
    """Agents to leave out. Default: all with the rules engine, none with models."""
    flips: bool | None = None
    """Also try each piece of evidence with its sign turned."""
    top: int | None = None
    """How much of the evidence. Default: all with the rules engine, 5 with models."""
    repetitions: int | None = None
    """How often to try each change. The rules engine always gives the same answer, so once is enough."""
    budget_usd: str | None = None
    """Maximum cost of all calls. Default: `limit_usd` of the estimate. Not used by the rules engine."""


class PricedAttributionChangeWithoutEvidence(Model):
    kind: Literal["without_evidence"]
    evidence: str


class PricedAttributionChangeFlippedEvidence(Model):
    kind: Literal["flipped_evidence"]
    evidence: str


class PricedAttributionChangeWithoutAgent(Model):
    kind: Literal["without_agent"]
    agent: Union[Literal["market", "social", "news", "fundamentals", "bull", "bear", "research_manager", "trader", "aggressive", "neutral", "conservative", "portfolio_manager"], str]


class PricedAttributionSkippedChangeWithoutEvidence(Model):
    kind: Literal["without_evidence"]
    evidence: str


class PricedAttributionSkippedChangeFlippedEvidence(Model):
    kind: Literal["flipped_evidence"]
    evidence: str


class PricedAttributionSkippedChangeWithoutAgent(Model):
    kind: Literal["without_agent"]
    agent: Union[Literal["market", "social", "news", "fundamentals", "bull", "bear", "research_manager", "trader", "aggressive", "neutral", "conservative", "portfolio_manager"], str]


class PricedAttributionSkipped(Model):
    change: Union[PricedAttributionSkippedChangeWithoutEvidence, PricedAttributionSkippedChangeFlippedEvidence, PricedAttributionSkippedChangeWithoutAgent]
    label: str
    reason: str


class PricedAttribution(Model):
    changes: List[Union[PricedAttributionChangeWithoutEvidence, PricedAttributionChangeFlippedEvidence, PricedAttributionChangeWithoutAgent]]
    skipped: List[PricedAttributionSkipped]
    repetitions: int
    estimate: AttributionEstimate
    payer: Union[Literal["nobody", "own_key", "service"], str]
    usual_budget_usd: str | None
    most_budget_usd: str | None


class AttributionJobProgress(Model):
    done: int
    total: int


class AttributionJob(Model):
    id: str
    analysis_id: str
    status: JobStatus
    progress: AttributionJobProgress
    repetitions: int
    estimate: AttributionEstimate
    budget_usd: str | None
    spent_usd: str
    result: Attribution | None
    error: str | None
    created_at: dt.datetime
    started_at: dt.datetime | None
    finished_at: dt.datetime | None


class AttributionSkippedChangeWithoutEvidence(Model):
    kind: Literal["without_evidence"]
    evidence: str


class AttributionSkippedChangeFlippedEvidence(Model):
    kind: Literal["flipped_evidence"]
    evidence: str


class AttributionSkippedChangeWithoutAgent(Model):
    kind: Literal["without_agent"]
    agent: Union[Literal["market", "social", "news", "fundamentals", "bull", "bear", "research_manager", "trader", "aggressive", "neutral", "conservative", "portfolio_manager"], str]


class AttributionSkipped(Model):
    change: Union[AttributionSkippedChangeWithoutEvidence, AttributionSkippedChangeFlippedEvidence, AttributionSkippedChangeWithoutAgent]
    label: str
    reason: str


class Attribution(Model):
    version: Literal[1]
    run_id: str
    rating: Rating
    confidence: float | None
    score: float | None
    repetitions: int
    lines: List[AttributionLine]
    skipped: List[AttributionSkipped]
    calls: int
    reused: int
    cost_usd: str | None
    stopped: str | None


class AttributionLineChangeWithoutEvidence(Model):
    kind: Literal["without_evidence"]
    evidence: str


class AttributionLineChangeFlippedEvidence(Model):
    kind: Literal["flipped_evidence"]
    evidence: str


class AttributionLineChangeWithoutAgent(Model):
    kind: Literal["without_agent"]
    agent: Union[Literal["market", "social", "news", "fundamentals", "bull", "bear", "research_manager", "trader", "aggressive", "neutral", "conservative", "portfolio_manager"], str]


class AttributionLine(Model):
    change: Union[AttributionLineChangeWithoutEvidence, AttributionLineChangeFlippedEvidence, AttributionLineChangeWithoutAgent]
    label: str
    runs: List[AttributionRun]
    changed: int
    rating_shift: float | None
    score_shift: float | None


class AttributionRun(Model):
    rating: Rating
    confidence: float | None
    score: float | None
    words: List[Union[Literal["market", "social", "news", "fundamentals", "bull", "bear", "research_manager", "trader", "aggressive", "neutral", "conservative", "portfolio_manager"], str]]
    calls: int
    reused: int
    cost_usd: str | None


class AttributionEstimate(Model):
    changes: int
    calls: int
    cost_usd: str | None
    limit_usd: str | None = None


class AnalysisResult(Model):
    rating: Rating
    """REVIEW means no opinion. Never map it to the scale from Buy to Sell."""
    is_review: bool
    """True when there is no opinion. Check this before you read rating."""
    decision: str | None = None
    """The trader's decision, as it was proposed. `reports.instruction` says what is to be done on the rating, and whether that follows this proposal."""
    reports: Dict[str, Any] | None = None
    """Reports by agent, plus what code found: data, checks, instruction, levels, verdict, numbers. See the schema Reports."""
    runs: RepeatedRuns | None = None
    """Only with several runs. The rating is the opinion most of them gave, if enough agree; otherwise REVIEW."""


class RepeatedRuns(Model):
    agreeing: int
    agreement: float
    shown: int
    """The repetition, from 1, whose decision and reports the result contains."""
    repetitions: List[Repetition]


class Repetition(Model):
    seed: int
    rating: Rating | None
    confidence: float | None
    cost_usd: str | None
    error: str | None


class ErrorBody(Model):
    detail: str


class ValidationError(Model):
    loc: List[Union[str, int]]
    msg: str
    type: str
    input: Any = None
    ctx: Dict[str, Any] | None = None


class HTTPValidationError(Model):
    detail: List[ValidationError] | None = None


class Config(Model):
    llm_provider: str
    deep_think_llm: str
    quick_think_llm: str
    max_debate_rounds: int
    max_risk_discuss_rounds: int
    online_tools: bool


class JobList(Model):
    data: List[Job]
    next_cursor: str | None


class JobEvent(Model):
    seq: int
    """Counts from 1, without gaps."""
    type: str
    """job.queued, job.running, job.succeeded, job.failed, job.cancelled, or what an agent does: agent.started, agent.tool, agent.delta, agent.restarted (discard its deltas so far; they start over), agent.finished, debate.finished, holdings.progress (how many have spoken about your holdings)."""
    data: Dict[str, Any]
    created_at: dt.datetime


class WebhookMessage(Model):
    type: WebhookEvent
    timestamp: dt.datetime
    data: Job


class WebhookDelivery(Model):
    id: str
    event: WebhookEvent
    url: str
    attempt: int
    created_at: dt.datetime
    status: int | None
    error: str | None
    next_attempt_at: dt.datetime | None


class WebhookDeliveryList(Model):
    data: List[WebhookDelivery]
    next_cursor: str | None


class UsageReportAttributions(Model):
    """Attributions ordered in the period that cost something. Their cost is not part of the other sums."""
    count: int
    cost_usd: str
    """Cost of the runs whose model prices are known."""


class UsageReport(Model):
    input_tokens: int
    output_tokens: int
    cost_usd: str
    """Cost of the runs whose model prices are known."""
    from_: dt.datetime = Field(alias="from")
    to: dt.datetime
    jobs: JobCounts
    """Jobs started in the period, by their current state."""
    attributions: UsageReportAttributions
    """Attributions ordered in the period that cost something. Their cost is not part of the other sums."""
    by_day: List[UsageByDay]
    """Days (UTC) on which a job was started."""
    by_model: List[UsageByModel]
    by_status: List[UsageByStatus]


class JobCounts(Model):
    queued: int
    running: int
    succeeded: int
    failed: int
    cancelled: int


class UsageByDay(Model):
    input_tokens: int
    output_tokens: int
    cost_usd: str
    day: dt.date
    jobs: int


class UsageByModel(Model):
    input_tokens: int
    output_tokens: int
    cost_usd: str
    model: str
    calls: int


class UsageByStatus(Model):
    input_tokens: int
    output_tokens: int
    cost_usd: str
    status: JobStatus
    jobs: int


class Run(Model):
    request: AnalysisRequest
    result: RunResult
    usage: Usage
    manifest: Manifest
    for_holdings: ForHoldings | None = None


class RunResult(Model):
    rating: Rating
    is_review: bool
    decision: str | None
    reports: Reports
    runs: RepeatedRuns | None = None


class UnfinishedRun(Model):
    status: Union[Literal["failed", "cancelled"], str]
    request: AnalysisRequest
    result: Dict[str, Any] | None
    """Always null."""
    error: str | None
    usage: Usage | None
    """Cost of its finished calls. Null until it is counted, which takes a few seconds at most, and for a job that never ran."""
    manifest: Dict[str, Any] | None
    """Always null."""


class ReportsInstructionNotAdopted(Model):
    action: Union[Literal["buy", "sell", "hold"], str]
    entry: float | None
    stop: float | None
    target: float | None
    size_pct: float | None
    currency: str
    reason: str | None


class ReportsInstruction(Model):
    says: str
    not_adopted: ReportsInstructionNotAdopted | None


class ReportsUnheard(Model):
    agent: Union[Literal["market", "social", "news", "fundamentals", "bull", "bear", "research_manager", "trader", "aggressive", "neutral", "conservative", "portfolio_manager"], str]
    round: int
    reason: str


class ReportsConditionsWatchedWatchClose(Model):
    at: Literal["close"]
    sessions: int


class ReportsConditionsWatchedWatchNextFiling(Model):
    at: Literal["next_filing"]


class ReportsConditionsWatched(Model):
    id: str
    place: int
    said: str
    measure: str
    label: str
    evidence: str
    value: float
    at: dt.date
    comparator: Union[Literal["below", "at_or_below", "above", "at_or_above"], str]
    threshold: float
    unit: str
    scale: Union[Literal["price", "shares", "none"], str]
    watch: Union[ReportsConditionsWatchedWatchClose, ReportsConditionsWatchedWatchNextFiling]
    deadline: dt.date
    deadline_from: Union[Literal["condition", "horizon", "filing"], str]


class ReportsConditionsDropped(Model):
    place: int
    said: str
    reason: Union[Literal["no_measure", "not_watchable", "no_comparator", "no_threshold", "wrong_unit", "ambiguous_unit", "other_scale", "contradicts_itself", "bad_sessions", "not_from_filings", "already_true", "no_deadline", "past_deadline", "late_deadline", "duplicate", "too_many"], str]
    detail: str


class ReportsConditions(Model):
    watched: List[ReportsConditionsWatched]
    dropped: List[ReportsConditionsDropped]


class ReportsNumbers(Model):
    supported: int
    unsupported: int


class Reports(Model):
    market: AgentReport | None = None
    social: AgentReport | None = None
    news: AgentReport | None = None
    fundamentals: AgentReport | None = None
    bull: AgentReport | None = None
    bear: AgentReport | None = None
    research_manager: AgentReport | None = None
    trader: AgentReport | None = None
    aggressive: AgentReport | None = None
    neutral: AgentReport | None = None
    conservative: AgentReport | None = None
    portfolio_manager: AgentReport | None = None
    data: DataReport
    checks: List[Check]
    instruction: ReportsInstruction | None = None
    levels: Levels | None
    verdict: Verdict | None
    review_reason: str | None
    review_code: Union[Literal["unreadable_symbol", "unknown_symbol", "future_date", "early_date", "no_data", "unknown_corporate_actions", "no_opinion", "conflict", "unreadable_answer", "refused", "disagreement", "budget"], str] | None = None
    unheard: List[ReportsUnheard] | None = None
    conditions: ReportsConditions | None = None
    numbers: ReportsNumbers


class AgentReport(Model):
    agent: Union[Literal["market", "social", "news", "fundamentals", "bull", "bear", "research_manager", "trader", "aggressive", "neutral", "conservative", "portfolio_manager"], str]
    text: str
    turns: List[AgentTurn]
    skipped: str | None


class AgentTurn(Model):
    round: int
    text: str
    points: List[Point]
    fields: Dict[str, Union[str, float] | None]
    problem: str | None
    read_as: List[Union[Literal["reasoning_removed", "fenced", "embedded", "unwrapped", "tool_call", "repaired", "field_by_field", "converted", "prose", "asked_again", "asked_again_figures", "over_budget"], str]] | None = None
    conversions: List[str] | None = None
    checked: Checked | None = None
    grounding: Grounding | None = None


class Point(Model):
    claim: str
    evidence: List[str]


class BadComputation(Model):
    expression: str
    value: float
    reason: str


class GroundingWord(Model):
    point: int | None
    field: str | None = None
    offset: int
    text: str
    verdict: Union[Literal["holds", "contradicted"], str]
    evidence: List[str]


class GroundingUnread(Model):
    point: int | None
    field: str | None = None
    offset: int
    text: str


class Grounding(Model):
    numbers: List[GroundedNumber]
    supported: int
    unsupported: int
    words: List[GroundingWord] | None = None
    unread: List[GroundingUnread] | None = None
    bad_computations: List[BadComputation]
    unknown_ids: List[str]


class GroundedNumber(Model):
    point: int | None
    field: str | None = None
    offset: int
    text: str
    value: float
    unit: str | None
    verdict: Union[Literal["evidence", "computation", "proposal", "wrong_source", "contradicted", "unsupported"], str]
    evidence: List[str]
    cited: bool | None = None
    basis: str | None


class Checked(Model):
    text: List[TextSpan]
    points: List[List[TextSpan]]
    fields: Dict[str, List[TextSpan]]


class TextSpan(Model):
    from_: int = Field(alias="from")
    to: int
    kind: Union[Literal["reference", "own", "supported", "wrong_source", "unsupported", "unread", "agrees", "contradicted", "citation", "unknown_id", "uncited", "opinion"], str]
    ids: List[str]
    expression: str | None


class Check(Model):
    id: Union[Literal["entry_scale", "stop_scale", "target_scale", "entry_distance", "stop_side", "stop_distance", "target_side", "target_distance", "target_reach", "reward_to_risk", "size_cap", "size_risk", "rating_action", "price_target_scale", "price_target_side", "price_target_reach"], str]
    subject: Union[Literal["entry", "stop", "target", "rating", "size", "price_target"], str]
    outcome: Union[Literal["pass", "fail", "not_checked"], str]
    detail: str


class Levels(Model):
    action: Union[Literal["buy", "sell", "hold"], str]
    entry: float | None
    stop: float | None
    target: float | None
    size_pct: float | None
    currency: str


class Verdict(Model):
    thesis: str
    target: float | None
    horizon_days: int | None
    confidence: float | None


class DataReportMissing(Model):
    key: str
    label: str
    reason: str


class DataReport(Model):
    symbol: str
    name: str
    asset_type: Union[Literal["stock", "crypto", "index"], str]
    currency: str
    as_of: dt.datetime | None
    session: dt.date | None
    historical: bool
    synthetic: bool
    sources: List[str]
    notes: List[str]
    missing: List[DataReportMissing] | None = None


class Evidence(Model):
    id: str
    key: str
    label: str
    value: float | None
    text: str | None
    unit: str | None
    at: dt.date
    source: str
    source_ids: List[str]
    formula: str | None
    hash: str


class Usage(Model):
    input_tokens: int
    cached_input_tokens: int
    output_tokens: int
    calls: int
    cost_usd: str | None
    budget_usd: str | None
    agents: List[AgentUsage]


class AgentUsage(Model):
    input_tokens: int
    cached_input_tokens: int
    output_tokens: int
    agent: Union[Literal["market", "social", "news", "fundamentals", "bull", "bear", "research_manager", "trader", "aggressive", "neutral", "conservative", "portfolio_manager"], str]
    model: str
    calls: int
    cost_usd: str | None


class ManifestRerun(Model):
    of: str
    from_: Union[Literal["market", "social", "news", "fundamentals", "bull", "bear", "research_manager", "trader", "aggressive", "neutral", "conservative", "portfolio_manager"], str] = Field(alias="from")


class ManifestConfig(Model):
    llm_provider: str
    deep_think_llm: str
    quick_think_llm: str
    max_debate_rounds: int
    max_risk_discuss_rounds: int
    online_tools: bool
    budget_usd: str | None
    tool_steps: int
    deep_llm_provider: str | None = None
    reasoning_effort: Union[Literal["none", "minimal", "low", "medium", "high", "xhigh"], str] | None = None
    temperature: float | None = None
    max_output_tokens: int | None = None
    max_retries: int | None = None
    own_key: bool | None = None
    conditions: bool | None = None
    ask_again_figures: bool | None = None


class ManifestChartEvent(Model):
    kind: Union[Literal["split", "dividend", "earnings", "filing"], str]
    date: dt.date
    label: str


class Manifest(Model):
    version: Literal[1, 2]
    run_id: str
    code_version: str
    seed: int
    livemode: bool | None = None
    rerun: ManifestRerun | None = None
    started_at: dt.datetime
    finished_at: dt.datetime
    request: AnalysisRequest
    config: ManifestConfig
    rating: Rating
    data: DataReport
    evidence: List[Evidence]
    chart: List[ChartBar]
    chart_events: List[ManifestChartEvent] | None = None
    calendar: str | None = None
    available_at: Dict[str, dt.datetime] | None = None
    calls: List[CallRecord]
    result_sha256: str


class CallRecordTokens(Model):
    input_tokens: int
    cached_input_tokens: int
    output_tokens: int


class CallRecord(Model):
    step: str
    agent: Union[Literal["market", "social", "news", "fundamentals", "bull", "bear", "research_manager", "trader", "aggressive", "neutral", "conservative", "portfolio_manager"], str]
    round: int
    model: str
    prompt_sha256: str
    answer_sha256: str
    tokens: CallRecordTokens
    cost_usd: str | None
    reused: bool | None = None


class ChartBar(Model):
    date: dt.date
    open: float
    high: float
    low: float
    close: float
    volume: float | None = None


class ReportAnswerClaimPassage(Model):
    id: str
    url: str
    title: str
    heading: str | None


class ReportAnswerClaim(Model):
    text: str
    quote: str
    passage: ReportAnswerClaimPassage


class ReportAnswer(Model):
    kind: Union[Literal["answered", "stated", "quoted", "pointed", "refused"], str]
    note: str | None
    claims: List[ReportAnswerClaim]


class SignalEventEntrySettlement(Model):
    number: int
    hash: str


class SignalEventEntry(Model):
    kind: Literal["condition"]
    version: Literal[1]
    list: str
    number: int
    published_at: dt.datetime
    previous: str
    settlement: SignalEventEntrySettlement | None = None
    signal: int
    signal_id: str
    condition: str
    measure: str
    comparator: Union[Literal["below", "at_or_below", "above", "at_or_above"], str]
    threshold: float
    unit: str
    outcome: Union[Literal["broken", "held"], str]
    decided_on: dt.date
    value: float | None


class SignalEvent(Model):
    type: str
    hash: str
    entry: Union[Signal, Tombstone, SignalEventEntry]


class SignalSettlement(Model):
    number: int
    hash: str


class Signal(Model):
    kind: Literal["signal"]
    version: Literal[1]
    list: str
    number: int
    published_at: dt.datetime
    previous: str
    settlement: SignalSettlement | None = None
    id: str
    symbol: str
    name: str
    asset_type: Union[Literal["stock", "crypto", "index"], str]
    currency: str
    session: dt.date
    as_of: dt.datetime
    rating: Union[Literal["Buy", "Overweight", "Hold", "Underweight", "Sell"], str]
    allow_short: bool | None = None
    previous_rating: Union[Literal["Buy", "Overweight", "Hold", "Underweight", "Sell"], str] | None
    changed: bool
    entry: float | None
    stop: float | None
    target: float | None
    confidence: float | None
    horizon_days: int | None
    agreement: Agreement
    reasoner: str
    analysis_id: str
    report: str


class TombstoneSettlement(Model):
    number: int
    hash: str


class Tombstone(Model):
    kind: Literal["tombstone"]
    version: Literal[1]
    list: str
    number: int
    published_at: dt.datetime
    previous: str
    settlement: TombstoneSettlement | None = None
    of: int
    signal_id: str
    reason: str


class Agreement(Model):
    runs: int
    agreeing: int
    ratings: List[Rating | None]


class Batch(Model):
    id: str
    status: Union[Literal["queued", "running", "succeeded", "cancelled"], str]
    counts: BatchCounts
    budget_usd: str | None
    spent_usd: str
    created_at: dt.datetime
    started_at: dt.datetime | None
    finished_at: dt.datetime | None


class BatchCounts(Model):
    total: int
    waiting: int
    open: int
    succeeded: int
    failed: int
    cancelled: int
    refused: int


class BatchLineRequest(Model):
    ticker: str
    trade_date: dt.date
    asset_type: AssetType | None = None
    analysts: List[Analyst] | None = None
    max_debate_rounds: int | None = None
    language: str | None = None
    runs: int | None = None
    """1, or omitted. Send a line for each repetition."""
    allow_short: bool | None = None
    own_model: OwnModel | None = None
    holdings: Any = None
    """Refused unless null: start the analysis by itself."""
    portfolio: Any = None
    """Refused unless null: a portfolio starts a batch of its own."""


class BatchLine(Model):
    custom_id: str
    request: BatchLineRequest


class BatchResultErrorDetail(Model):
    type: str
    loc: List[str]
    msg: str


class BatchResultError(Model):
    detail: Union[str, List[BatchResultErrorDetail]]


class BatchResult(Model):
    line: int
    custom_id: str | None
    status: Union[Literal["succeeded", "failed", "cancelled", "refused"], str]
    analysis_id: str | None
    result: AnalysisResult | None
    error: BatchResultError | None


class SignalDetail(Model):
    signal: Signal
    hash: str
    withdrawn: Withdrawn | None
    marks: List[Mark]


class SignalList(Model):
    data: List[SignalDetail]
    next_cursor: str | None


class Mark(Model):
    horizon: Literal[1, 5, 21, 63]
    status: Union[Literal["open", "settled"], str]
    entry_session: dt.date | None
    entry_price: float | None
    exit_session: dt.date | None
    exit_price: float | None
    return_: float | None = Field(alias="return")
    net_return: float | None
    benchmark: str | None
    benchmark_return: float | None
    excess_return: float | None
    hit: bool | None


class Withdrawn(Model):
    at: dt.datetime
    reason: str


class TrackedSignal(Model):
    number: int
    hash: str
    published_at: dt.datetime
    sealed: bool
    signal: Signal | None
    withdrawn: Withdrawn | None
    marks: List[Mark]


class Watchlist(Model):
    id: str
    name: str
    instruments: List[ListInstrument]
    schedule: Schedule
    runs: int
    rerun_on_break: bool
    allow_short: bool
    own_model: OwnModel | None = None
    language: str
    entries: int
    created_at: dt.datetime


class SaveWatchlist(Model):
    name: str
    instruments: List[AddInstrument]
    schedule: Schedule | None = None
    """When the list runs. After each close if omitted."""
    runs: int | None = None
    rerun_on_break: bool | None = None
    """Analyse an instrument again when a condition of its signal breaks. Counts as a run. Omitted: as the list has it, or off for a new one."""
    allow_short: bool | None = None
    """Whether a Sell of this list is a short position, in reports, signals and the record. Omitted: as the list has it, or false for a new one: a Sell means to hold none."""
    own_model: OwnModel | None = None
    language: str | None = None


class AddInstrument(Model):
    symbol: str
    asset_type: AssetType | None = None


class ListInstrument(Model):
    symbol: str
    asset_type: AssetType


class ScheduleClose(Model):
    kind: Literal["close"]


class ScheduleCron(Model):
    kind: Literal["cron"]
    cron: str
    zone: str


class ListRun(Model):
    symbol: str
    session: dt.date
    due_at: dt.datetime
    state: Union[Literal["waiting", "running", "signal", "review", "failed", "skipped"], str]
    reason: str | None
    signal_id: str | None


class NextRun(Model):
    at: dt.datetime
    symbols: List[str]


class LoggedRequestKey(Model):
    id: str
    name: str
    prefix: str
    """The first characters of the key."""
    livemode: bool
    """False for a test key."""


class LoggedRequest(Model):
    id: str
    request_id: str
    """The `X-Request-Id` of the response."""
    created_at: dt.datetime
    method: str
    path: str
    """With its query."""
    route: str
    """The path as this document writes it."""
    status: int
    duration_ms: int
    response_bytes: int | None
    """As sent, headers included. Null if unknown."""
    key: LoggedRequestKey
    user_agent: str | None
    api_version: str
    error: str | None
    """What the response said was wrong."""


class LoggedRequestDetailKey(Model):
    id: str
    name: str
    prefix: str
    """The first characters of the key."""
    livemode: bool
    """False for a test key."""


class LoggedRequestDetail(Model):
    id: str
    request_id: str
    """The `X-Request-Id` of the response."""
    created_at: dt.datetime
    method: str
    path: str
    """With its query."""
    route: str
    """The path as this document writes it."""
    status: int
    duration_ms: int
    response_bytes: int | None
    """As sent, headers included. Null if unknown."""
    key: LoggedRequestDetailKey
    user_agent: str | None
    api_version: str
    error: str | None
    """What the response said was wrong."""
    body: str | None
    """The first 4096 characters of the request body. Secrets and the paths of webhook URLs are replaced with `[redacted]`."""
    body_truncated: bool


class Endpoint(Model):
    id: str
    name: str
    url: str
    events: List[Union[Literal["analysis.succeeded", "analysis.failed", "analysis.condition_broken", "batch.finished", "backtest.succeeded", "backtest.failed", "signal.published", "signal.rating_changed", "signal.level_hit", "signal.settled", "signal.expired", "signal.condition_broken", "list.run_failed", "deposit.credited", "plan.ending"], str]]
    status: Union[Literal["active", "paused"], str]
    paused_reason: str | None
    """Why we paused it. Null if it is active or was paused by you."""
    failing_since: dt.datetime | None
    """Since when every attempt has failed. Null if the last one succeeded."""
    created_at: dt.datetime
    app: str | None
    """The connected app that made it or set its URL; it is deleted when you disconnect that app. Null if you did, or a key."""


class CreatedEndpoint(Model):
    id: str
    name: str
    url: str
    events: List[Union[Literal["analysis.succeeded", "analysis.failed", "analysis.condition_broken", "batch.finished", "backtest.succeeded", "backtest.failed", "signal.published", "signal.rating_changed", "signal.level_hit", "signal.settled", "signal.expired", "signal.condition_broken", "list.run_failed", "deposit.credited", "plan.ending"], str]]
    status: Union[Literal["active", "paused"], str]
    paused_reason: str | None
    """Why we paused it. Null if it is active or was paused by you."""
    failing_since: dt.datetime | None
    """Since when every attempt has failed. Null if the last one succeeded."""
    created_at: dt.datetime
    app: str | None
    """The connected app that made it or set its URL; it is deleted when you disconnect that app. Null if you did, or a key."""
    secret: str
    """`whsec_` and base64. It is returned only here."""


class RotatedSecret(Model):
    secret: str
    """`whsec_` and base64. It is returned only here."""
    previous_expires_at: dt.datetime
    """Until then, messages are signed with both secrets."""


class SaveEndpoint(Model):
    url: str
    name: str | None = None
    """Helps you tell your webhooks apart."""
    events: List[Union[Literal["analysis.succeeded", "analysis.failed", "analysis.condition_broken", "batch.finished", "backtest.succeeded", "backtest.failed", "signal.published", "signal.rating_changed", "signal.level_hit", "signal.settled", "signal.expired", "signal.condition_broken", "list.run_failed", "deposit.credited", "plan.ending"], str]]
    """What to send."""


class EndpointDelivery(Model):
    id: str
    """The `webhook-id` of the message, the same on every attempt."""
    event: Union[Union[Literal["analysis.succeeded", "analysis.failed", "analysis.condition_broken", "batch.finished", "backtest.succeeded", "backtest.failed", "signal.published", "signal.rating_changed", "signal.level_hit", "signal.settled", "signal.expired", "signal.condition_broken", "list.run_failed", "deposit.credited", "plan.ending"], str], Literal["webhook.test"]]
    status: Union[Literal["pending", "delivered", "failed", "dropped"], str]
    reason: str | None
    """Why it failed, was dropped or is tried again."""
    created_at: dt.datetime
    next_attempt_at: dt.datetime | None
    attempts: List[EndpointAttempt]
    """Newest first."""


class EndpointAttempt(Model):
    number: int
    created_at: dt.datetime
    status: int | None
    """Null if there was no response."""
    error: str | None
    response: str | None
    """The first 300 characters of the response."""


class EndpointMessage(Model):
    type: Union[Union[Literal["analysis.succeeded", "analysis.failed", "analysis.condition_broken", "batch.finished", "backtest.succeeded", "backtest.failed", "signal.published", "signal.rating_changed", "signal.level_hit", "signal.settled", "signal.expired", "signal.condition_broken", "list.run_failed", "deposit.credited", "plan.ending"], str], Literal["webhook.test"]]
    timestamp: dt.datetime
    """When it happened."""
    data: Dict[str, Any]
    """The object the event is about, such as `analysis`, `batch`, `backtest` or `signal`, and what is known of the event besides."""


class SubmitBacktestModels(Model):
    own_model: OwnModel
    budget_usd: str
    single_call: bool | None = None
    runs: int | None = None


class SubmitBacktest(Model):
    symbols: List[str]
    from_: dt.date = Field(alias="from")
    to: dt.date
    every: int | None = None
    commission_bps: float | None = None
    slippage_bps: float | None = None
    short: bool | None = None
    models: SubmitBacktestModels | None = None


class BacktestRequestModels(Model):
    own_model: OwnModel
    budget_usd: str
    single_call: bool | None = None
    runs: int | None = None


class BacktestRequest(Model):
    symbols: List[str]
    asset_type: AssetType
    from_: dt.date = Field(alias="from")
    to: dt.date
    every: int
    commission_bps: float
    slippage_bps: float
    short: bool
    models: BacktestRequestModels | None = None


class BacktestProgress(Model):
    done: int
    total: int | None


class BacktestSummary(Model):
    provider: str
    decisions: int
    reviews: int
    cumulative_return: float | None
    buy_and_hold_return: float | None


class Backtest(Model):
    id: str
    status: Union[Literal["queued", "running", "succeeded", "failed", "cancelled", "paused"], str]
    source: Union[Literal["here", "elsewhere"], str]
    request: BacktestRequest
    progress: BacktestProgress
    summary: BacktestSummary | None
    error: str | None
    stopped: str | None
    spent_usd: str
    created_at: dt.datetime
    started_at: dt.datetime | None
    finished_at: dt.datetime | None


class StartedBacktestRequestModels(Model):
    own_model: OwnModel
    budget_usd: str
    single_call: bool | None = None
    runs: int | None = None


class StartedBacktestRequest(Model):
    symbols: List[str]
    asset_type: AssetType
    from_: dt.date = Field(alias="from")
    to: dt.date
    every: int
    commission_bps: float
    slippage_bps: float
    short: bool
    models: StartedBacktestRequestModels | None = None


class StartedBacktestProgress(Model):
    done: int
    total: int | None


class StartedBacktestSummary(Model):
    provider: str
    decisions: int
    reviews: int
    cumulative_return: float | None
    buy_and_hold_return: float | None


class StartedBacktest(Model):
    id: str
    status: Union[Literal["queued", "running", "succeeded", "failed", "cancelled", "paused"], str]
    source: Union[Literal["here", "elsewhere"], str]
    request: StartedBacktestRequest
    progress: StartedBacktestProgress
    summary: StartedBacktestSummary | None
    error: str | None
    stopped: str | None
    spent_usd: str
    created_at: dt.datetime
    started_at: dt.datetime | None
    finished_at: dt.datetime | None
    notes: List[str]


class BacktestResultSettings(Model):
    symbols: List[str]
    from_: dt.date = Field(alias="from")
    to: dt.date
    every: int


class BacktestResultDecisionTokens(Model):
    input_tokens: int
    cached_input_tokens: int
    output_tokens: int


class BacktestResultDecisionBaselinesRules(Model):
    rating: Rating
    review_reason: str | None
    confidence: float | None


class BacktestResultDecisionBaselinesSingleCallTokens(Model):
    input_tokens: int
    cached_input_tokens: int
    output_tokens: int


class BacktestResultDecisionBaselinesSingleCall(Model):
    rating: Rating
    review_reason: str | None
    confidence: float | None
    calls: int
    tokens: BacktestResultDecisionBaselinesSingleCallTokens
    cost_usd: str | None


class BacktestResultDecisionBaselines(Model):
    rules: BacktestResultDecisionBaselinesRules | None = None
    single_call: BacktestResultDecisionBaselinesSingleCall | None = None


class BacktestResultDecisionLevels(Model):
    action: Union[Literal["buy", "sell"], str]
    stop: float | None
    target: float | None
    size_pct: float | None
    horizon_days: int | None


class BacktestResultDecision(Model):
    symbol: str
    session: dt.date
    rating: Rating
    review_reason: str | None
    confidence: float | None
    calls: int
    tokens: BacktestResultDecisionTokens
    cost_usd: str | None
    unsupported_numbers: int
    result_sha256: str
    runs: RepeatedRuns | None = None
    baselines: BacktestResultDecisionBaselines | None = None
    levels: BacktestResultDecisionLevels | None = None


class BacktestResultRatings(Model):
    Buy: int
    Overweight: int
    Hold: int
    Underweight: int
    Sell: int
    REVIEW: int


class BacktestResultPortfolio(Model):
    equity_sessions: List[dt.date]


class BacktestResult(Model):
    version: int
    settings: BacktestResultSettings
    assumptions: List[str]
    decisions: List[BacktestResultDecision]
    ratings: BacktestResultRatings
    portfolio: BacktestResultPortfolio


class BacktestEstimateModelsSingleCalls(Model):
    calls: int
    cost_usd: str | None


class BacktestEstimateModelsTraining(Model):
    cutoff: dt.date | None
    may_remember: bool
    measured: List[MemorySummary]


class BacktestEstimateModels(Model):
    deep: str
    quick: str
    runs: int
    calls: int
    cost_usd: str | None
    single_calls: BacktestEstimateModelsSingleCalls | None
    exceeds_budget: bool
    training: BacktestEstimateModelsTraining


class BacktestEstimate(Model):
    decisions: int
    most_decisions: int
    seconds: int
    notes: List[str]
    models: BacktestEstimateModels | None


class MemorySummaryAgreement(Model):
    named: float | None
    masked: float | None
    shifted: float | None
    named_masked: float | None
    named_shifted: float | None
    masked_shifted: float | None


class MemorySummaryApartIntervalGiven(Model):
    status: Literal["given"]
    low: float
    high: float
    effective: float


class MemorySummaryApartIntervalTooFew(Model):
    status: Literal["too_few"]
    missing_outcomes: int
    missing_blocks: int


class MemorySummaryApartIntervalNoSpread(Model):
    status: Literal["no_spread"]


class MemorySummaryApartIntervalWithdrawn(Model):
    status: Literal["withdrawn"]


class MemorySummaryApartInterval(Model):
    low: float
    high: float


class MemorySummaryApart(Model):
    world: Union[Literal["named", "masked", "shifted"], str]
    by: float
    interval: Union[Union[MemorySummaryApartIntervalGiven, MemorySummaryApartIntervalTooFew, MemorySummaryApartIntervalNoSpread, MemorySummaryApartIntervalWithdrawn], MemorySummaryApartInterval]
    p: float
    level: float


class MemorySummary(Model):
    period: str
    sessions: int
    instruments: int
    measurements: int
    verdict: Union[Literal["name", "dates", "evidence", "cannot_tell"], str]
    agreement: MemorySummaryAgreement
    apart: MemorySummaryApart
    followed_false_news: CountedShare | None
    recall: CountedShare | None


class CountedShareIntervalGiven(Model):
    status: Literal["given"]
    low: float
    high: float
    effective: float


class CountedShareIntervalTooFew(Model):
    status: Literal["too_few"]
    missing_outcomes: int
    missing_blocks: int


class CountedShareIntervalNoSpread(Model):
    status: Literal["no_spread"]


class CountedShareIntervalWithdrawn(Model):
    status: Literal["withdrawn"]


class CountedShareInterval(Model):
    low: float
    high: float


class CountedShare(Model):
    count: int
    of: int
    interval: Union[Union[CountedShareIntervalGiven, CountedShareIntervalTooFew, CountedShareIntervalNoSpread, CountedShareIntervalWithdrawn], CountedShareInterval]


class Holdings(Model):
    currency: str
    """ISO 4217, of cash, values and costs that name no other. Prices in other currencies are converted."""
    positions: List[HeldPosition]
    """At most 50, each symbol once. An empty list: you hold nothing."""
    cash: str | None = None
    limits: HoldingLimits | None = None
    horizon_days: int | None = None


class HeldPosition(Model):
    symbol: str
    quantity: str
    """Shares or coins, as a decimal string. Negative for a short position."""
    cost_basis: str | None = None
    """What all of it cost, as a decimal string; for a short position what it brought."""
    currency: str | None = None


class HoldingLimits(Model):
    largest_position_pct: float | None = None
    """Percent of the book's value that one position may have."""
    largest_loss_pct: float | None = None
    """Percent of the book's value that one position may lose down to its stop."""
    no_shorts: bool | None = None


class HoldingsOfAnalysis(Model):
    holdings: Holdings
    for_holdings: ForHoldings | None


class ForHoldingsRate(Model):
    currency: str
    base: str
    rate: float
    date: dt.date
    pairs: List[str]
    how: Union[Literal["same", "direct", "inverse", "cross"], str]


class ForHoldingsComputed(Model):
    action: Union[Literal["open", "add", "keep", "trim", "exit", "stay_out"], str]
    quantity: str | None


class ForHoldingsAfter(Model):
    quantity: str
    weight_pct: float | None


class ForHoldingsStop(Model):
    price: float
    profit: str
    of_book_pct: float | None


class ForHoldingsTarget(Model):
    price: float
    profit: str
    of_book_pct: float | None


class ForHoldingsCheck(Model):
    id: Union[Literal["rating_action", "quantity", "no_shorts", "cash", "largest_position", "largest_loss"], str]
    outcome: Union[Literal["pass", "fail", "not_checked"], str]
    detail: str


class ForHoldingsNotAdopted(Model):
    action: Union[Literal["open", "add", "keep", "trim", "exit", "stay_out"], str]
    quantity: str | None
    agent: Union[Literal["market", "social", "news", "fundamentals", "bull", "bear", "research_manager", "trader", "aggressive", "neutral", "conservative", "portfolio_manager"], str]
    reason: str


class ForHoldingsVoice(Model):
    agent: Union[Literal["market", "social", "news", "fundamentals", "bull", "bear", "research_manager", "trader", "aggressive", "neutral", "conservative", "portfolio_manager"], str]
    action: Union[Literal["open", "add", "keep", "trim", "exit", "stay_out"], str] | None
    quantity: str | None
    text: str


class ForHoldings(Model):
    symbol: str
    as_of: dt.datetime | None
    held: str
    price: float | None
    rate: ForHoldingsRate | None = None
    book: Book
    correlation: float | None
    beta_to_book: float | None
    computed: ForHoldingsComputed | None
    """By rating and limits alone, without the agents. Null without an opinion."""
    action: Union[Literal["open", "add", "keep", "trim", "exit", "stay_out"], str] | None
    """Null where nothing that was proposed passed the checks, or there is no opinion."""
    quantity: str | None
    after: ForHoldingsAfter | None
    stop: ForHoldingsStop | None
    target: ForHoldingsTarget | None
    reasons: List[str]
    checks: List[ForHoldingsCheck]
    not_adopted: ForHoldingsNotAdopted | None
    voices: List[ForHoldingsVoice]
    problem: str | None
    usage: Usage


class BookRate(Model):
    currency: str
    base: str
    rate: float
    date: dt.date
    pairs: List[str]
    how: Union[Literal["same", "direct", "inverse", "cross"], str]


class Book(Model):
    currency: str
    value: str
    cash: str
    gross_exposure_pct: float | None
    net_exposure_pct: float | None
    hhi: float | None
    beta: float | None
    benchmark: str | None
    rates: List[BookRate] | None = None
    positions: List[ValuedPosition]
    notes: List[str]


class ValuedPosition(Model):
    symbol: str
    quantity: str
    price: float | None
    currency: str | None = None
    price_date: dt.date | None
    value: str | None
    weight_pct: float | None
    profit: str | None
    note: str | None


class PortfolioAlerts(Model):
    day_change_pct: float | None = None
    drawdown_pct: float | None = None
    position_pct: float | None = None
    ratings: bool | None = None


class Portfolio(Model):
    id: str
    version: int
    name: str
    currency: str
    cash: str
    lots: List[Lot]
    limits: HoldingLimits
    horizon_days: int | None
    alerts: PortfolioAlerts
    created_at: dt.datetime
    changed_at: dt.datetime


class Lot(Model):
    symbol: str
    quantity: str
    """Shares or coins as of `acquired`, as a decimal string. Negative for a short position. Later splits are applied to it."""
    cost_per_unit: str | None = None
    """As a decimal string, without fees. Null: not known, and then there is no profit."""
    currency: str | None = None
    """Of the cost. Null: that of the portfolio."""
    acquired: dt.date
    """The day it was bought."""
    note: str | None = None


class SavePortfolioAlerts(Model):
    day_change_pct: float | None = None
    drawdown_pct: float | None = None
    position_pct: float | None = None
    ratings: bool | None = None


class SavePortfolio(Model):
    name: str
    currency: str
    """ISO 4217, of cash, values and figures."""
    cash: str | None = None
    lots: List[Lot]
    limits: HoldingLimits | None = None
    horizon_days: int | None = None
    alerts: SavePortfolioAlerts | None = None


class ReplacePortfolioAlerts(Model):
    day_change_pct: float | None = None
    drawdown_pct: float | None = None
    position_pct: float | None = None
    ratings: bool | None = None


class ReplacePortfolio(Model):
    name: str
    currency: str
    cash: str | None = None
    lots: List[Lot]
    limits: HoldingLimits | None = None
    horizon_days: int | None = None
    alerts: ReplacePortfolioAlerts | None = None
    version: int
    """As you read it. If the portfolio was changed since, nothing is changed and 409 is returned."""


class AnalyzePortfolio(Model):
    budget_usd: str
    """Maximum cost of all runs together, in US dollars. A run starts only if the remaining budget covers the most it can cost."""
    trade_date: dt.date | None = None
    """The as-of date of all analyses. Null or omitted: the last session of each instrument."""
    analysts: List[Analyst] | None = None
    max_debate_rounds: int | None = None
    language: str | None = None
    own_model: OwnModel | None = None


class PortfolioValuationDrawdown(Model):
    now_pct: float | None
    worst_pct: float | None
    symbols: List[str]
    from_: dt.date | None = Field(alias="from")
    to: dt.date | None


class PortfolioValuationBeta(Model):
    value: float | None
    benchmark: str | None
    symbols: List[str]
    from_: dt.date | None = Field(alias="from")
    to: dt.date | None


class PortfolioValuationConcentrationLargest(Model):
    symbol: str
    share_pct: float


class PortfolioValuationConcentration(Model):
    largest: PortfolioValuationConcentrationLargest | None
    hhi: float | None
    symbols: List[str]
    from_: dt.date | None = Field(alias="from")
    to: dt.date | None


class PortfolioValuationCorrelation(Model):
    average: float | None
    matrix: List[List[float | None]]
    symbols: List[str]
    from_: dt.date | None = Field(alias="from")
    to: dt.date | None


class PortfolioValuationMissing(Model):
    symbol: str
    reason: str


class PortfolioValuation(Model):
    portfolio_id: str
    date: dt.date
    currency: str
    value: str
    """Without cash, whose past is not known."""
    positions_value: str
    """Without cash, whose past is not known."""
    cash: str
    """Without cash, whose past is not known."""
    cost: str | None
    dividends: str | None
    profit: str | None
    positions: List[PortfolioPosition]
    drawdown: PortfolioValuationDrawdown
    beta: PortfolioValuationBeta
    concentration: PortfolioValuationConcentration
    correlation: PortfolioValuationCorrelation
    days: List[PortfolioDay]
    missing: List[PortfolioValuationMissing]
    notes: List[str]


class PortfolioPositionSplit(Model):
    ex_date: dt.date
    ratio: float


class PortfolioPosition(Model):
    symbol: str
    quantity: str
    """With the splits known on the day."""
    splits: List[PortfolioPositionSplit]
    price: float | None
    price_date: dt.date | None
    price_currency: str | None
    value: str | None
    weight_pct: float | None
    cost: str | None
    dividends: str | None
    """Since its lots were acquired, by ex-date, before tax."""
    profit: str | None
    notes: List[str]
    """What is missing, and why."""


class PortfolioDay(Model):
    date: dt.date
    positions_value: str
    """Without cash, whose past is not known."""
    profit: str | None
    day_profit: str | None
    return_pct: float | None
    drawdown_pct: float | None
    """Below the highest point since `from` of an index of daily returns with dividends. Buying more does not move it."""


class SubmitMemory(Model):
    symbol: str
    asset_type: AssetType | None = None
    date: dt.date
    own_model: OwnModel
    repetitions: int | None = None
    budget_usd: str


class EstimateMemory(Model):
    symbol: str
    asset_type: AssetType | None = None
    date: dt.date
    own_model: OwnModel
    repetitions: int | None = None


class MemoryEstimate(Model):
    symbol: str
    date: dt.date
    deep: str
    quick: str
    repetitions: int
    calls: int
    cost_usd: str | None
    cutoff: dt.date | None


class MemoryJobRequest(Model):
    symbol: str
    asset_type: AssetType
    date: dt.date
    own_model: OwnModel
    repetitions: int


class MemoryJobProgress(Model):
    done: int
    total: int


class MemoryJobResultCutoff(Model):
    date: dt.date | None
    source: str


class MemoryJobResultRatings(Model):
    named: List[Rating]
    masked: List[Rating]
    shifted: List[Rating]
    false_news: List[Rating]


class MemoryJobResultAgreement(Model):
    named: float | None
    masked: float | None
    shifted: float | None
    named_masked: float | None
    named_shifted: float | None
    masked_shifted: float | None


class MemoryJobResultFalseHeadline(Model):
    text: str
    says: Union[Literal["up", "down"], str]
    later_return: float
    sessions: int


class MemoryJobResultQuizNamed(Model):
    right: CountedShare
    unknown: int


class MemoryJobResultQuizMasked(Model):
    right: CountedShare
    unknown: int


class MemoryJobResultQuiz(Model):
    named: MemoryJobResultQuizNamed
    masked: MemoryJobResultQuizMasked


class MemoryJobResult(Model):
    version: Literal[1]
    symbol: str
    asset_type: AssetType
    session: dt.date
    period: str
    provider: str
    deep: str
    quick: str
    cutoff: MemoryJobResultCutoff
    measured_at: dt.datetime
    code_version: str
    seed: int
    ratings: MemoryJobResultRatings
    rating: Rating
    agreement: MemoryJobResultAgreement | None = None
    followed_false_news: CountedShare | None
    false_headline: MemoryJobResultFalseHeadline | None
    quiz: MemoryJobResultQuiz | None
    notes: List[str]
    calls: int
    reused: int
    cost_usd: str | None
    stopped: str | None


class MemoryJob(Model):
    id: str
    status: JobStatus
    request: MemoryJobRequest
    progress: MemoryJobProgress
    budget_usd: str
    spent_usd: str
    result: MemoryJobResult | None
    error: str | None
    created_at: dt.datetime
    started_at: dt.datetime | None
    finished_at: dt.datetime | None


class MemoryJobList(Model):
    data: List[MemoryJob]


class BacktestValidity(Model):
    backtest_id: str
    status: Union[Literal["queued", "running", "succeeded", "failed"], str]
    report: ValidityReport | None
    error: str | None
    created_at: dt.datetime
    started_at: dt.datetime | None
    finished_at: dt.datetime | None


class ValidityReportBacktest(Model):
    symbols: List[str]
    from_: dt.date = Field(alias="from")
    to: dt.date
    provider: str
    deep: str
    quick: str
    decisions: int
    sha256: str


class ValidityReportCounts(Model):
    pass_: int = Field(alias="pass")
    fail: int
    cannot_tell: int


class ValidityReport(Model):
    version: Literal[1]
    backtest: ValidityReportBacktest
    verdict: Union[Literal["pass", "fail", "cannot_tell"], str]
    counts: ValidityReportCounts
    sections: List[ValiditySection]


class ValiditySection(Model):
    id: str
    protocol: Union[Literal["P1", "P2", "P3", "P4", "P5", "P6"], str] | None
    title: str
    verdict: Union[Literal["pass", "fail", "cannot_tell"], str]
    reason: str
    text: str
    figures: List[ValidityFigure]
    tables: List[ValidityTable]
    notes: List[str]


class ValidityFigureInterval(Model):
    low: float
    high: float


class ValidityFigure(Model):
    key: str
    label: str
    unit: Union[Literal["fraction", "ratio", "p", "count", "usd", "bps", "sessions", "text"], str]
    value: float | None
    interval: ValidityFigureInterval | None
    formula: str
    source: str


class ValidityTableColumn(Model):
    name: str
    unit: Union[Literal["fraction", "ratio", "p", "count", "usd", "bps", "sessions", "text"], str]


class ValidityTable(Model):
    title: str
    columns: List[ValidityTableColumn]
    rows: List[List[Union[str, float] | None]]
    bars: int | None = None


class PublicRecordHead(Model):
    number: int
    hash: str


class PublicRecordRuns(Model):
    signal: int
    review: int
    failed: int
    skipped: int


class PublicRecordRatings(Model):
    Buy: int
    Overweight: int
    Hold: int
    Underweight: int
    Sell: int


class PublicRecordByRating(Model):
    rating: Union[Literal["Buy", "Overweight", "Hold", "Underweight", "Sell"], str]
    horizon: Literal[1, 5, 21, 63]
    settled: int
    hits: int | None
    hit_rate: float | None
    hit_rate_interval: Interval | None
    mean_return: float | None
    mean_net_return: float | None
    mean_excess_return: float | None
    excess_interval: Interval


class PublicRecordByHorizon(Model):
    horizon: Literal[1, 5, 21, 63]
    settled: int
    hits: int
    interval: Interval


class PublicRecordReasonsAll(Model):
    held: int
    broken: int
    undecided: int
    open: int
    held_share: float | None


class PublicRecordReasonsByRating(Model):
    held: int
    broken: int
    undecided: int
    open: int
    held_share: float | None
    rating: Union[Literal["Buy", "Overweight", "Hold", "Underweight", "Sell"], str]


class PublicRecordReasonsByDay(Model):
    held: int
    broken: int
    undecided: int
    open: int
    held_share: float | None
    up_to_days: int | None


class PublicRecordReasonsBesidePrices(Model):
    horizon: int
    right_held: int
    right_broken: int
    wrong_held: int
    wrong_broken: int


class PublicRecordReasons(Model):
    all: PublicRecordReasonsAll
    by_rating: List[PublicRecordReasonsByRating]
    by_days: List[PublicRecordReasonsByDay]
    beside_prices: PublicRecordReasonsBesidePrices


class PublicRecordCalibrationBin(Model):
    from_: float = Field(alias="from")
    to: float
    settled: int
    mean_confidence: float | None
    hit_rate: float | None
    interval: Interval


class PublicRecordCalibration(Model):
    horizon: Literal[1, 5, 21, 63]
    bins: List[PublicRecordCalibrationBin]


class PublicRecordEquity(Model):
    sessions: List[dt.date]
    rule: List[float]
    buy_and_hold: List[float]


class PublicRecord(Model):
    list: str
    head: PublicRecordHead
    last_session: dt.date | None
    assumptions: List[str]
    runs: PublicRecordRuns
    review_rate: float | None
    withdrawn: int
    ratings: PublicRecordRatings
    by_rating: List[PublicRecordByRating]
    by_horizon: List[PublicRecordByHorizon]
    reasons: PublicRecordReasons
    calibration: PublicRecordCalibration
    equity: PublicRecordEquity


class Interval(Model):
    status: Union[Literal["given", "too_few", "no_spread", "withdrawn"], str]
    low: float | None = None
    high: float | None = None
    effective: float | None = None
    missing_outcomes: int | None = None
    missing_blocks: int | None = None


class RankingOpinionHits(Model):
    horizon: Literal[1, 5, 21, 63]
    settled: int
    hits: int
    interval: Interval


class RankingOpinion(Model):
    symbol: str
    name: str
    asset_type: AssetType
    rating: Union[Literal["Buy", "Overweight", "Hold", "Underweight", "Sell"], str]
    session: dt.date
    confidence: float | None
    agreeing: int
    runs: int
    hits: RankingOpinionHits | None


class RankingReview(Model):
    symbol: str
    name: str
    session: dt.date
    before: Union[Literal["Buy", "Overweight", "Hold", "Underweight", "Sell"], str] | None


class Ranking(Model):
    live: bool
    opinions: List[RankingOpinion]
    reviews: List[RankingReview]


class InstrumentRecordClose(Model):
    session: dt.date
    open: float
    high: float | None
    low: float | None
    close: float


class InstrumentRecordTrackRatingAgreement(Model):
    agreeing: int
    runs: int


class InstrumentRecordTrackRating(Model):
    session: dt.date
    rating: Rating
    outcome: Union[Literal["right", "wrong", "open", "none"], str]
    agreement: InstrumentRecordTrackRatingAgreement | None
    confidence: float | None
    href: str | None


class InstrumentRecordTrack(Model):
    name: str
    ratings: List[InstrumentRecordTrackRating]


class InstrumentRecordHit(Model):
    horizon: Literal[1, 5, 21, 63]
    settled: int
    hits: int
    interval: Interval


class InstrumentRecord(Model):
    symbol: str
    asset_type: AssetType
    name: str | None
    currency: str | None
    closes: List[InstrumentRecordClose]
    tracks: List[InstrumentRecordTrack]
    signals: List[SignalDetail]
    hits: List[InstrumentRecordHit]


class OwnInstrumentRecordClose(Model):
    session: dt.date
    open: float
    high: float | None
    low: float | None
    close: float


class OwnInstrumentRecordTrackRatingAgreement(Model):
    agreeing: int
    runs: int


class OwnInstrumentRecordTrackRating(Model):
    session: dt.date
    rating: Rating
    outcome: Union[Literal["right", "wrong", "open", "none"], str]
    agreement: OwnInstrumentRecordTrackRatingAgreement | None
    confidence: float | None
    href: str | None


class OwnInstrumentRecordTrack(Model):
    name: str
    ratings: List[OwnInstrumentRecordTrackRating]


class OwnInstrumentRecordHit(Model):
    horizon: Literal[1, 5, 21, 63]
    settled: int
    hits: int
    interval: Interval


class OwnInstrumentRecordAnalyse(Model):
    id: str


class OwnInstrumentRecordEvidencePoint(Model):
    session: dt.date
    value: float


class OwnInstrumentRecordEvidence(Model):
    key: str
    label: str
    unit: str | None
    points: List[OwnInstrumentRecordEvidencePoint]


class OwnInstrumentRecordKind(Model):
    name: Union[Literal["stock", "etf", "adr", "index", "currency", "coin"], str]
    reason: str


class OwnInstrumentRecord(Model):
    symbol: str
    asset_type: AssetType
    name: str | None
    currency: str | None
    closes: List[OwnInstrumentRecordClose]
    tracks: List[OwnInstrumentRecordTrack]
    signals: List[SignalDetail]
    hits: List[OwnInstrumentRecordHit]
    analyses: List[OwnInstrumentRecordAnalyse]
    evidence: List[OwnInstrumentRecordEvidence]
    kind: OwnInstrumentRecordKind | None
    coverage: List[EvidenceCoverage]


class ListedInstrument(Model):
    symbol: str
    name: str
    asset_type: Union[Literal["stock", "crypto", "index"], str]
    currency: str
    exchange: str
    synthetic: bool
    archive: str
    from_: dt.date | None = Field(alias="from")
    to: dt.date | None


class EvidenceCoverageHeld(Model):
    kind: Union[Literal["bars", "actions", "filings", "news", "social", "macro", "funding", "events", "insiders", "institutions"], str]
    status: Literal["held"]
    """An archive has records from the first day to the last."""
    source: str
    from_: dt.date = Field(alias="from")
    to: dt.date
    records: int


class EvidenceCoverageOnline(Model):
    kind: Union[Literal["bars", "actions", "filings", "news", "social", "macro", "funding", "events", "insiders", "institutions"], str]
    status: Literal["online"]
    """Sources outside are asked when a run starts."""
    sources: List[str]
    past: bool
    """False where they show only the present, so that past dates get nothing."""


class EvidenceCoverageMissing(Model):
    kind: Union[Literal["bars", "actions", "filings", "news", "social", "macro", "funding", "events", "insiders", "institutions"], str]
    status: Literal["missing"]
    """No source has any."""
    problem: str | None
    """What is wrong with a source that should have some."""


RunReport = Union[Run, UnfinishedRun]
Schedule = Union[ScheduleClose, ScheduleCron]
EvidenceCoverage = Union[EvidenceCoverageHeld, EvidenceCoverageOnline, EvidenceCoverageMissing]

# Fields name classes that stand further down.
for _model in Model.__subclasses__():
    _model.model_rebuild()
