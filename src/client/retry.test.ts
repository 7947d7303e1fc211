import { expect, test } from "vitest";
import { retryAfterMs } from "./retry.ts";

test.each([
  ["2", 2000],
  ["0", 0],
  ["-5", 0],
  ["3600", 60_000],
  ["Wed, 21 Oct 2026 07:28:00 GMT", 1234],
  [null, 1234],
])("Retry-After: %s is waited for %i ms: seconds, within a minute, or as usual", (given, waits) => {
  const answer = new Response(null, { headers: given === null ? {} : { "retry-after": given } });
  expect(retryAfterMs(answer, 1234)).toBe(waits);
});
