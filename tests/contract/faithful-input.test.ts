import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";

let testApp: TestApp;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open();
});
afterAll(() => testApp.drop());

/** The answer's own text: parsing it would round again what must not be rounded. */
async function refused(body: string): Promise<string> {
  const reply = await fetch(`${door.url}/v1/analyses`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  expect(reply.status).toBe(422);
  return reply.text();
}

const bodyWith = (field: string, value: string): string =>
  `{"ticker":"AAPL","trade_date":"2025-06-02",${JSON.stringify(field)}:${value}}`;

const numbers = [
  "9007199254740993",
  "-9007199254740993",
  "123456789012345678901234567890",
  `1${"0".repeat(400)}`,
  "1e400",
  "-1e400",
  "1E-400",
  "-0",
  "-0.0",
  "0.1000000000000000055511151231257827",
  "3.141592653589793238462643383279",
  "1.50",
  "100e-1",
];

describe("a number in the input of a validation error", () => {
  test.each(numbers)("%s is sent back as it came", async (number) => {
    for (const field of ["asset_type", "analysts", "max_debate_rounds"]) {
      // What is a whole number from 1 to 10 is no error there.
      if (field === "max_debate_rounds" && number === "100e-1") continue;
      expect(await refused(bodyWith(field, number))).toContain(`"input":${number}`);
    }
  });

  test.each(numbers)("%s inside a list or an object is too", async (number) => {
    expect(await refused(bodyWith("asset_type", `[{"n":[${number}]}]`))).toContain(`"input":[{"n":[${number}]}]`);
    expect(await refused(`{"ticker":"AAPL","other":${number}}`)).toContain(
      `"input":{"ticker":"AAPL","other":${number}}`,
    );
  });

  test("is sent back where it is the whole body, and beside a secret that is not", async () => {
    expect(await refused("12345678901234567890")).toContain('"input":12345678901234567890');
    const text = await refused('{"n":12345678901234567890,"webhook_secret":"mine"}');
    expect(text).toContain('"input":{"n":12345678901234567890}');
    expect(text).not.toContain("mine");
  });

  test("of a name that is there twice is the last one's", async () => {
    expect(
      await refused('{"ticker":"A","trade_date":12345678901234567890,"trade_date":98765432109876543210}'),
    ).toContain('"input":98765432109876543210');
  });

  test("does not turn text that looks like one, or a name of the language's own, into anything else", async () => {
    expect(await refused(bodyWith("asset_type", '{"rawJSON":"1","__proto__":{"toJSON":1}}'))).toContain(
      '"input":{"rawJSON":"1","__proto__":{"toJSON":1}}',
    );
    expect(await refused(bodyWith("asset_type", '{"toJSON":1,"constructor":[9007199254740993]}'))).toContain(
      '"input":{"toJSON":1,"constructor":[9007199254740993]}',
    );
    expect(await refused(bodyWith("ticker", '"12345678901234567890123456789012345"'))).toContain(
      '"input":"12345678901234567890123456789012345"',
    );
  });

  test("makes no answer large, and depth does no harm", async () => {
    const digits = "9".repeat(60_000);
    expect((await refused(bodyWith("asset_type", digits))).length).toBeLessThan(1000);
    expect(await refused(bodyWith("asset_type", `${"[".repeat(20_000)}${"]".repeat(20_000)}`))).not.toContain("input");
  });
});
