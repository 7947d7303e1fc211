import { describe, expect, test } from "vitest";
import { withoutSecrets } from "#src/core/text/redact.ts";

describe("withoutSecrets", () => {
  test.each([
    [
      '{ "ticker": "AAPL", "webhook_secret": "whsec_c2VjcmV0" }',
      '{ "ticker": "AAPL", "webhook_secret": "[redacted]" }',
    ],
    [
      String.raw`{"webhook\u005fsecret":"a\"b","note":"a \"secret\": \"kept\""}`,
      String.raw`{"webhook\u005fsecret":"[redacted]","note":"a \"secret\": \"kept\""}`,
    ],
    ['{"tokens":["one","two"],"runs":3}', '{"tokens":["[redacted]","[redacted]"],"runs":3}'],
    [
      '{"webhook_url":"https://hooks.example/services/T0/B0/opens?key=1"}',
      '{"webhook_url":"https://hooks.example/[redacted]"}',
    ],
    ['{"url":"https://ann:pw@hooks.example/"}', '{"url":"https://hooks.example/[redacted]"}'],
    ['{"url":"https:\\/\\/hooks.example\\/"}', '{"url":"https://hooks.example/"}'],
    ['{"url":"no address"}', '{"url":"[redacted]"}'],
    ['{"password":"cut off in the mid', '{"password":"[redacted]"'],
    ['{"question":"why cnc_0123456789abcdef?"}', '{"question":"why cnc_[redacted]?"}'],
    [
      '{"holdings": {"cash":"77","positions":[{"symbol":"A}","quantity":"9"}]}, "ticker":"AAPL"}',
      '{"holdings":"[redacted]", "ticker":"AAPL"}',
    ],
    ['{"params":{"hold\\u0069ngs":[1,2]}}', '{"params":{"hold\\u0069ngs":"[redacted]"}}'],
    ['{"holdings":{"positions":[{"symbol":"cut o', '{"holdings":"[redacted]"'],
    ['{"holdings":17,"ticker":"AAPL"}', '{"holdings":"[redacted]"}'],
    ['{"holdings":null,"ticker":"AAPL"}', '{"holdings":null,"ticker":"AAPL"}'],
    ["no JSON at all", "no JSON at all"],
  ])("%s", (body, expected) => expect(withoutSecrets(body)).toBe(expected));

  test("what is large and hostile takes no longer than its length", () => {
    const hostile = `{"${"secret".repeat(10_000)}${'\\"'.repeat(2000)}`;
    expect(withoutSecrets(hostile)).toHaveLength(hostile.length);
  });
});
