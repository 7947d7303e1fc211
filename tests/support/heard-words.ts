import type { JobEvent } from "#src/contract/jobs/jobs.ts";

/** The agents' words as a reader has them who heeds `agent.restarted`. */
export function heard(events: readonly JobEvent[]): Record<string, string> {
  const words: Record<string, string> = {};
  for (const { type, data } of events) {
    const agent = String(data["agent"]);
    if (type === "agent.restarted") words[agent] = "";
    if (type === "agent.delta") words[agent] = `${words[agent] ?? ""}${String(data["text"])}`;
  }
  return words;
}
