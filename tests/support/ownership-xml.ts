interface Row {
  readonly date: string;
  readonly code: string;
  readonly shares: string;
  readonly price: string | null;
  readonly acquired: string;
}

/** A Form 4 as EDGAR has it; texts as they stand in XML. */
export function ownershipXml({
  cik = "0000320193",
  owner = "DOE JANE",
  relationship = "<isDirector>1</isDirector>",
  trades,
}: {
  readonly cik?: string;
  readonly owner?: string;
  readonly relationship?: string;
  readonly trades: readonly Row[];
}): string {
  const rows = trades.map(
    ({ date, code, shares, price, acquired }) => `
        <nonDerivativeTransaction>
            <securityTitle><value>Common Stock</value></securityTitle>
            <transactionDate><value>${date}</value></transactionDate>
            <transactionCoding><transactionFormType>4</transactionFormType><transactionCode>${code}</transactionCode></transactionCoding>
            <transactionAmounts>
                <transactionShares><value>${shares}</value></transactionShares>
                <transactionPricePerShare>${price === null ? '<footnoteId id="F1"/>' : `<value>${price}</value>`}</transactionPricePerShare>
                <transactionAcquiredDisposedCode><value>${acquired}</value></transactionAcquiredDisposedCode>
            </transactionAmounts>
        </nonDerivativeTransaction>`,
  );
  return `<?xml version="1.0"?>
<ownershipDocument>
    <schemaVersion>X0508</schemaVersion>
    <documentType>4</documentType>
    <issuer><issuerCik>${cik}</issuerCik><issuerName>Apple Inc.</issuerName><issuerTradingSymbol>AAPL</issuerTradingSymbol></issuer>
    <reportingOwner>
        <reportingOwnerId><rptOwnerCik>0000000001</rptOwnerCik><rptOwnerName>${owner}</rptOwnerName></reportingOwnerId>
        <reportingOwnerRelationship>${relationship}</reportingOwnerRelationship>
    </reportingOwner>
    <nonDerivativeTable>${rows.join("")}</nonDerivativeTable>
    <derivativeTable>
        <derivativeTransaction><transactionDate><value>2025-05-01</value></transactionDate></derivativeTransaction>
    </derivativeTable>
</ownershipDocument>
`;
}
