/*
 * Files as brokers and sites export them: their headings, remarks, totals, separators and encodings. What stands in
 * them is made up.
 */

export interface BrokerFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Symbols that are in it, in its order. */
  readonly symbols: readonly string[];
  /** Of those, which may be another listing. */
  readonly doubted?: readonly string[];
  /** What must be said to be left out. */
  readonly leftOut?: readonly string[];
  readonly notice?: RegExp;
}

const utf8 = (text: string): Uint8Array => Buffer.from(text);
const latin1 = (text: string): Uint8Array => Buffer.from(text, "latin1");
const quoted = (...cells: string[]): string => cells.map((cell) => `"${cell}"`).join(",");

const schwabHeading = quoted(
  ..."Symbol|Description|Qty (Quantity)|Price|Price Chng $ (Price Change $)|Mkt Val (Market Value)|Cost Basis|Gain $ (Gain/Loss $)|Ratings|Reinvest?|% of Acct (% of Account)|Security Type".split(
    "|",
  ),
);
const schwab = [
  quoted("Positions for All-Accounts as of 04:10 PM ET, 2025/06/02", ...Array.from({ length: 11 }, () => "")),
  "",
  quoted("Individual ...123", ...Array.from({ length: 11 }, () => "")),
  schwabHeading,
  quoted(
    "AAPL",
    "APPLE INC",
    "1,100",
    "$201.70",
    "-$0.15",
    "$221,870.00",
    "$99,000.00",
    "$122,870.00",
    "B",
    "No",
    "80.1%",
    "Equity",
  ),
  quoted(
    "BRK/B",
    "BERKSHIRE HATHAWAY CLASS B",
    "20",
    "$499.50",
    "$0.10",
    "$9,990.00",
    "$8,000.00",
    "$1,990.00",
    "--",
    "No",
    "9.9%",
    "Equity",
  ),
  quoted(
    "AAPL 01/16/2026 200.00 C",
    "CALL APPLE INC $200",
    "-1",
    "$22.10",
    "$1",
    "-$2,210.00",
    "-$1,900.00",
    "-$310.00",
    "--",
    "--",
    "1%",
    "Option",
  ),
  quoted(
    "Cash & Cash Investments",
    "--",
    "--",
    "--",
    "--",
    "$1,234.00",
    "--",
    "--",
    "--",
    "--",
    "1.1%",
    "Cash and Money Market",
  ),
  quoted("Account Total", "--", "--", "--", "--", "$230,884.00", "$105,100.00", "$125,784.00", "--", "--", "--", "--"),
  "",
  quoted("Roth IRA ...456", ...Array.from({ length: 11 }, () => "")),
  schwabHeading,
  quoted(
    "SCHB",
    "SCHWAB US BROAD MARKET ETF",
    "10",
    "$22.80",
    "$0",
    "$228.00",
    "$200.00",
    "$28.00",
    "--",
    "Yes",
    "100%",
    "ETFs & Closed End Funds",
  ),
  quoted(
    "AAPL",
    "APPLE INC",
    "5",
    "$201.70",
    "-$0.15",
    "$1,008.50",
    "$900.00",
    "$108.50",
    "B",
    "No",
    "80.1%",
    "Equity",
  ),
  quoted("Account Total", "--", "--", "--", "--", "$1,236.50", "$1,100.00", "$136.50", "--", "--", "--", "--"),
].join("\r\n");

const fidelity = `\uFEFFAccount Number,Account Name,Symbol,Description,Quantity,Last Price,Last Price Change,Current Value,Today's Gain/Loss Dollar,Percent Of Account,Cost Basis Total,Average Cost Basis,Type
X12345678,Individual - TOD,SPAXX**,HELD IN MONEY MARKET,,,,$2868.51,,12.00%,,,Cash,
X12345678,Individual - TOD,MSFT,MICROSOFT CORP,12.5,$460.10,+$1.10,$5751.25,+$13.75,24.00%,$4000.00,$320.00,Margin,
X12345678,Individual - TOD,BRKB,BERKSHIRE HATHAWAY INC CL B,3,$499.50,+$1.10,$1498.50,+$3.30,6.00%,$900.00,$300.00,Cash,
239000001,ROTH IRA, -AAPL260116C200,AAPL JAN 16 2026 $200 CALL,-1,$22.10,+$0.10,-$2210.00,-$10.00,9.00%,-$1900.00,$19.00,Cash,
239000001,ROTH IRA,Pending Activity,,,,,$40.00,,,,,,

"The data and information in this spreadsheet is provided to you solely for your use, and is not for distribution."

"Date downloaded Jun-02-2025 5:00 p.m ET"
`;

const ibkr = `Statement,Header,Field Name,Field Value
Statement,Data,BrokerName,Interactive Brokers Ireland Limited
Statement,Data,Period,"June 2, 2025"
Account Information,Header,Field Name,Field Value
Account Information,Data,Base Currency,EUR
Open Positions,Header,DataDiscriminator,Asset Category,Currency,Symbol,Open,Quantity,Mult,Cost Price,Cost Basis,Close Price,Value,Unrealized P/L,Code
Open Positions,Data,Summary,Stocks,EUR,SAP,-,15,1,120.5,1807.5,260.1,3901.5,2094,
Open Positions,Data,Lot,Stocks,EUR,SAP,"2024-02-01, 10:00:00",10,,118,1180,260.1,2601,1421,LT
Open Positions,Data,Lot,Stocks,EUR,SAP,"2024-03-01, 10:00:00",5,,125.5,627.5,260.1,1300.5,673,LT
Open Positions,Total,,Stocks,EUR,,,,,,1807.5,,3901.5,2094,
Open Positions,Data,Summary,Stocks,USD,AAPL,-,10,1,148.5,1485,201.7,2017,532,
Open Positions,Data,Summary,Stocks,USD,BRK B,-,2,1,400,800,499.5,999,199,
Open Positions,Data,Summary,Equity and Index Options,USD,AAPL 16JAN26 200 C,-,-1,100,19,-1900,22.1,-2210,-310,
Open Positions,Total,,Stocks,USD,,,,,,385,,806,421,
Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code
Trades,Data,Order,Stocks,USD,TSLA,"2025-06-02, 10:00:00",-5,340,341,1700,-1,-900,799,-5,C
Cash Report,Header,Currency Summary,Currency,Total,Securities,Futures
Cash Report,Data,Ending Cash,Base Currency Summary,1234.5,1234.5,0
`;

const flex = [
  quoted(
    "ClientAccountID",
    "CurrencyPrimary",
    "AssetClass",
    "Symbol",
    "Description",
    "ISIN",
    "ListingExchange",
    "Quantity",
    "MarkPrice",
    "CostBasisPrice",
    "LevelOfDetail",
  ),
  quoted("U1", "EUR", "STK", "SAP", "SAP SE", "DE0007164600", "IBIS", "15", "260.1", "120.5", "SUMMARY"),
  quoted("U1", "GBP", "STK", "VUSA", "VANG S&P500 USDD", "IE00B3XXRP09", "LSEETF", "20", "84.1", "70", "SUMMARY"),
  quoted("U1", "USD", "STK", "AAPL", "APPLE INC", "US0378331005", "NASDAQ", "10", "201.7", "148.5", "SUMMARY"),
  quoted("U1", "USD", "STK", "AAPL", "APPLE INC", "US0378331005", "NASDAQ", "10", "201.7", "148.5", "LOT"),
].join("\n");

const comdirect = `"Depotübersicht Wertpapiere vom 02.06.2025 17:40";

"Depotnummer";"123456789";
"Stück/Nom.";"Bezeichnung";"WKN";"Währung";"Letzter Kurs";"Datum";"Zeit";"Diff. abs";"Diff. rel";"Kaufkurs in EUR";"Kaufwert in EUR";"Wert in EUR";"Notiz";
"10,00";"Münchener Rück";"843002";"EUR";"571,40";"02.06.2025";"17:35";"+2,10";"+0,37%";"410,50";"4.105,00";"5.714,00";"";
"25,00";"iShares Core MSCI World";"A0RPWH";"EUR";"98,11";"02.06.2025";"17:36";"-0,10";"-0,10%";"71,20";"1.780,00";"2.452,75";"";
"";"Gesamt";"";"EUR";"";"";"";"";"";"";"5.885,00";"8.166,75";"";
`;

/** 证券代码,证券名称,证券数量,成本价,市场 as a Chinese broker saves it, in GBK. */
const chinese = Buffer.from(
  "d6a4c8afb4fac2eb2cd6a4c8afc3fbb3c62cd6a4c8afcafdc1bf2cb3c9b1bebcdb0a3d22363030353139222cb9f3d6ddc3a9cca82c3130302c313530302e30300a3d22303030303031222cc6bdb0b2d2f8d0d02c313030302c31302e350a3531303330302cbba6c9ee3330304554462c3530302c342e300abacfbcc62c2c2c0a",
  "hex",
);

export const brokerFiles: readonly BrokerFile[] = [
  {
    name: "Schwab, all accounts",
    bytes: utf8(schwab),
    symbols: ["AAPL", "BRK-B", "SCHB"],
    leftOut: ["AAPL 01/16/2026 200.00 C", "Cash & Cash Investments", "Account Total"],
  },
  {
    name: "Fidelity positions",
    bytes: utf8(fidelity),
    symbols: ["SPAXX", "MSFT", "BRKB"],
    leftOut: ["-AAPL260116C200", "Pending Activity"],
  },
  {
    name: "IBKR activity statement",
    bytes: utf8(ibkr),
    symbols: ["SAP", "AAPL", "BRK-B"],
    doubted: ["SAP"],
    leftOut: ["AAPL 16JAN26 200 C"],
  },
  { name: "IBKR Flex query", bytes: utf8(flex), symbols: ["SAP.DE", "VUSA.L", "AAPL"] },
  {
    name: "Trading 212 history",
    bytes:
      utf8(`Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total)
Market buy,2025-06-02 13:31:07,US0378331005,AAPL,"Apple, Inc.",2.5,201.70,USD,1.13,446.24,EUR
Market buy,2025-06-02 09:00:02,IE00B3XXRP09,VUSA,Vanguard S&P 500 (Dist),10,8411.00,GBX,0.01,995.10,EUR
Deposit,2025-06-01 09:00:02,,,,,,,,1000.00,EUR
`),
    symbols: ["AAPL", "VUSA"],
    doubted: ["VUSA"],
  },
  {
    name: "Trading 212 pie",
    bytes:
      utf8(`"Slice","Name","Invested value","Value","Result","Owned quantity","Dividends gained","Dividends cash","Dividends reinvested"
"AAPL","Apple",1000,1100,100,10,N/A,N/A,N/A
"Total","my pie",1000,1100,100,-,0,0,0
`),
    symbols: ["AAPL"],
    leftOut: ["Total"],
  },
  {
    name: "DEGIRO, German",
    bytes: utf8(`\uFEFFProdukt,Symbol/ISIN,Anzahl,Schlußkurs,Wert,,Wert in EUR
CASH & CASH FUND & FTX CASH (EUR),,,,EUR,"30,12","30,12"
ADOBE SYSTEMS INCORPOR,US00724F1012,3,"410,45",USD,"1231,35","1084,12"
ALLIANZ SE,DE0008404005,3,"350,40",EUR,"1051,20","1051,20"
`),
    symbols: [],
    leftOut: ["ADOBE SYSTEMS INCORPOR, US00724F1012", "ALLIANZ SE, DE0008404005"],
    notice: /by Symbol\/ISIN and has no ticker symbols/,
  },
  {
    name: "DEGIRO, Czech, with tickers",
    bytes: utf8(`Produkt,Symbol/ISIN,Množství,Uzavírací,Hodnota,Hodnota v EUR
AEHR TEST SYSTEMS,AEHR | US00760J1088,12,"76,32",USD 915.84,843.21
`),
    symbols: ["AEHR"],
  },
  {
    name: "Comdirect",
    bytes: latin1(comdirect),
    symbols: [],
    leftOut: ["Münchener Rück, 843002", "iShares Core MSCI World, A0RPWH"],
    notice: /by WKN and has no ticker symbols/,
  },
  {
    name: "TradingView",
    bytes: utf8(
      "###Tech,NASDAQ:AAPL,NYSE:BRK.B,###Europe stuff,XETR:SAP,LSE:HSBA,EURONEXT:AIR,###Coins,BINANCE:BTCUSDT,SP:SPX,FX:EURUSD,COMEX:GC1!",
    ),
    symbols: ["AAPL", "BRK-B", "SAP.DE", "HSBA.L", "BTC-USDT", "^GSPC"],
    leftOut: ["EURONEXT:AIR", "FX:EURUSD", "COMEX:GC1!"],
  },
  {
    name: "Yahoo Finance",
    bytes: utf8(
      "Symbol,Current Price,Date,Time,Change,Open,High,Low,Volume,Trade Date,Purchase Price,Quantity,Commission,High Limit,Low Limit,Comment,Transaction Type\rVAN.F,174.54,2025/06/02,16:41 CEST,-0.96,173.6,176.04,171.96,231,20241020,102.0,5.0,4.0,,,,BUY\rBTC-USD,105000,2025/06/02,16:41 UTC,-0.96,1,2,1,231,20241020,60000,0.5,,,,,BUY\rVAN.F,174.54,2025/06/02,16:41 CEST,-0.96,173.6,176.04,171.96,231,20250120,120.0,1.0,4.0,,,,BUY\r$$CASH_TX,,,,,,,,,20250120,,100,,,,,DEPOSIT\r",
    ),
    symbols: ["VAN.F", "BTC-USD"],
    leftOut: ["$$CASH_TX"],
  },
  { name: "Chinese broker, GBK", bytes: chinese, symbols: ["600519.SS", "000001.SZ", "510300.SS"], leftOut: ["合计"] },
  {
    name: "German, sep=, decimal comma",
    bytes: utf8(
      "\uFEFFsep=;\r\nKürzel;Name;Stück;Kaufkurs;Währung\r\nSAP.DE;SAP SE;1.250;120,50;EUR\r\nMBG.DE;Mercedes-Benz Group;12,5;61,41;EUR\r\nGesamt;;;;\r\n",
    ),
    symbols: ["SAP.DE", "MBG.DE"],
    leftOut: ["Gesamt"],
  },
  {
    name: "French, UTF-16",
    bytes: Buffer.from(
      "\uFEFFLibellé\tMnémonique\tQuantité\tPRU\tDevise\r\nAir Liquide\tAI.PA\t12\t150,25\tEUR\r\nTotal\t\t\t\t\r\n",
      "utf16le",
    ),
    symbols: ["AI.PA"],
    leftOut: ["Total"],
  },
  {
    name: "Boursorama, ISIN only",
    bytes: utf8('name;isin;quantity;buyingPrice;lastPrice\n"AIR LIQUIDE";FR0000120073;12;150,25;178,10\n'),
    symbols: [],
    leftOut: ["AIR LIQUIDE, FR0000120073"],
    notice: /by isin and has no ticker symbols/,
  },
];
