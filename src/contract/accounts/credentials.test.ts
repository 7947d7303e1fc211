import { ownTimeMs } from "#tests/support/own-time.ts";
import { describe, expect, test } from "vitest";
import { passwordFault } from "./credentials.ts";

const easy = /^is too easy to guess/;

describe("passwordFault", () => {
  test.each([
    "password1234",
    "Password123!",
    "passwordpassword",
    "qwertyuiop1234",
    "123456789012",
    "iloveyou1234",
    "p@$$w0rd1234",
    "administrator",
    "abcdefghijkl",
    "aaaaaaaaaaaa",
  ])("finds %s too easy", async (password) => {
    expect(await passwordFault(password)).toMatch(easy);
  });

  test.each([
    "correct horse battery",
    "kite-lamp-orbit",
    "Kv9#pL2!xQ7m",
    "ein hund und drei katzen",
    "漢字仮名交じり文の合言葉です",
  ])("takes %s", async (password) => {
    expect(await passwordFault(password)).toBeNull();
  });

  test("finds one too easy that is its user's name and address", async () => {
    expect(await passwordFault("adalovelace1", ["Ada Lovelace", "ada.lovelace@example.com"])).toMatch(easy);
    expect(await passwordFault("ada.lovelace@example.com", ["Ada", "ada.lovelace@example.com"])).toMatch(easy);
  });

  test.each([
    ["kite-lamp-o", "must have at least 12 characters"],
    // Spaces in a row are one, an emoji is one, and so is a letter with its accent beside it.
    ["kite    lamp", "must have at least 12 characters"],
    ["🙂🦉🌵🚲🎈🧩🪁🍋🐙🎻🥁", "must have at least 12 characters"],
    ["éclair-lam", "must have at least 12 characters"],
    [`${"kite lamp ".repeat(13)}`, "must have at most 128 characters"],
  ])("counts %s as people do", async (password, said) => {
    expect(await passwordFault(password)).toBe(said);
  });

  test("looks no longer than a moment, whatever is sent", async () => {
    await passwordFault("the list is loaded");
    const hard = "4@301$5!7({<8&%x".repeat(8);
    const started = ownTimeMs();
    await passwordFault(hard);
    // Without the cut it is more than a second.
    expect(ownTimeMs() - started).toBeLessThan(500);
  });
});
