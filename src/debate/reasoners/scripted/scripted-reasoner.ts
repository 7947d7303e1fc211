import { Cancelled } from "#src/core/errors.ts";
import type { AnswerBase, Brief, Reasoner, Spoken, ToolCall } from "../reasoner.ts";

/** An answer (checked), prose, or look-ups. */
export type Line =
  | { readonly answer: Record<string, unknown> }
  | { readonly prose: string; readonly problem: string }
  | { readonly tools: readonly ToolCall[] };

/** For tests and replays: free, counts no tokens. */
export function createScriptedReasoner(options: {
  readonly provider: string;
  readonly models: Reasoner["models"];
  readonly tuning?: NonNullable<Reasoner["tuning"]>;
  readonly usesTools: boolean;
  readonly script: (brief: Brief<unknown>) => Line | Promise<Line>;
}): Reasoner {
  return {
    provider: options.provider,
    models: options.models,
    ...(options.tuning && { tuning: options.tuning }),
    usesTools: options.usesTools,
    estimate: () => "0",
    async speak<A extends AnswerBase>(
      brief: Brief<A>,
      { signal, onDelta }: Parameters<Reasoner["speak"]>[1],
    ): Promise<Spoken<A>> {
      if (signal.aborted) throw new Cancelled();
      const line = await options.script(brief);
      const call = {
        model: options.models[brief.depth],
        tokens: { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0 },
        costUsd: "0",
      };
      if ("tools" in line) return { kind: "tools", calls: line.tools, call };
      if ("prose" in line) return { kind: "statement", text: line.prose, answer: null, problem: line.problem, call };
      const answer = brief.answer.parse(line.answer);
      onDelta(answer.text);
      return { kind: "statement", text: answer.text, answer, problem: null, call };
    },
  };
}
