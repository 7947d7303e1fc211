import { signedToken, tokenValue } from "../../accounts/lib/signed-token.ts";

const purpose = "stop channel";

/** Leads to the page that asks whether a channel is to be stopped: whoever only looks at the link changes nothing. */
export function stopUrl({ secret }: { readonly secret: string }, origin: string, channel: string): string {
  return `${origin}/unsubscribe/${signedToken(secret, purpose, channel)}`;
}

/** Of the channel that a link stops; `null` for one that we did not make. */
export function channelToStop(secret: string, token: string): string | null {
  return tokenValue(secret, purpose, token);
}
