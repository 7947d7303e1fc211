"""POST /v1/analyses as FastAPI would have it, from the specification's table alone."""

from enum import Enum
from typing import Optional

from fastapi import FastAPI
from pydantic import BaseModel, Field


class AssetType(str, Enum):
    stock = "stock"
    crypto = "crypto"


class Analyst(str, Enum):
    market = "market"
    social = "social"
    news = "news"
    fundamentals = "fundamentals"


class AnalysisRequest(BaseModel):
    ticker: str = Field(min_length=1, max_length=32)
    trade_date: str = Field(pattern=r"^\d{4}-\d{2}-\d{2}$")
    asset_type: AssetType = AssetType.stock
    analysts: list[Analyst] = Field(default=list(Analyst), min_length=1)
    max_debate_rounds: Optional[int] = Field(default=None, ge=1, le=10)


app = FastAPI()


@app.get("/ready")
def ready() -> bool:
    return True


@app.post("/v1/analyses", status_code=202)
def submit(request: AnalysisRequest) -> AnalysisRequest:
    return request
