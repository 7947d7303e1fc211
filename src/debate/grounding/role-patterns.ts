import type { Role } from "./proposals.ts";

/* How the words for a role of an agent's own trade are made into patterns. */

export interface RoleWords {
  /** One or, where the words leave it open ("our exit at"), several. */
  readonly roles: readonly Role[];
  readonly words: RegExp;
}

export interface RoleLexicon {
  /** What may stand between a role's words and its number, at the end of a text. */
  readonly filler: RegExp;
  readonly before: readonly RoleWords[];
  readonly behind: readonly RoleWords[];
}

export function endingIn(...patterns: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\d-])(?:${patterns.join("|")})$`, "iu");
}

export function startingWith(...patterns: readonly string[]): RegExp {
  return new RegExp(`^(?:${patterns.join("|")})(?![\\p{L}-])`, "iu");
}

export function fillerOf(words: string, ...phrases: readonly string[]): RegExp {
  const all = [...phrases, ...words.split(/\s+/).filter(Boolean)].join("|");
  return new RegExp(`(?:[\\s,:=@→≈~*_|$€£₹"“”()–—-]+|(?<![\\p{L}\\d-])(?:${all}))$`, "iu");
}
