import type { Agent } from "#src/contract/answers.ts";
import { stages } from "#src/contract/stages.ts";

/** From where a debate can be made anew: agents of one stage speak at the same time, and are asked together. */
export function rerunStages(spoke: readonly string[]): { readonly value: Agent; readonly label: string }[] {
  return stages.flatMap(({ title, agents }) => {
    const first = agents.find((agent) => spoke.includes(agent));
    return first === undefined ? [] : [{ value: first, label: title }];
  });
}
