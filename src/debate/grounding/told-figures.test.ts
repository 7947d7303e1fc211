import { testTwins, type Families } from "#tests/support/twins.ts";
import { flaggedOnCoin, flaggedOnStock } from "#tests/support/two-runs.ts";

/* Figures that are told by what they are more, less, a part or a count of, and own levels by what they do: `{true|false}`. */

const ofStock: Families = [
  [
    "differences in percentage points",
    [
      "21-session volatility is {12.93|13.93} percentage points lower than 63-session volatility [M26, M27].",
      "63-session volatility is {12.93|9.93} pp higher than 21-session volatility [M27, M26].",
    ],
  ],
  [
    "a figure against a mark",
    [
      "The return over 252 sessions is {better|worse} than -25 percent.",
      "The drawdown from the highest close of 252 sessions is {worse|better} than 40 percent.",
      "In my reading, the 63-day return lies {below|above} the mark of -10 percent.",
      "The 63-session return is {above|below} the mark of -30% [M24].",
      "The 252-session return lies {below|above} the threshold of -15%.",
      "The drawdown of the stock from its highest close of 252 sessions is {deeper|shallower} than 30 percent.",
      "The close against the highest close of 252 sessions is {worse|better} than -40% [M29].",
    ],
  ],
  [
    "a ratio against one",
    [
      "The last volume against its prior 20-session mean stands {below|above} 1.",
      "The last volume against its prior 20-session mean is {below|above} 1 [M20].",
      "The ratio of the last volume to the mean of the 20 sessions before stands {below|above} 1 [M20].",
      "One fact: the last volume against its prior 20-session mean is {0.588|0.858}.",
      "Beta to the index is {above|below} 1 [M36].",
    ],
  ],
  [
    "multiples that are more or less",
    [
      "Net cash is worth {more|less} than a tenth of the market capitalisation [F24, F31].",
      "Trailing operating cash flow is more than {triple|quadruple} trailing capital expenditure [F13, F14].",
      "The number of news items in 30 days is more than {triple|quadruple} the 7-day news count [N3, N1].",
      "The number of posts in 30 days is {more|less} than double the 7-day post count [S3, S1].",
      "The stock closed at {more|less} than half of its highest price of 252 sessions.",
    ],
  ],
  [
    "ratios of counts",
    [
      "The ratio of the 7-day news count to the 30-day news count is {0.27|0.37}, and we weigh it accordingly.",
      "The ratio of the 7-day post count to the 30-day post count is {0.24|0.42}.",
      "The ratio of the 30-day news count to the 7-day news count is {3.75|2.75}.",
    ],
  ],
  [
    "amounts for each unit of another",
    [
      "Net income is {19.5|15.9} cents per dollar of trailing revenue.",
      "For each dollar of trailing revenue, gross profit is {0.5718|0.6718} dollars.",
      "For each dollar of trailing revenue, net income is {0.195|0.295} dollars.",
      "For every dollar of revenue, operating income comes to {0.2567|0.3567} dollars [F6].",
      "For each dollar of trailing revenue, free cash flow is {$0.1683|$0.2683}.",
      "For each dollar of total debt, cash and marketable securities are {2.40|3.40} dollars.",
      "Net income is {0.195|0.295} times trailing revenue [F8].",
      "Gross profit is {0.572|0.672} times trailing revenue [F4].",
      "Operating income is {0.257|0.275} times trailing revenue.",
      "Free cash flow is {0.168|0.268} times trailing revenue [F17].",
    ],
  ],
  [
    "an agent's own levels and size",
    [
      "The stop is {$4.85|$5.84} above the target, which the trader should respect.",
      "The stop lies {$4.85 above|$4.85 below} the target.",
      "Reaching the target from our entry would add {1.56|2.56} percent to the portfolio.",
      "Reaching the target would add {1.56%|0.73%} to the portfolio.",
      "Being stopped out would take {0.73%|3.7%} off the portfolio.",
      "A full run from entry to target would lift the portfolio by {1.56%|7.92%}.",
      "The target, if reached, adds {1.56|7.9} percent to the whole portfolio.",
      "Our position leaves {80.3|82.3} percent of the portfolio for everything else.",
      "The position leaves {80.3%|70.3%} of the book untouched.",
      "That leaves {80.3%|76.3%} of the portfolio outside the trade.",
      "{80.3%|83.0%} of the portfolio stays out of this position.",
    ],
  ],
  ["what is told roughly", ["The MACD line stands at almost {0.73|0.93} dollars."]],
  [
    "a value ahead of its name or behind its window",
    [
      "A {$0.94|$1.94} ATR over 14 sessions sets the pace for DEMO.",
      "A {$0.9432|$0.9234} ATR over 14 sessions sets the pace [M16].",
      "Beta(252)={1.057|1.507} for DEMO.",
      "Beta(252) = {1.06|1.60} for DEMO.",
      "Volatility(21)={27.92%|29.72%} for DEMO.",
      "Correlation(252)={0.484|0.848}.",
      "ATR(14)={0.94|0.49}.",
      "Return(63)={-20.01%|-21.00%}.",
    ],
  ],
  [
    "counts that are joined to what they count",
    [
      "One input is a {4|7}-item week of news.",
      "It was a {4|6}-item week of news for DEMO [N1].",
      "It was a {15|25}-news-item 30-day stretch for DEMO [N3], a point the other side left out.",
      "A {34|43}-post week on social media [S1].",
      "It was a {34|30}-post week.",
      "A {140|150}-post month is behind us [S3].",
      "A {26|45}-day gap separates us from the last filing.",
      "As the bull notes, a {26|150}-day gap separates us from the last filing [F37].",
      "A {72|27}-day gap separates us from the end of the newest reported period.",
      "N1 shows the number of news items over 7 days of {4|7}, so patience is in order.",
      "S1 gives a number of posts over 7 days of {34|30}.",
      "N3 shows the number of news items over 30 days of {15|30}.",
      "The count of posts over the last 30 days of {140|30} [S3] is low.",
    ],
  ],
  [
    "the window that a measure is made over",
    [
      "The upper Bollinger band in this file is computed over {20|5} sessions [M13], and I rest part of my case on it.",
      "The money flow index here is a {14|5}-session measure [M19].",
      "The volume-weighted mean close in this file is computed over {20|14} sessions [M18].",
      "The lower Bollinger band here is a {20|30}-session measure [M14].",
      "The average true range in this file is computed over {14|30} sessions [M16].",
      "The sheet takes the upper Bollinger band over {20|50} sessions [M13], a point the other side left out.",
      "The RSI in this file uses {14|21} sessions.",
      "The file's average true range rests on {14|20} sessions.",
      "Our sheet measures beta over {252|63} sessions.",
      "The tone of news items N2 is taken over {7|30} days.",
      "The support level in the sheet looks back {20|50} sessions [M32].",
    ],
  ],
  [
    "units",
    [
      "Diluted earnings a share over the trailing twelve months works out at 2.15 {dollars|shares} [F11].",
      "The change in the operating margin on a year before is {0.83 percentage points|0.83%} [F7].",
      "The age of the newest period reported is about {70|200} days [F38].",
      "The price change over the 21 sessions after the decision of 2018-12-19 was {-8.99%|8.99%}.",
      "As I told the bull, the change in the net margin on a year before stands at {2.22 points|2.22 percent}.",
      "For DEMO, the change in the net margin on a year before is 2.22 {percentage points|percent}.",
      "The dividends a share come to 0.49 {dollars|shares}.",
    ],
  ],
  [
    "growth of the quarter and of the year",
    ["Last-quarter revenue growth on the same quarter a year before came in at {8.67%|12.51%}."],
  ],
  [
    "a change that goes either way",
    ["The price change over the 5 sessions after the decision of 2019-02-20 came to {4.67%|-4.67%}."],
  ],
  [
    "closes by day",
    [
      "Three sessions before the last close, DEMO closed at {40.82|40.95} dollars, and that should be weighed.",
      "One session before the last close, DEMO closed at {$41.70|$40.95} [M40].",
      "For March 8, 2019 the list of closes gives {40.82|39.08} dollars.",
    ],
  ],
  [
    "shares of counts",
    [
      "Of the month's posts, about {a quarter|a half} arrived in the past week.",
      "Roughly {a quarter|two thirds} of the posts of 30 days came in the last 7 days.",
      "About {a quarter|half} of the news items of 30 days came in the last 7 days.",
      "Just under {a quarter|a third} of the month's posts came in the last week.",
      "Of the posts of 30 days, about {a quarter|a half} fell into the last 7 days.",
      "{Three quarters|Half} of the posts of 7 days are positive.",
      "The number of posts has {risen by an eighth|more than doubled} for DEMO.",
    ],
  ],
];
const ofCoin: Families = [
  [
    "volume of 30 and 90 days",
    [
      "The mean volume of 30 days against that of 90 was measured at {1.83|1.38} times.",
      "The mean volume of 30 days against that of 90 is {１．８３４x|１．３８４x}.",
      "The mean volume of 30 days against that of 90 stands {above|below} 1.",
    ],
  ],
  ["halved and doubled", ["The coin closed at {under half|over half} of its highest price of 252 sessions."]],
  [
    "days since the high",
    [
      "The {354|254}-day gap since the highest close of Bitcoin is long [F4].",
      "It is a {354|254}-day gap since the highest close.",
    ],
  ],
  [
    "a value behind a comma",
    [
      "My view rests on the annualised realised volatility of 30 days, {105.8%|67.2%}.",
      "I rely on the annualised realised volatility of 90 days, {67.2%|105.8%}.",
    ],
  ],
  [
    "what is told roughly",
    [
      "Give or take, the highest high of the previous 20 sessions is {5,700|6,700} dollars [M33].",
      "The 14-session ATR runs at almost {$360|$460} [M16].",
      "The ATR is at almost {$351|$500}.",
    ],
  ],
  [
    "an agent's own levels and size",
    [
      "The target is {$1,585.80|$1,858.50} above the stop.",
      "Reaching the target from our entry would add {2.90%|2.09%} to the portfolio, which both sides have to accept.",
      "Our position leaves {88.7%|87.8%} of the portfolio for everything else.",
    ],
  ],
];

testTwins(ofStock, undefined, flaggedOnStock);
testTwins(ofCoin, undefined, flaggedOnCoin);
