import type { AssetType, Rating } from "../jobs/analysis.ts";
import type { Condition } from "../run/conditions.ts";
import type { CompanyReport } from "./instruments.ts";

/** A rating that was reached for an instrument, an opinion or REVIEW. */
export interface RatedSession {
  /** On whose close it stands. */
  readonly session: string;
  readonly rating: Rating;
  /** When it was reached. */
  readonly at: string;
  /** The path of its page. */
  readonly href: string;
}

/** An instrument that somebody follows, with its last ratings. */
export interface FollowedInstrument {
  readonly symbol: string;
  readonly asset_type: AssetType;
  /** `null` before the first finished analysis. */
  readonly name: string | null;
  readonly currency: string | null;
  /** At most twelve, the oldest first. */
  readonly history: readonly RatedSession[];
  /** The house list's newest, where the plan has its signals and that list holds it. */
  readonly house: RatedSession | null;
  /** Of the newest analysis, in one line; `null` for REVIEW. */
  readonly thesis: string | null;
  /** Closes as the newest analysis knew them, the oldest first. */
  readonly closes: readonly number[];
  readonly last_session: string | null;
}

/** Instruments under the name of their list; `id` is null for those that were analysed without one. */
export interface FollowedGroup {
  readonly id: string | null;
  readonly name: string;
  readonly instruments: readonly FollowedInstrument[];
  /** How many the list has. */
  readonly total: number;
}

export type News =
  | {
      readonly kind: "rating";
      readonly symbol: string;
      readonly list: string | null;
      readonly before: Rating;
      readonly after: RatedSession;
    }
  | {
      readonly kind: "level";
      readonly symbol: string;
      readonly list: string;
      readonly level: "stop" | "target";
      readonly price: number;
      readonly close: number;
      readonly currency: string;
      readonly session: string;
      readonly href: string;
    }
  /** What a rating rested on no longer holds. */
  | {
      readonly kind: "condition";
      readonly symbol: string;
      /** `null`: of an analysis of their own. */
      readonly list: string | null;
      readonly condition: Condition;
      readonly session: string;
      readonly href: string;
    };

/** What happened since the visit before. */
export interface Changes {
  readonly since: string;
  readonly ratings: number;
  readonly stops: number;
  readonly targets: number;
  /** Conditions of ratings that a close met. */
  readonly broken: number;
  /** Analyses that ended. */
  readonly finished: number;
  /** The newest first. */
  readonly news: readonly News[];
}

/** Something that is known to come, or a report whose day is an estimate. */
export type Upcoming =
  | {
      readonly kind: "close" | "run";
      readonly at: string;
      /** The list that runs. */
      readonly list: string | null;
      readonly symbols: readonly string[];
    }
  | { readonly kind: "report"; readonly symbol: string; readonly report: CompanyReport };
