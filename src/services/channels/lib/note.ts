import type { ChannelEvent } from "#src/contract/channels.ts";

/** One thing that happened, in words, before anybody knows how a service writes them. Its texts may be strangers'. */
export interface Note {
  readonly event: ChannelEvent | "test";
  readonly title: string;
  readonly lines: readonly string[];
  /** What a model wrote about it; `null`: nothing. */
  readonly quote: string | null;
  readonly link: { readonly label: string; readonly url: string };
  readonly tone: "up" | "down" | "neutral";
}

/** A message as it is written: one note, or the notes of a digest under a heading. */
export interface Composed {
  readonly heading: string | null;
  readonly notes: readonly Note[];
  /** Behind a digest that is longer than a message: how many are left out, in words. */
  readonly more: (left: number) => string;
  readonly manage: { readonly label: string; readonly url: string };
  readonly stop: { readonly label: string; readonly url: string };
}

/** How a message goes out. */
export interface Outgoing {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
