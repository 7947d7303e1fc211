import { isJsonObject, type KnownKeys } from "./known-objects.ts";

/** Other names that models give fields. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  text: ["report", "analysis", "content", "explanation", "rationale", "argument", "reasoning", "response", "answer"],
  rating: ["recommendation", "final_rating", "final_recommendation"],
  points: ["key_points"],
  entry: ["entry_price"],
  stop: ["stop_loss", "stop_price"],
  target: ["target_price", "price_target", "take_profit"],
  size_pct: ["position_size", "position_size_pct", "size"],
  horizon_days: ["horizon", "time_horizon"],
  confidence: ["confidence_score", "confidence_level"],
  conditions: ["break_conditions", "invalidation", "invalidations", "falsifiers", "what_would_change_my_mind"],
  said: ["condition", "text", "description", "statement", "words"],
  measure: ["metric", "indicator", "evidence", "evidence_id", "key"],
  comparator: ["operator", "direction", "comparison", "op"],
  threshold: ["level", "value", "bound", "limit"],
  unit: ["units", "currency"],
  sessions: ["consecutive_sessions", "for_sessions", "consecutive_closes", "closes"],
  next_filing: ["in_next_filing", "next_report"],
  by: ["deadline", "by_date", "before", "until", "date"],
  claim: ["point", "text", "statement"],
  evidence: ["evidence_ids", "citations", "ids"],
};

/** `stopLoss`, `Stop-Loss` and `stop_loss` are one name. */
export function plainName(key: string): string {
  return key
    .normalize("NFKC")
    .trim()
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, "_")
    .replaceAll(/[\s-]+/g, "_")
    .toLowerCase();
}

/** Another name counts only with a plain value: `answer` may hold the answer. */
export function fieldsOf(fields: readonly string[]): KnownKeys {
  const others = new Set(fields.flatMap((field) => otherNames[field] ?? []));
  return (key, value) => {
    const name = plainName(key);
    return fields.includes(name) || (others.has(name) && !isJsonObject(value) && !Array.isArray(value));
  };
}

/** Its own name first; `undefined`: none. */
export function valueOf(object: Readonly<Record<string, unknown>>, field: string): unknown {
  if (Object.hasOwn(object, field)) return object[field];
  const entries = Object.entries(object).map(([key, value]) => ({ name: plainName(key), value }));
  for (const name of [field, ...(otherNames[field] ?? [])]) {
    const found = entries.find((entry) => entry.name === name);
    if (found !== undefined) return found.value;
  }
  return undefined;
}
