import { testTickers } from "#src/contract/api/test-mode.ts";
import { InvalidField } from "#src/core/errors.ts";

/** @throws InvalidField for a ticker that test data do not have */
export function requireTestTicker(ticker: string): void {
  if (!testTickers.includes(ticker.trim().toUpperCase())) throw new InvalidField("ticker", ticker, unknownTicker);
}

export const unknownTicker = `is not in the test data; test keys know ${testTickers.join(", ")}`;
