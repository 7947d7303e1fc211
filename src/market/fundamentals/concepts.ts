import type { LocalDate } from "#src/core/clock.ts";
import type { FilingFact } from "../market-data.ts";

/** Tags of us-gaap, ifrs-full and dei behind each figure, the wider total first. */
export const flowConcepts = {
  revenue: [
    "Revenues",
    "RevenueFromContractWithCustomerExcludingAssessedTax",
    "RevenueFromContractWithCustomerIncludingAssessedTax",
    "SalesRevenueNet",
    "Revenue",
    "RevenueFromContractsWithCustomers",
  ],
  costOfRevenue: ["CostOfRevenue", "CostOfGoodsAndServicesSold", "CostOfSales"],
  grossProfit: ["GrossProfit"],
  operatingIncome: ["OperatingIncomeLoss", "ProfitLossFromOperatingActivities"],
  netIncome: ["NetIncomeLoss", "ProfitLossAttributableToOwnersOfParent", "ProfitLoss"],
  epsDiluted: [
    "EarningsPerShareDiluted",
    "EarningsPerShareBasicAndDiluted",
    "DilutedEarningsLossPerShare",
    "BasicAndDilutedEarningsLossPerShare",
  ],
  dilutedShares: [
    "WeightedAverageNumberOfDilutedSharesOutstanding",
    "WeightedAverageNumberOfShareOutstandingBasicAndDiluted",
    "AdjustedWeightedAverageShares",
  ],
  operatingCashFlow: [
    "NetCashProvidedByUsedInOperatingActivities",
    "NetCashProvidedByUsedInOperatingActivitiesContinuingOperations",
    "CashFlowsFromUsedInOperatingActivities",
  ],
  capex: [
    "PaymentsToAcquirePropertyPlantAndEquipment",
    "PaymentsToAcquireProductiveAssets",
    "PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities",
  ],
  interestExpense: [
    "InterestExpense",
    "InterestExpenseNonoperating",
    "InterestExpenseDebt",
    "InterestAndDebtExpense",
    "FinanceCosts",
  ],
  buybacks: ["PaymentsForRepurchaseOfCommonStock", "PaymentsToAcquireOrRedeemEntitysShares"],
} as const satisfies Record<string, readonly string[]>;

export const balanceConcepts = {
  total: ["Assets", "LiabilitiesAndStockholdersEquity", "EquityAndLiabilities"],
  equity: [
    "StockholdersEquity",
    "StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest",
    "EquityAttributableToOwnersOfParent",
    "Equity",
  ],
  currentAssets: ["AssetsCurrent", "CurrentAssets"],
  currentLiabilities: ["LiabilitiesCurrent", "CurrentLiabilities"],
  cash: [
    "CashAndCashEquivalentsAtCarryingValue",
    "CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents",
    "CashAndCashEquivalents",
  ],
  cashAndShortInvestments: ["CashCashEquivalentsAndShortTermInvestments"],
  shortInvestments: [
    "MarketableSecuritiesCurrent",
    "AvailableForSaleSecuritiesDebtSecuritiesCurrent",
    "AvailableForSaleSecuritiesCurrent",
    "ShortTermInvestments",
    "ShorttermDepositsNotClassifiedAsCashEquivalents",
  ],
  longInvestments: [
    "MarketableSecuritiesNoncurrent",
    "AvailableForSaleSecuritiesDebtSecuritiesNoncurrent",
    "AvailableForSaleSecuritiesNoncurrent",
  ],
  allDebt: ["DebtLongtermAndShorttermCombinedAmount", "Borrowings"],
  longDebt: ["LongTermDebt", "LongTermDebtAndCapitalLeaseObligationsIncludingCurrentMaturities"],
  longDebtNoncurrent: [
    "LongTermDebtNoncurrent",
    "LongTermDebtAndCapitalLeaseObligations",
    "NoncurrentPortionOfNoncurrentBorrowings",
    "LongtermBorrowings",
  ],
  longDebtCurrent: [
    "LongTermDebtCurrent",
    "LongTermDebtAndCapitalLeaseObligationsCurrent",
    "CurrentPortionOfLongtermBorrowings",
  ],
  allCurrentDebt: ["DebtCurrent", "CurrentBorrowingsAndCurrentPortionOfNoncurrentBorrowings"],
  shortDebt: ["ShortTermBorrowings", "ShorttermBorrowings"],
  commercialPaper: ["CommercialPaper"],
  otherShortDebt: ["OtherShortTermBorrowings"],
} as const satisfies Record<string, readonly string[]>;

/** Share counts, the most reliable source first. */
export const shareConcepts = [
  "EntityCommonStockSharesOutstanding",
  "CommonStockSharesOutstanding",
  "WeightedAverageNumberOfSharesOutstandingBasic",
  "WeightedAverageShares",
] as const;

export const wantedConcepts: ReadonlySet<string> = new Set([
  ...Object.values(flowConcepts).flat(),
  ...Object.values(balanceConcepts).flat(),
  ...shareConcepts,
]);

export type ShareCountFact = Pick<FilingFact, "concept" | "end" | "filed" | "value">;

/** Filed counts before and after a day; `null` where they do not tell. */
export function countsAround(facts: readonly ShareCountFact[], day: LocalDate): number | null {
  for (const concept of shareConcepts) {
    const counts = facts.filter((fact) => fact.concept === concept && fact.value > 0);
    // Filings after a split restate the counts before it.
    const before = only(counts, (fact) => fact.filed < day, "last");
    const behind = only(counts, (fact) => fact.end >= day, "first");
    if (before !== null && behind !== null) return behind / before;
  }
  return null;
}

/** Classes of shares cannot be told apart, so only a single count. */
function only(
  counts: readonly ShareCountFact[],
  isMeant: (fact: ShareCountFact) => boolean,
  which: "first" | "last",
): number | null {
  const meant = counts.filter(isMeant).toSorted((a, b) => (a.end < b.end ? -1 : Number(a.end > b.end)));
  const end = (which === "first" ? meant[0] : meant.at(-1))?.end;
  const values = new Set(meant.filter((fact) => fact.end === end).map(({ value }) => value));
  const [value] = values;
  return values.size === 1 && value !== undefined ? value : null;
}
