"""Makes reference.json: what scipy, numpy and pandas say of the formulas of src/backtest/validity.

    pip install numpy scipy pandas && python3 tests/support/validity/reference.py > tests/support/validity/reference.json

Every formula is written from its paper, in another way than in TypeScript.
"""

import itertools
import json

import numpy as np
import pandas as pd
from scipy import optimize, stats

rng = np.random.default_rng(20261125)


def rounded(values):
    return [round(float(value), 6) for value in values]


def series():
    normal = rounded(rng.normal(0.0006, 0.011, 500))
    fat = rounded(stats.t(3).rvs(250, random_state=rng) * 0.008 + 0.0004)
    skewed = rounded((rng.gamma(2.0, 0.006, 120) - 0.0125) * -1)
    short = rounded(rng.normal(0.01, 0.02, 31))
    return {"normal": normal, "fat": fat, "skewed": skewed, "short": short}


def sharpe_figures(values, trials):
    x = np.array(values)
    n = len(x)
    sr = x.mean() / x.std(ddof=1)
    g1 = stats.skew(x)
    g2 = stats.kurtosis(x, fisher=False)
    error = np.sqrt((1 - g1 * sr + (g2 - 1) / 4 * sr**2) / (n - 1))
    count = len(trials)
    expected = np.std(trials, ddof=1) * (
        (1 - np.euler_gamma) * stats.norm.isf(1 / count) + np.euler_gamma * stats.norm.isf(np.exp(-1) / count)
    )
    mtrl = None
    if sr > expected:
        mtrl = 1 + (error**2 * (n - 1)) * (stats.norm.ppf(0.95) / (sr - expected)) ** 2
    return {
        "sharpe": sr,
        "skewness": g1,
        "kurtosis": g2,
        "psr": stats.norm.sf(0, loc=sr, scale=error),
        "expected_max": expected,
        "dsr": stats.norm.sf(expected, loc=sr, scale=error),
        "minimum_track_record": mtrl,
    }


def pbo(matrix, blocks):
    """matrix: configurations in columns. By data frames and ranks of pandas."""
    frame = pd.DataFrame(matrix)
    length = len(frame) // blocks
    frame = frame.iloc[len(frame) - length * blocks :].reset_index(drop=True)
    block = frame.index // length
    logits, losses = [], 0
    for chosen in itertools.combinations(range(blocks), blocks // 2):
        inside = frame[block.isin(chosen)]
        outside = frame[~block.isin(chosen)]
        best = (inside.mean() / inside.std(ddof=1)).idxmax()
        there = outside.mean() / outside.std(ddof=1)
        rank = there.rank(method="average")[best] / (frame.shape[1] + 1)
        logits.append(np.log(rank / (1 - rank)))
        losses += there[best] < 0
    logits = np.array(logits)
    return {
        "pbo": float((logits <= 1e-12).mean()),
        "loss": float(losses / len(logits)),
        "splits": len(logits),
        "mean_logit": float(logits.mean()),
    }


def brier(p, o):
    frame = pd.DataFrame({"p": p, "o": o})
    frame["bin"] = pd.cut(frame.p, [0, 0.2, 0.4, 0.6, 0.8, 1.0], right=False, labels=False)
    base = frame.o.mean()
    bins = frame.groupby("bin").agg(n=("p", "size"), p=("p", "mean"), o=("o", "mean"))
    return {
        "brier": float(np.mean((frame.p - frame.o) ** 2)),
        "base": float(np.mean((base - frame.o) ** 2)),
        "reliability": float(np.average((bins.p - bins.o) ** 2, weights=bins.n)),
        "resolution": float(np.average((bins.o - base) ** 2, weights=bins.n)),
        "uncertainty": float(frame.o.var(ddof=0)),
        "gap": float(base - frame.p.mean()),
    }


def market():
    """Sixty sessions with gaps, a two-for-one split before the 31st, and thin volumes now and then."""
    drift = np.zeros(60)
    drift[23:28], drift[37:42] = -0.012, -0.015
    close = 50 * np.exp(np.cumsum(rng.normal(0.001, 0.02, 60) + drift))
    open_ = close * np.exp(rng.normal(0, 0.006, 60))
    high = np.maximum(open_, close) * np.exp(np.abs(rng.normal(0, 0.008, 60)))
    low = np.minimum(open_, close) * np.exp(-np.abs(rng.normal(0, 0.008, 60)))
    volume = rng.integers(40_000, 900_000, 60)
    raw = np.column_stack([open_, high, low, close])
    raw[30:] /= 2
    return [[*rounded(prices), int(shares)] for prices, shares in zip(raw, volume)]


decisions = [[16, "Buy"], [22, "Underweight"], [27, "Overweight"], [36, "Sell"], [41, "Buy"], [52, "Hold"], [55, "Sell"]]
targets = {"Buy": 1.0, "Overweight": 0.5, "Underweight": 0.0, "Sell": -1.0}
settings = {"commission": 0.0002, "slippage": 0.0005, "capital": 2_000_000, "split": 2, "split_at": 30}


def simulated(bars, orders, atr_slippage=False, cap=False, delay=0, more=0.0):
    """On prices adjusted to the last basis, each trade by a root instead of a formula. Returns of each session."""
    frame = pd.DataFrame(bars, columns=["open", "high", "low", "close", "volume"])
    frame.loc[: settings["split_at"] - 1, ["open", "high", "low", "close"]] /= settings["split"]
    frame.loc[: settings["split_at"] - 1, "volume"] *= settings["split"]
    before = frame.close.shift()
    ranges = pd.concat([frame.high - frame.low, (frame.high - before).abs(), (frame.low - before).abs()], axis=1).max(axis=1)
    seeded = ranges[1:].reset_index(drop=True)
    seeded[13] = seeded[:14].mean()
    atr = pd.Series(np.nan, index=frame.index)
    atr[14:] = seeded[13:].ewm(alpha=1 / 14, adjust=False).mean().to_numpy()
    share = (atr / frame.close).shift()
    start = min(orders)
    moved = {place + delay: target for place, target in orders.items() if place + delay < len(frame)}
    cash, shares, pending, equity = 1.0, 0.0, None, []
    for at in range(start, len(frame)):
        price = frame.open[at]
        if at > start and pending is not None:
            slip = settings["slippage"] + more
            if atr_slippage:
                slip = max(slip, 0.1 * np.nan_to_num(share[at]))

            def after(value, price=price, slip=slip):
                worse = 1 + slip if value > 0 else 1 - slip
                return cash - value * worse - abs(value) * worse * settings["commission"]

            def gap(value, price=price):
                held = shares * price + value
                return held - pending * (held + after(value))

            whole = cash + shares * price
            value = optimize.brentq(gap, -4 * whole, 4 * whole, xtol=1e-16, rtol=8.9e-16)
            most = 0.01 * frame.volume[at] * price / settings["capital"] if cap else np.inf
            wanted, value = value, float(np.clip(value, -most, most))
            if abs(value) > 1e-9 * whole:
                cash, shares = after(value), shares + value / price
            if abs(wanted) < most:
                pending = None
        equity.append(cash + shares * frame.close[at])
        pending = moved.get(at, pending)
    return pd.Series(equity).pct_change()[1:].to_numpy()


def frictions(bars):
    own = {place: targets[rating] for place, rating in decisions if rating in targets}
    held = {min(own): 1.0}
    every = {
        "none": {},
        "delay": {"delay": 1},
        "atr": {"atr_slippage": True},
        "cap": {"cap": True},
        "all": {"delay": 1, "atr_slippage": True, "cap": True},
    }
    made = {}
    for name, friction in every.items():
        mine, theirs = simulated(bars, own, **friction), simulated(bars, held, **friction)
        made[name] = {
            "own": float(np.prod(1 + mine)),
            "own_deviation": float(mine.std(ddof=1)),
            "held": float(np.prod(1 + theirs)),
            "held_deviation": float(theirs.std(ddof=1)),
        }

    def advantage(more):
        return np.prod(1 + simulated(bars, own, more=more)) - np.prod(1 + simulated(bars, held, more=more))

    even = optimize.brentq(advantage, 0, 0.05, xtol=1e-14)
    return made, 10_000 * (even + settings["slippage"] + settings["commission"])


def regimes(returns):
    """Of each session a letter for the trend and one for the volatility; - where too little came before."""
    equity = pd.Series(np.concatenate([[1.0], np.cumprod(1 + np.array(returns))]))
    past = equity.pct_change(63)[:-1].to_numpy()
    trend = np.select([np.isnan(past), past > 0.05, past < -0.05], ["-", "u", "d"], "f")
    deviation = pd.Series(returns).rolling(21).std().shift().to_numpy()
    middle = np.nanmedian(deviation)
    turbulence = np.select([np.isnan(deviation), deviation > middle], ["-", "h"], "l")
    return "".join(trend), "".join(turbulence)


points = [-37.5, -8.2, -5.0, -4.0, -3.999, -2.5, -1.0, -0.1, 0.0, 0.3, 1.96, 3.3, 4.0, 4.5, 6.1]
quantiles = [1e-12, 1e-6, 0.001, 0.025, 0.1, 0.5, 0.7, 0.95, 0.975, 0.9999, 1 - 1e-9]
trials = rounded(rng.normal(0.0, 0.05, 40))
own = series()
matrix = np.array([rounded(row) for row in rng.normal(0.0002, 0.01, (163, 7))])
probability = rounded(rng.uniform(0, 0.999, 300))
own_regimes = regimes(own["normal"])
outcome = [int(value) for value in rng.uniform(0, 1, 300) < np.array(probability) * 0.8]
bars = market()
by_friction, break_even = frictions(bars)


def precision(outcomes):
    """ADR 10 by matrices: the mean, and the variances and degrees of freedom that its two estimates give it."""
    frame = pd.DataFrame(outcomes, columns=["from", "through", "value"])
    grouped = frame.groupby("from").agg(through=("through", "max"), count=("value", "size"), mean=("value", "mean"))
    starts = grouped.index.to_numpy(dtype=float)
    ends = grouped["through"].to_numpy(dtype=float)
    length = ends - starts + 1
    n, total = len(starts), len(frame)
    weight = grouped["count"].to_numpy() / total
    both = np.clip(np.minimum.outer(ends, ends) - np.maximum.outer(starts, starts) + 1, 0, None)
    shared = both / np.sqrt(np.outer(length, length))
    inflation = float(weight @ shared @ weight)
    day = grouped["mean"].to_numpy()
    mean = float(frame["value"].mean())
    by_overlap = float(weight @ (day - mean) ** 2) / (1 - inflation) * inflation
    centre = np.eye(n) - np.ones((n, n)) / n
    about = centre @ shared @ centre
    freedom = max(1.0, np.trace(about) ** 2 / np.trace(about @ about))
    apart, end = 0, -np.inf
    for start, through in sorted(zip(starts, ends), key=lambda pair: pair[1]):
        if start > end:
            apart, end = apart + 1, through
    spanned = (starts[-1] - starts[0]) * n / (n - 1)
    blocks = min(apart, round(1 / inflation), max(1, int(np.floor(spanned / length.mean() + 1e-9))))
    waves = max(2, min(int(np.floor(0.6 * n ** (2 / 3) + 0.5)), blocks - 1))
    place = (starts - starts[0] + 0.5) / (starts[-1] - starts[0] + 1)
    cosines = np.cos(np.pi * np.outer(np.arange(1, waves + 1), place))
    loads = weight * (cosines - (cosines @ weight)[:, None])
    by_cosines = float(np.sum((loads @ day) ** 2) / np.trace(loads @ shared @ loads.T)) * inflation
    spread = float(np.mean((frame["value"] - mean) ** 2)) / (1 - inflation)
    most = total / (n * inflation)
    worth = [most if spread == 0 or v == 0 else min(most, spread / v) for v in (by_overlap, by_cosines)]
    return mean, [(by_overlap, freedom), (by_cosines, waves)], min(worth), inflation


def half_width(estimates):
    return max(stats.t.ppf(0.975, freedom) * np.sqrt(variance) for variance, freedom in estimates)


def mean_interval(outcomes):
    mean, estimates, effective, _ = precision(outcomes)
    half = half_width(estimates)
    return {"low": mean - half, "high": mean + half, "effective": effective}


def share_interval(outcomes):
    """Wilson's ends as the roots that he found them by."""
    share, estimates, effective, inflation = precision(outcomes)
    z = stats.norm.ppf(0.975)
    n = effective * (1 - inflation) * (z / max(stats.t.ppf(0.975, freedom) for _, freedom in estimates)) ** 2
    gap = lambda p: (share - p) ** 2 - z**2 * p * (1 - p) / n
    low = 0.0 if share == 0 else optimize.brentq(gap, 0, share, xtol=1e-15)
    high = 1.0 if share == 1 else optimize.brentq(gap, share, 1, xtol=1e-15)
    return {"low": low, "high": high, "effective": effective}


def excess_interval(own, held, per_year):
    """The least and the most of the difference over the corners of what is likely."""
    logs, others = np.log1p(own), np.log1p(held)
    each = lambda values: [(index, index, value) for index, value in enumerate(values)]
    gap, _gap_estimates, effective, _ = precision(each(logs - others))
    corners = []
    for end in (gap - half_width(_gap_estimates), gap + half_width(_gap_estimates)):
        mean, estimates, _, _ = precision(each(others))
        corners += [np.exp((mean + side * half_width(estimates)) * per_year) * np.expm1(end * per_year) for side in (-1, 1)]
    return {"low": min(corners), "high": max(corners), "effective": effective}


def interval_cases():
    """Of their own draws, so that those above stay as they are."""
    draws = np.random.default_rng(20461125)
    begin = sorted(int(day) for day in draws.integers(0, 240, 160))
    overlapping = [[day, day + 20, int(value)] for day, value in zip(begin, draws.uniform(0, 1, 160) < 0.57)]
    returns = [[day, day + 4, round(float(value), 6)] for day, value in zip(range(90), draws.normal(0.001, 0.02, 90))]
    own, held = rounded(draws.normal(0.0009, 0.012, 300)), rounded(draws.normal(0.0004, 0.01, 300))
    return {
        "shares": {"outcomes": overlapping, "interval": share_interval(overlapping)},
        "means": {"outcomes": returns, "interval": mean_interval(returns)},
        "excess": {"own": own, "held": held, "interval": excess_interval(np.array(own), np.array(held), 252)},
    }


def calibration_intervals(probability, outcome):
    """Of each bin of 0.2 that has one, and of the mean difference."""
    place = np.minimum(4, np.floor(np.array(probability) / 0.2 + 1e-9)).astype(int)
    told = [(index, index, value) for index, value in enumerate(outcome)]
    return {
        "gap": mean_interval([(i, i, o - p) for i, (p, o) in enumerate(zip(probability, outcome))]),
        "bins": [share_interval([one for one, at in zip(told, place) if at == which]) for which in sorted(set(place))],
    }


print(
    json.dumps(
        {
            "normal_cdf": [[x, float(stats.norm.cdf(x))] for x in points],
            "normal_quantile": [[p, float(stats.norm.ppf(p))] for p in quantiles],
            "trials": trials,
            "series": own,
            "sharpe": {
                name: {key: None if value is None else float(value) for key, value in sharpe_figures(values, trials).items()}
                for name, values in own.items()
            },
            "matrix": matrix.T.tolist(),
            "pbo": pbo(matrix, 16),
            "probability": probability,
            "outcome": outcome,
            "brier": brier(probability, outcome),
            "calibration": calibration_intervals(probability, outcome),
            "intervals": interval_cases(),
            "bars": bars,
            "decisions": decisions,
            "frictions": by_friction,
            "break_even_bps": break_even,
            "trends": own_regimes[0],
            "turbulence": own_regimes[1],
        },
        indent=1,
    )
)
