/** Where the front door gives the receipt of a deposit, a PDF. */
export function receiptPath(id: string): string {
  return `/api/deposit/${encodeURIComponent(id)}/receipt.pdf`;
}
