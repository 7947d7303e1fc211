const explorers: Readonly<Record<string, { readonly address: string; readonly transaction: string }>> = {
  btc: { address: "https://mempool.space/address/", transaction: "https://mempool.space/tx/" },
  ltc: { address: "https://litecoinspace.org/address/", transaction: "https://litecoinspace.org/tx/" },
  eth: { address: "https://etherscan.io/address/", transaction: "https://etherscan.io/tx/" },
  bsc: { address: "https://bscscan.com/address/", transaction: "https://bscscan.com/tx/" },
  matic: { address: "https://polygonscan.com/address/", transaction: "https://polygonscan.com/tx/" },
  arbitrum: { address: "https://arbiscan.io/address/", transaction: "https://arbiscan.io/tx/" },
  base: { address: "https://basescan.org/address/", transaction: "https://basescan.org/tx/" },
  trx: { address: "https://tronscan.org/#/address/", transaction: "https://tronscan.org/#/transaction/" },
  sol: { address: "https://solscan.io/account/", transaction: "https://solscan.io/tx/" },
  ton: { address: "https://tonviewer.com/", transaction: "https://tonviewer.com/transaction/" },
};

/** `null` for networks without an explorer here. */
export function explorerOf(network: string, kind: "address" | "transaction", what: string): string | null {
  const explorer = explorers[network];
  return explorer === undefined ? null : `${explorer[kind]}${encodeURIComponent(what)}`;
}
