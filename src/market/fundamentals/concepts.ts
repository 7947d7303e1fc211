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
