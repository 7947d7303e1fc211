import { expect, test, vi } from "vitest";
import { pictureText, ratingPicture } from "./pictures.tsx";

const all = Array.from({ length: 0xffff }, (_, code) => String.fromCodePoint(code)).filter((sign) =>
  /\P{C}/u.test(sign),
);
const drawable = all.filter((sign) => sign.trim() !== "" && pictureText(`${"a".repeat(20)}${sign}`, 100).length === 21);

async function expectDrawn(text: string): Promise<void> {
  const fetched = vi.spyOn(globalThis, "fetch");
  const picture = await ratingPicture({
    symbol: "AAPL",
    name: text,
    rating: "Hold",
    when: "as of 2025-06-02",
    text,
    record: "",
  });
  expect(Buffer.from(await picture.arrayBuffer()).toString("latin1", 1, 4)).toBe("PNG");
  // What draws is loaded in the same way, once, from an address that is the thing itself.
  const asked = fetched.mock.calls.map(([at]) => String(at)).filter((at) => !at.startsWith("data:"));
  fetched.mockRestore();
  expect(asked).toEqual([]);
}

test("every sign that is drawn is in the picture's own font: nobody is asked for another", async () => {
  expect(drawable.length).toBeGreaterThan(400);
  for (let from = 0; from < drawable.length; from += 30) await expectDrawn(drawable.slice(from, from + 30).join(""));
});

test.each([
  ["Chinese", "毛利率连续三个季度上升，估值仍然合理。"],
  ["Arabic", "هامش الربح يرتفع"],
  ["emoji", "To the moon 🚀🚀 and back 👩‍👩‍👧"],
  ["mixed", "Nestlé S.A. → ネスレ ® 2️⃣"],
  ["halves of letters", "a \ud800 b \ufffe c"],
  ["long", "One word and another. ".repeat(5000)],
])("%s asks nobody for a font", async (_name, text) => {
  await expectDrawn(text);
});

test("a text loses single signs, and is left out where it is of another script", () => {
  expect(pictureText("Margins rise 🚀 for a third quarter in a row", 170)).toBe(
    "Margins rise for a third quarter in a row",
  );
  expect(pictureText("毛利率 rises", 170)).toBe("");
  expect(pictureText("Zürich,  Łódź\nи Москва", 170)).toBe("Zürich, Łódź и Москва");
  expect(pictureText("word ".repeat(100), 20)).toHaveLength(20);
});
