import { expect, test } from "vitest";
import { breakModel } from "#tests/support/broken-model.ts";

test.each(Array.from({ length: 12 }, (_, index) => index + 1))(
  "a model that is out of order from call %i on ends a job in a clear error or in REVIEW",
  async (from) => {
    expect(await breakModel(from)).toBeGreaterThan(10);
  },
);
