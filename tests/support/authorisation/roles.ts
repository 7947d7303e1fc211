/**
 * Who asks. `owner` has Elite and all that the rows below name; `other` has Signals, `plan` Elite, `noPlan` and `admin`
 * Free; these four own no analysis, key or deposit.
 */
export const roles = ["signedOut", "other", "noPlan", "plan", "admin", "owner"] as const;
export type Role = (typeof roles)[number];
export type Expected<T> = Readonly<Record<Role, T>>;

/** What the rows name. */
export interface Facts {
  readonly analysis: string;
  /** One that has its report. */
  readonly finished: string;
  readonly shared: string;
  readonly account: string;
  /** Nothing has come for it; the review of it is open. */
  readonly deposit: string;
  readonly review: string;
  /** These are made for the row, which may end them. */
  readonly waiting: () => Promise<string>;
  readonly key: () => Promise<string>;
  /** The provider of a model key. */
  readonly modelKey: () => Promise<string>;
  readonly session: () => Promise<string>;
  /** An answer of the assistant's to the owner, and a conversation with it that the row may end. */
  readonly turn: () => Promise<string>;
  readonly conversation: () => Promise<string>;
  /** In the owner's request log. */
  readonly request: string;
  /** A webhook of the owner's. */
  readonly ownEndpoint: string;
  /** A webhook of the owner's, for the row alone. */
  readonly endpoint: () => Promise<string>;
  readonly ownChannel: string;
  /** The path that asks whether it is to be stopped. */
  readonly stopLink: string;
  /** A channel of the owner's, for the row alone. */
  readonly channel: () => Promise<string>;
  /** On a list of the owner's own. */
  readonly signal: string;
  readonly watchlist: () => Promise<string>;
  /** One of the owner's for pages, and a new one each time, which its row may change. */
  readonly keptPortfolio: string;
  readonly portfolio: () => Promise<string>;
  /** The owner's, brought from elsewhere; and one more, which its row may end. */
  readonly backtest: string;
  readonly anotherBacktest: () => Promise<string>;
  /** The owner's, which waits. */
  readonly batch: () => Promise<string>;
}

export function all<T>(value: T, except: Partial<Expected<T>> = {}): Expected<T> {
  const same = { signedOut: value, other: value, noPlan: value, plan: value, admin: value, owner: value };
  return { ...same, ...except };
}
