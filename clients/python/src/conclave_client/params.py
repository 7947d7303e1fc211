"""What requests take.

Generated from openapi.json by scripts/make-client.ts.
"""

from __future__ import annotations

import datetime as dt
from typing import Any, Literal, Mapping, Sequence, Union

from typing_extensions import Required, TypedDict


class AddInstrumentParams(TypedDict, total=False):
    symbol: Required[str]
    asset_type: Literal["stock", "crypto"]


class OwnModelParams(TypedDict, total=False):
    llm_provider: Required[Literal["openai", "anthropic", "google", "xai", "deepseek", "mistral", "groq", "openrouter"]]
    deep_think_llm: str | None
    """For the managers. Null uses the provider's default model."""
    quick_think_llm: str | None
    """For all other agents. Null uses the provider's default model."""
    reasoning_effort: Literal["none", "minimal", "low", "medium", "high", "xhigh"]
    temperature: float


class AnalyzePortfolioParams(TypedDict, total=False):
    budget_usd: Required[str]
    """Maximum cost of all runs together, in US dollars. A run starts only if the remaining budget covers the most it can cost."""
    trade_date: str | dt.date | None
    """The as-of date of all analyses. Null or omitted: the last session of each instrument."""
    analysts: Sequence[Literal["market", "social", "news", "fundamentals"]]
    max_debate_rounds: int | None
    language: str
    own_model: OwnModelParams | None


class BatchLineRequestParams(TypedDict, total=False):
    ticker: Required[str]
    trade_date: Required[str | dt.date]
    asset_type: Literal["stock", "crypto"]
    analysts: Sequence[Literal["market", "social", "news", "fundamentals"]]
    max_debate_rounds: int | None
    language: str
    runs: int
    """1, or omitted. Send a line for each repetition."""
    allow_short: bool
    own_model: OwnModelParams | None
    holdings: Any
    """Refused unless null: start the analysis by itself."""
    portfolio: Any
    """Refused unless null: a portfolio starts a batch of its own."""


class BatchLineParams(TypedDict, total=False):
    custom_id: Required[str]
    request: Required[BatchLineRequestParams]


class EstimateAttributionParams(TypedDict, total=False):
    evidence: Sequence[str]
    """Evidence IDs. Default: the most cited `top`."""
    agents: Sequence[Literal["market", "social", "news", "fundamentals", "bull", "bear", "research_manager", "trader", "aggressive", "neutral", "conservative", "portfolio_manager"]]
    """Agents to leave out. Default: all with the rules engine, none with models."""
    flips: bool
    """Also try each piece of evidence with its sign turned."""
    top: int
    """How much of the evidence. Default: all with the rules engine, 5 with models."""
    repetitions: int
    """How often to try each change. The rules engine always gives the same answer, so once is enough."""


class EstimateMemoryParams(TypedDict, total=False):
    symbol: Required[str]
    asset_type: Literal["stock", "crypto"]
    date: Required[str | dt.date]
    own_model: Required[OwnModelParams]
    repetitions: int


class LotParams(TypedDict, total=False):
    symbol: Required[str]
    quantity: Required[str]
    """Shares or coins as of `acquired`, as a decimal string. Negative for a short position. Later splits are applied to it."""
    cost_per_unit: str | None
    """As a decimal string, without fees. Null: not known, and then there is no profit."""
    currency: str | None
    """Of the cost. Null: that of the portfolio."""
    acquired: Required[str | dt.date]
    """The day it was bought."""
    note: str | None


class HoldingLimitsParams(TypedDict, total=False):
    largest_position_pct: float | None
    """Percent of the book's value that one position may have."""
    largest_loss_pct: float | None
    """Percent of the book's value that one position may lose down to its stop."""
    no_shorts: bool


class ReplacePortfolioAlertsParams(TypedDict, total=False):
    day_change_pct: float | None
    drawdown_pct: float | None
    position_pct: float | None
    ratings: bool


class ReplacePortfolioParams(TypedDict, total=False):
    name: Required[str]
    currency: Required[str]
    cash: str
    lots: Required[Sequence[LotParams]]
    limits: HoldingLimitsParams
    horizon_days: int | None
    alerts: ReplacePortfolioAlertsParams
    version: Required[int]
    """As you read it. If the portfolio was changed since, nothing is changed and 409 is returned."""


class HeldPositionParams(TypedDict, total=False):
    symbol: Required[str]
    quantity: Required[str]
    """Shares or coins, as a decimal string. Negative for a short position."""
    cost_basis: str | None
    """What all of it cost, as a decimal string; for a short position what it brought."""
    currency: str


class HoldingsParams(TypedDict, total=False):
    currency: Required[str]
    """ISO 4217, of cash, values and costs that name no other. Prices in other currencies are converted."""
    positions: Required[Sequence[HeldPositionParams]]
    """At most 50, each symbol once. An empty list: you hold nothing."""
    cash: str
    limits: HoldingLimitsParams
    horizon_days: int | None


class RerunAnalysisParams(TypedDict, total=False):
    own_model: OwnModelParams | None
    """A model key of yours for the agents that are asked anew. Null uses the server's models. If omitted, as in the original."""
    max_debate_rounds: int
    """Only with `from` an analyst, the bull or the bear."""
    max_risk_discuss_rounds: int
    """Not with `from=portfolio_manager`."""
    seed: int
    holdings: HoldingsParams | None
    """What you hold now, as in a submission. Null or omitted: not given; those of the original are not taken over."""


class SaveEndpointParams(TypedDict, total=False):
    url: Required[str]
    name: str
    """Helps you tell your webhooks apart."""
    events: Required[Sequence[Literal["analysis.succeeded", "analysis.failed", "analysis.condition_broken", "batch.finished", "backtest.succeeded", "backtest.failed", "signal.published", "signal.rating_changed", "signal.level_hit", "signal.settled", "signal.expired", "signal.condition_broken", "list.run_failed", "deposit.credited", "plan.ending"]]]
    """What to send."""


class SavePortfolioAlertsParams(TypedDict, total=False):
    day_change_pct: float | None
    drawdown_pct: float | None
    position_pct: float | None
    ratings: bool


class SavePortfolioParams(TypedDict, total=False):
    name: Required[str]
    currency: Required[str]
    """ISO 4217, of cash, values and figures."""
    cash: str
    lots: Required[Sequence[LotParams]]
    limits: HoldingLimitsParams
    horizon_days: int | None
    alerts: SavePortfolioAlertsParams


class ScheduleCloseParams(TypedDict, total=False):
    kind: Required[Literal["close"]]


class ScheduleCronParams(TypedDict, total=False):
    kind: Required[Literal["cron"]]
    cron: Required[str]
    zone: Required[str]


class SaveWatchlistParams(TypedDict, total=False):
    name: Required[str]
    instruments: Required[Sequence[AddInstrumentParams]]
    schedule: Union[ScheduleCloseParams, ScheduleCronParams]
    """When the list runs. After each close if omitted."""
    runs: int
    rerun_on_break: bool
    """Analyse an instrument again when a condition of its signal breaks. Counts as a run. Omitted: as the list has it, or off for a new one."""
    allow_short: bool
    """Whether a Sell of this list is a short position, in reports, signals and the record. Omitted: as the list has it, or false for a new one: a Sell means to hold none."""
    own_model: OwnModelParams | None
    language: str | None


class SubmitAnalysisParams(TypedDict, total=False):
    ticker: Required[str]
    """Symbol of the instrument."""
    trade_date: Required[str | dt.date]
    """The as-of date. Nothing published later is used. A future date ends in REVIEW."""
    asset_type: Literal["stock", "crypto"]
    """Selects the stock or crypto pipeline. Set it explicitly."""
    analysts: Sequence[Literal["market", "social", "news", "fundamentals"]]
    """Fewer analysts are cheaper and faster, but narrow what the debate can consider."""
    max_debate_rounds: int | None
    """Rounds of bull versus bear. Null uses the service default. Cost grows roughly linearly with it."""
    language: str
    """Language of the report's prose, as a BCP 47 tag. English (`en`) if omitted; a request in English is returned without this field. Ratings, field names and evidence IDs stay as they are."""
    runs: int
    """Repetitions of the debate, each with its own seed, one after the other in one slot. Each counts as an analysis of your quota and has a run's budget of its own. 1 if omitted."""
    allow_short: bool
    """Whether a Sell may open a short position. False if omitted: positions are long only, and Sell means to hold none."""
    webhook_url: str | None
    """Receives a message when the job ends, signed according to Standard Webhooks."""
    webhook_secret: str | None
    """Signs the messages to webhook_url: whsec_ followed by 24 to 64 bytes in base64. If omitted, one is generated and returned in the Webhook-Secret header of the 202 response."""
    own_model: OwnModelParams | None
    """Runs on a model key of yours that is stored with your account. The provider bills you, and the server's budget for a run does not apply. If omitted, the server's models are used."""
    holdings: HoldingsParams | None
    """What you hold, for a second part that says what the rating means for it. The rating itself does not depend on it. Null or omitted: not given. No positions and no cash: you hold nothing. Private: it is not returned in Job.request; read it under /holdings."""
    portfolio: str | None
    """The ID of a saved portfolio, in place of `holdings`: what it holds as of the trade date. Also needs the scope `portfolios:read`."""


class SubmitAttributionParams(TypedDict, total=False):
    evidence: Sequence[str]
    """Evidence IDs. Default: the most cited `top`."""
    agents: Sequence[Literal["market", "social", "news", "fundamentals", "bull", "bear", "research_manager", "trader", "aggressive", "neutral", "conservative", "portfolio_manager"]]
    """Agents to leave out. Default: all with the rules engine, none with models."""
    flips: bool
    """Also try each piece of evidence with its sign turned."""
    top: int
    """How much of the evidence. Default: all with the rules engine, 5 with models."""
    repetitions: int
    """How often to try each change. The rules engine always gives the same answer, so once is enough."""
    budget_usd: str
    """Maximum cost of all calls. Default: `limit_usd` of the estimate. Not used by the rules engine."""


class SubmitBacktestModelsParams(TypedDict, total=False):
    own_model: Required[OwnModelParams]
    budget_usd: Required[str]
    single_call: bool
    runs: int


class SubmitBacktestParams(TypedDict, total=False):
    symbols: Required[Sequence[str]]
    from_: Required[str | dt.date]
    to: Required[str | dt.date]
    every: int
    commission_bps: float
    slippage_bps: float
    short: bool
    models: SubmitBacktestModelsParams | None


class SubmitMemoryParams(TypedDict, total=False):
    symbol: Required[str]
    asset_type: Literal["stock", "crypto"]
    date: Required[str | dt.date]
    own_model: Required[OwnModelParams]
    repetitions: int
    budget_usd: Required[str]
