import { describe, expect, test } from "vitest";
import type { Deposit, DepositReceipt } from "#src/contract/accounts/deposits.ts";
import { readPdf } from "#tests/support/pdf-text.ts";
import { renderReceipt } from "./receipt.ts";

const deposit: Deposit = {
  id: "dep_1",
  processor: "nowpayments",
  state: "finished",
  priceMinor: 5000,
  currency: { code: "usdttrc20", coin: "USDT", network: "trx", name: "Tether on TRON" },
  payAmount: "50.12345678",
  payAddress: "TXYZ1234567890",
  payMemo: null,
  checkoutUrl: null,
  paidAmount: "50.12345678",
  transaction: "ab".repeat(32),
  creditedMinor: 5000,
  refundedMinor: 0,
  review: null,
  parentId: null,
  expiresAt: null,
  createdAt: Date.UTC(2026, 2, 1, 14, 0),
  updatedAt: Date.UTC(2026, 2, 1, 14, 5),
  finishedAt: Date.UTC(2026, 2, 1, 14, 5),
};
const receipt: DepositReceipt = {
  number: "2026-000017",
  deposit,
  owner: { name: "Ada Lovelace", email: "ada@example.com" },
  creditedMinor: 5000,
  refundedMinor: 0,
  creditedAt: Date.UTC(2026, 2, 1, 14, 5),
};

describe("renderReceipt", () => {
  test("says who paid what, when and how", async () => {
    const { pages, text, title } = readPdf(await renderReceipt(receipt));
    expect({ pages, title }).toEqual({ pages: 1, title: "Receipt 2026-000017" });
    for (const part of [
      "1 Mar 2026 at 14:05 UTC",
      "Ada Lovelace, ada@example.com",
      "Deposit to the balance, paid in Tether on TRON",
      "$50.00 = 50.12345678 USDT",
      "TXYZ1234567890",
      "dep_1",
    ])
      expect(text).toContain(part);
    // A long word is broken where the line ends.
    expect(text.replaceAll(" ", "")).toContain("ab".repeat(32));
    expect(text).not.toMatch(/Reversed later|Memo|Sandbox/);
  });

  test("is the same bytes for the same receipt", async () => {
    expect(await renderReceipt(receipt)).toEqual(await renderReceipt(receipt));
  });

  test("says what was taken back, and what was kept", async () => {
    const { text } = readPdf(await renderReceipt({ ...receipt, refundedMinor: 2000 }));
    // A sign may be drawn apart from its number.
    expect(text.replaceAll(" ", "")).toContain("Reversedlater−$20.00Netcredit$30.00");
  });

  test("of the sandbox says that it is none", async () => {
    const { text } = readPdf(
      await renderReceipt({ ...receipt, deposit: { ...deposit, processor: "sandbox", payMemo: "7788" } }),
    );
    expect(text).toContain("this is not a valid receipt");
    expect(text).toContain("Memo 7788");
  });

  test("takes names that no font has", async () => {
    const owner = { name: "腾讯 🚀\u0000\uD83D", email: "x@example.com" };
    expect(readPdf(await renderReceipt({ ...receipt, owner })).text).toContain("x@example.com");
  });
});
