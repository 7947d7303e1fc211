import { signedToken, tokenValue } from "#src/product/accounts/public/signed-token.ts";

const purpose = "stop channel";

/** To a page that asks, as apps open links. */
export function stopUrl({ secret }: { readonly secret: string }, origin: string, channel: string): string {
  return `${origin}/unsubscribe/${signedToken(secret, purpose, channel)}`;
}

/** `null` for a link we did not make. */
export function channelToStop(secret: string, token: string): string | null {
  return tokenValue(secret, purpose, token);
}
