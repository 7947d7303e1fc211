import { expect, test } from "vitest";
import { dayAndTimeText, dayText } from "./clock.ts";

test("an instant is told in UTC, with its month as a word", () => {
  const at = Date.UTC(2019, 5, 3, 0, 5);
  expect(dayText(at)).toBe("3 Jun 2019");
  expect(dayAndTimeText(at)).toBe("3 Jun 2019 at 00:05 UTC");
});
