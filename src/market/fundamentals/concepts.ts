/** us-gaap and dei tags behind each figure, the wider total first. */
export const flowConcepts = {
  revenue: [
    "Revenues",
    "RevenueFromContractWithCustomerExcludingAssessedTax",
    "RevenueFromContractWithCustomerIncludingAssessedTax",
    "SalesRevenueNet",
  ],
  costOfRevenue: ["CostOfRevenue", "CostOfGoodsAndServicesSold"],
  grossProfit: ["GrossProfit"],
  operatingIncome: ["OperatingIncomeLoss"],
  netIncome: ["NetIncomeLoss", "ProfitLoss"],
  epsDiluted: ["EarningsPerShareDiluted", "EarningsPerShareBasicAndDiluted"],
  dilutedShares: [
    "WeightedAverageNumberOfDilutedSharesOutstanding",
    "WeightedAverageNumberOfShareOutstandingBasicAndDiluted",
  ],
  operatingCashFlow: [
    "NetCashProvidedByUsedInOperatingActivities",
    "NetCashProvidedByUsedInOperatingActivitiesContinuingOperations",
  ],
  capex: ["PaymentsToAcquirePropertyPlantAndEquipment", "PaymentsToAcquireProductiveAssets"],
  interestExpense: ["InterestExpense", "InterestExpenseNonoperating", "InterestExpenseDebt", "InterestAndDebtExpense"],
  buybacks: ["PaymentsForRepurchaseOfCommonStock"],
} as const satisfies Record<string, readonly string[]>;

export const balanceConcepts = {
  total: ["Assets", "LiabilitiesAndStockholdersEquity"],
  equity: ["StockholdersEquity", "StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest"],
  currentAssets: ["AssetsCurrent"],
  currentLiabilities: ["LiabilitiesCurrent"],
  cash: ["CashAndCashEquivalentsAtCarryingValue", "CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents"],
  cashAndShortInvestments: ["CashCashEquivalentsAndShortTermInvestments"],
  shortInvestments: [
    "MarketableSecuritiesCurrent",
    "AvailableForSaleSecuritiesDebtSecuritiesCurrent",
    "AvailableForSaleSecuritiesCurrent",
    "ShortTermInvestments",
  ],
  longInvestments: [
    "MarketableSecuritiesNoncurrent",
    "AvailableForSaleSecuritiesDebtSecuritiesNoncurrent",
    "AvailableForSaleSecuritiesNoncurrent",
  ],
  allDebt: ["DebtLongtermAndShorttermCombinedAmount"],
  longDebt: ["LongTermDebt", "LongTermDebtAndCapitalLeaseObligationsIncludingCurrentMaturities"],
  longDebtNoncurrent: ["LongTermDebtNoncurrent", "LongTermDebtAndCapitalLeaseObligations"],
  longDebtCurrent: ["LongTermDebtCurrent", "LongTermDebtAndCapitalLeaseObligationsCurrent"],
  allCurrentDebt: ["DebtCurrent"],
  shortDebt: ["ShortTermBorrowings"],
  commercialPaper: ["CommercialPaper"],
  otherShortDebt: ["OtherShortTermBorrowings"],
} as const satisfies Record<string, readonly string[]>;

/** Share counts, the most reliable source first. */
export const shareConcepts = [
  "EntityCommonStockSharesOutstanding",
  "CommonStockSharesOutstanding",
  "WeightedAverageNumberOfSharesOutstandingBasic",
] as const;

export const wantedConcepts: ReadonlySet<string> = new Set([
  ...Object.values(flowConcepts).flat(),
  ...Object.values(balanceConcepts).flat(),
  ...shareConcepts,
]);
