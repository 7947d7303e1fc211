import type { ChannelEvent } from "#src/contract/messages/channels.ts";

/** In words, before a service's markup. Texts may be strangers'. */
export interface Note {
  readonly event: ChannelEvent | "test";
  readonly title: string;
  readonly lines: readonly string[];
  /** What a model wrote about it; `null`: nothing. */
  readonly quote: string | null;
  readonly link: { readonly label: string; readonly url: string };
  readonly tone: "up" | "down" | "neutral";
}

export interface Composed {
  readonly heading: string | null;
  readonly notes: readonly Note[];
  /** Says how many a digest leaves out. */
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
