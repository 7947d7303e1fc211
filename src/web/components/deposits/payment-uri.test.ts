import { describe, expect, test } from "vitest";
import { isNothing, missingAmount, paymentUri } from "./deposit-facts.tsx";

const bitcoin = { code: "btc", coin: "BTC", network: "btc", name: "Bitcoin" };
const address = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";

describe("paymentUri", () => {
  test("has the amount where wallets read one", () => {
    expect(paymentUri({ currency: bitcoin, payAddress: address, payAmount: "0.00123400" })).toBe(
      `bitcoin:${address}?amount=0.00123400`,
    );
  });
  test("is the bare address elsewhere, and for a token on such a network", () => {
    const usdt = { code: "usdttrc20", coin: "USDT", network: "trx", name: "Tether on TRON" };
    expect(paymentUri({ currency: usdt, payAddress: "TXYZ", payAmount: "5" })).toBe("TXYZ");
    expect(paymentUri({ currency: { ...bitcoin, coin: "USDT" }, payAddress: address, payAmount: "5" })).toBe(address);
  });
});

describe("missingAmount", () => {
  test.each([
    ["0.3", "0.1", "0.2"],
    ["0.00000001", null, "0.00000001"],
    ["1000000000000000000.000000000000000001", "0.000000000000000001", "1000000000000000000"],
    ["1", "1.5", "0"],
  ])("of %s with %s paid is %s", (payAmount, paidAmount, missing) => {
    expect(missingAmount({ payAmount, paidAmount })).toBe(missing);
  });
});

test.each([
  [null, true],
  ["0", true],
  ["0.000", true],
  ["0.00000001", false],
])("of %s it is %s that nothing has come", (paid, nothing) => {
  expect(isNothing(paid)).toBe(nothing);
});
