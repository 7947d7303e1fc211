import type { Json } from "./reading/known-objects.ts";

/** What servers refuse, and what is sent instead. Each change is made once a request. */
export interface Change {
  readonly name: string;
  readonly named: RegExp;
  readonly has: (body: Json) => boolean;
  readonly instead: (body: Json) => Json;
  /** It depends on the length of a prompt. */
  readonly isForOneCall?: true;
}
