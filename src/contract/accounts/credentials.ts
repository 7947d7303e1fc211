import { Scope } from "./plans.ts";
import { z } from "zod";

/** In characters as people count them: an emoji is one, and several spaces in a row are one. */
export const passwordLength = { min: 12, max: 128 } as const;

/** What a field for a password takes at most, in UTF-16 units: a character has two at most. */
export const passwordUnits = 2 * passwordLength.max;

/** Characters that are looked at: how long the rest is does not matter, and looking takes time. */
const looked = 32;
/** From here on guessing takes more than a million tries (zxcvbn's own scale, 0 to 4). */
const enough = 2;

/**
 * Why a password is not taken as a new one, as the end of a sentence that begins with what it is called; `null` when
 * it is. There are no rules on what kinds of characters it has (NIST SP 800-63B, 5.1.1.2).
 * @param about what somebody who knows the user would try: their name, their address
 */
export async function passwordFault(password: string, about: readonly string[] = []): Promise<string | null> {
  const characters = [...password.normalize("NFKC").replaceAll(/ {2,}/g, " ")];
  if (characters.length < passwordLength.min) return `must have at least ${passwordLength.min} characters`;
  if ([...password].length > passwordLength.max) return `must have at most ${passwordLength.max} characters`;
  const guesser = await (loaded ??= loadGuesser());
  const known = about.flatMap((text) => [text, ...partsOf(text)]).filter((text) => text.length > 2);
  const easy = (part: readonly string[]) => guesser.check(part.join(""), [...known, "conclave"]).score < enough;
  if (!easy(characters.slice(0, looked))) return null;
  if (characters.length > looked && !easy(characters.slice(-looked))) return null;
  return "is too easy to guess because it resembles a common password. Use several unrelated words or a password manager";
}

/** The words of a name or an address, and all of them together. */
function partsOf(text: string): string[] {
  const words = text.split(/[^\p{L}\p{N}]+/u);
  return [...words, words.join("")];
}

type Guesser = Awaited<ReturnType<typeof loadGuesser>>;
let loaded: Promise<Guesser> | undefined;

/** Its list of 49,000 common passwords is loaded when somebody chooses a password, and not before. */
async function loadGuesser() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  // With 100 ways to read digits as letters, its default, half a second is gone for 32 characters.
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, l33tMaxSubstitutions: 5 });
}

/** Allows new access tokens; not shown as a permission. */
export const offlineAccess = "offline_access";

export const oauthScopes: readonly string[] = [...Scope.options, offlineAccess];

/** Tells tokens from API keys, also for secret scanners. */
export const tokenPrefixes = { access: "conclave_at_", refresh: "conclave_rt_" } as const;

/** The page on which a user authorises an app. */
export const consentPage = "/connect";

/** Each is revoked unless its owner keeps it. */
export const Revocable = z.enum(["sessions", "api_keys", "connections", "webhooks", "passkeys", "providers"]);
export type Revocable = z.infer<typeof Revocable>;

/** What the mail says was revoked: numbers, except for sessions. */
export const Revoked = z.object({
  sessions: z.enum(["all", "others", "kept"]),
  api_keys: z.int(),
  // Mails of before have none.
  connections: z.int().default(0),
  webhooks: z.int(),
  passkeys: z.int(),
  providers: z.int(),
});
export type Revoked = z.infer<typeof Revoked>;
