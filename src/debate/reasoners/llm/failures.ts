import { APICallError, RetryError, StreamProviderError, TypeValidationError } from "ai";
import { z } from "zod";
import { shortageOf } from "#src/core/network/database-away.ts";
import { connectionWords } from "#src/core/network/outbound.ts";
import { ModelFailed, type OutsideReason } from "#src/core/errors.ts";
import { isLoopbackName } from "#src/core/network/exposure.ts";
import { saysTooLong, whereToRaise } from "./context-window.ts";

/** Takes every secret, and whatever looks like a key, out of a text that somebody will read. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) for (const form of writtenForms(secret)) clean = clean.replaceAll(form, "[key]");
  return clean.replaceAll(/\b(?:sk|gsk|xai|key|AIza|AKIA)[-_]?[\w*-]{12,}/g, "[key]");
}

/** A shorter one in another form may be part of anything. */
const leastEncoded = 12;

/** As a text may hold it: as it is, as hex, and inside base64, where its first bytes may share a character with others. */
function writtenForms(secret: string): string[] {
  if (secret === "") return [];
  if (secret.length < leastEncoded) return [secret];
  const bytes = Buffer.from(secret);
  const hex = bytes.toString("hex");
  const inBase64 = [0, 1, 2].flatMap((before) => {
    const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
    return (["base64", "base64url"] as const).map((form) =>
      shifted.toString(form).slice(Math.ceil((before * 8) / 6), Math.floor((shifted.length * 8) / 6)),
    );
  });
  return [secret, ...inBase64, hex, hex.toUpperCase()];
}

/**
 * Why a call failed, in words for the person who runs it. What the provider said is quoted without keys and cut.
 * The error itself is not kept as a cause: it holds the whole request.
 * @throws what the system said when this machine could not ask, for want of files or room
 */
export function toModelFailed(error: unknown, model: string, secrets: readonly string[]): ModelFailed {
  if (error instanceof ModelFailed) return error;
  if (RetryError.isInstance(error)) {
    const last = toModelFailed(error.lastError, model, secrets);
    if (error.reason === "errorNotRetryable") return last;
    return new ModelFailed(
      model,
      last.reason,
      `${last.message.slice(model.length + 2)} (asked ${error.errors.length} times)`,
    );
  }
  // Ours, thrown while the answer was read.
  if (error instanceof Error && error.cause instanceof ModelFailed) return error.cause;
  if (APICallError.isInstance(error)) return fromApi(error, model, secrets);
  const told = toldInStream(error);
  if (told !== null) return fromStream(told, model, secrets);
  const said = withoutSecrets(messageOf(error), secrets).slice(0, 300);
  if (error instanceof Error && error.name === "TimeoutError")
    return new ModelFailed(model, "timeout", `no answer in time: ${said}`);
  if (saysBroken(said))
    return new ModelFailed(model, "unavailable", `the connection broke while the answer was coming: ${said}`);
  return new ModelFailed(model, "malformed", `the answer could not be read: ${said}`);
}

/** Whether an error is that of a connection that broke, or of an answer that ended too soon. */
export function saysBroken(message: string): boolean {
  return /terminated|closed|socket|ECONN|EPIPE|network|No output generated|without.*finish/i.test(message);
}

function fromApi(error: APICallError, model: string, secrets: readonly string[]): ModelFailed {
  const { statusCode } = error;
  if (statusCode === 401 || statusCode === 403)
    return new ModelFailed(model, "unauthorized", `the provider refused the key (${statusCode})`);
  const said = withoutSecrets(error.message, secrets).slice(0, 300);
  if (statusCode === undefined && shortageOf(error.cause) !== null) throw error.cause;
  if (statusCode === undefined) return new ModelFailed(model, "unavailable", unreachable(error));
  // The SDK calls it retryable when the network failed after a good status line.
  if (statusCode < 400 && error.isRetryable)
    return new ModelFailed(model, "unavailable", "the connection broke while the answer was coming");
  if (saysTooLong(said)) return promptTooLong(model, said);
  return new ModelFailed(model, reasonOf(statusCode), `the provider answered ${statusCode}: ${said}`);
}

function unreachable({ url, cause }: APICallError): string {
  const { host, hostname } = new URL(url);
  const words = connectionWords(cause);
  const isOutside = isLoopbackName(hostname) && words.startsWith("nothing listens");
  return `the model server at ${host} cannot be reached: ${words}${isOutside ? ". Start it; from a container this machine is host.docker.internal" : ""}`;
}

function promptTooLong(model: string, said: string): ModelFailed {
  const detail = `the prompt does not fit the model's context: ${said}. Raise it (${whereToRaise}) and start again`;
  return new ModelFailed(model, "unavailable", detail);
}

interface Told {
  readonly message: string;
  readonly kind: string;
  readonly status: number | undefined;
}

/** Providers put the error under `error`, as an object or as a text. */
const ErrorPiece = z.object({
  error: z.union([
    z.string().transform((message) => ({ message })),
    z.looseObject({ message: z.string(), type: z.unknown(), code: z.unknown() }),
  ]),
});

/** An error that a provider told after a good status line; `null` for any other. */
function toldInStream(error: unknown): Told | null {
  if (StreamProviderError.isInstance(error)) {
    const { message, type, code, statusCode } = error;
    return { message, kind: `${type ?? ""} ${code ?? ""}`, status: statusCode };
  }
  const piece = TypeValidationError.isInstance(error) ? ErrorPiece.safeParse(error.value).data?.error : undefined;
  return piece === undefined ? null : { message: piece.message, kind: JSON.stringify(piece), status: undefined };
}

function fromStream({ message, kind, status }: Told, model: string, secrets: readonly string[]): ModelFailed {
  const said = withoutSecrets(message, secrets).slice(0, 300);
  if (quotaUsedUp(`${message} ${kind}`))
    return new ModelFailed(model, "unauthorized", `the account has no quota left: ${said}`);
  if (saysTooLong(message)) return promptTooLong(model, said);
  const detail = `the provider broke off with an error: ${said}`;
  if (/content.?(?:filter|policy)|safety|moderation/i.test(`${message} ${kind}`))
    return new ModelFailed(model, "refused", detail);
  if (/rate.?limit/i.test(`${message} ${kind}`)) return new ModelFailed(model, "rate_limited", detail);
  return new ModelFailed(model, status === undefined || status < 400 ? "unavailable" : reasonOf(status), detail);
}

/** Whether asking again is of no use before somebody pays. Google says the same of its limit per minute, with a delay. */
export function quotaUsedUp(said: string): boolean {
  return (
    /insufficient[_ ](?:quota|balance|credits?|funds)|exceeded your current quota|credit balance is too low/i.test(
      said,
    ) && !/retryDelay|per ?minute/i.test(said)
  );
}

function reasonOf(status: number): OutsideReason {
  if (status === 429) return "rate_limited";
  if (status === 408 || status === 504) return "timeout";
  if (status >= 500 || status === 409) return "unavailable";
  return status < 400 ? "malformed" : "refused";
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === "string" ? error : (JSON.stringify(error) ?? "unknown");
}
