/* Column headings of other programs, as `plainWord` writes them, the surest first. */

const words = {
  symbol: `symbol ticker tickersymbol stocksymbol symbolisin symboolisin symbole symbool kurzel kuerzel slice symbolid
    mnemonique mnemonic tscode 证券代码 股票代码 基金代码 證券代號 股票代號 代码 代號 종목코드 securitycode instrument code`,
  /** Names that no source of prices uses. */
  code: "isin isincode codeisin wkn wknisin cusip sedol valor valoren valorennummer",
  name: `name description securityname securitydescription instrumentname companyname company bezeichnung produkt
    product wertpapiername wertpapierbezeichnung wertpapier titel libelle designation nom valeur 证券名称 股票名称
    基金名称 證券名稱 股票名稱 名称 简称 종목명`,
  quantity: `quantity qty shares numberofshares noofshares ownedquantity units stuck stucknom stuck/nom anzahl bestand
    menge anteile nominale quantite qte nombre aantal 持仓数量 证券数量 持有数量 持股数量 股份余额 数量 股数 持仓`,
  paid: `averagecostbasis averagecost averageprice avgprice avgcost avgcostbasis costshare purchaseprice buyprice
    buyingprice unitcost costprice costbasisprice priceshare kaufkurs kaufkursineur einstandskurs einstandspreis
    kaufpreis durchschnittskurs pru prixderevient prixderevientunitaire prixdachat 成本价 摊薄成本价 持仓成本 买入均价`,
  cost: `costbasis costbasistotal totalcost costbasismoney investedvalue einstandswert kaufwert kaufwertineur
    anschaffungswert montantinvesti 成本金额`,
  currency: "currency currencyprimary currencycode ccy wahrung waehrung devise 币种 货币",
  exchange: `listingexchange listingexch primaryexchange exchange mic borse boerse borsenplatz handelsplatz bourse
    marche market 交易所 交易市场 市场`,
  /** Whether a row is a total or subtotal. */
  detail: "datadiscriminator levelofdetail",
  date: `date datum tradedate handelstag timestamp datetime time opentime day jour fecha data 交易日期 日期 时间`,
  open: "open openprice eroffnung eroffn eroffnungskurs erster ouverture ouv apertura 开盘价 开盘 開盤價 開盤",
  high: "high highprice hoch hochstkurs tageshoch haut plushaut max 最高价 最高 最高價",
  low: "low lowprice tief tiefstkurs tagestief bas plusbas min 最低价 最低 最低價",
  close: `close closeprice closelast schlusskurs schluss cloture clot dernier zuletzt last lastprice price kurs nav settle
    收盘价 收盘 收盤價 收盤`,
  adjusted: "adjclose adjustedclose closeadj adjcloseprice",
  volume: "volume vol volumen umsatz tradingvolume totaltradedquantity 成交量",
  dividend: "dividends dividend dividendamount divcash dividende",
  split: "stocksplits splits split splitcoefficient splitfactor splitratio",
};

export type Use = keyof typeof words;

const places: ReadonlyMap<string, { readonly use: Use; readonly rank: number }> = new Map(
  usesIn(words).flatMap((use) =>
    words[use].split(/\s+/).map((word, rank) => [word.replaceAll(/[^\p{L}\p{N}]/gu, ""), { use, rank }] as const),
  ),
);

function usesIn<T extends object>(table: T): (keyof T)[];
function usesIn(table: object): string[] {
  return Object.keys(table);
}

const adjusted = /adj|bereinigt|ajuste|复权|復權/;
const unadjusted = /unadj|unbereinigt|nonajuste|不复权|不復權/;

/** `rank` is lower for a surer word. */
export function useOf(heading: string): { readonly use: Use; readonly rank: number } | null {
  if (heading.length > 60) return null;
  const outer = plainWord(heading.replaceAll(/[（(][^)）]*[)）]/g, ""));
  const inner = plainWord(/[（(]([^)）]*)[)）]/.exec(heading)?.[1] ?? "");
  const found = places.get(outer) ?? places.get(plainWord(heading)) ?? (outer === "" ? undefined : places.get(inner));
  if (found?.use !== "close") return found ?? null;
  const all = plainWord(heading);
  return adjusted.test(all) && !unadjusted.test(all) ? { use: "adjusted", rank: found.rank } : found;
}

/** Without case, accents and whatever joins words. */
function plainWord(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .normalize("NFC");
}

/** What the row under a table is called. */
export function isTotal(text: string): boolean {
  return /^(?:(?:account|grand|positions?|portfolio)?(?:sub)?total|gesamt(?:summe|wert)?|summe|somme|合计|总计|合計|總計)$/.test(
    plainWord(text),
  );
}
