import type { Json } from "./reading/known-objects.ts";

/**
 * What servers that speak chat completions refuse of a request, each with what is sent instead. The first that a
 * request has and a refusal names is changed; a change is never made twice to one request.
 */
export interface Change {
  readonly name: string;
  readonly named: RegExp;
  readonly has: (body: Json) => boolean;
  readonly instead: (body: Json) => Json;
  /** It follows from the length of a prompt. */
  readonly isForOneCall?: true;
}
