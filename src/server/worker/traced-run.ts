import type { DebateEvent } from "#src/contract/run/events.ts";
import type { Tokens } from "#src/contract/jobs/usage.ts";
import type { Attributes, Span } from "#src/core/text/spans.ts";
import { startSpan, traced, within } from "#src/core/operation/telemetry.ts";
import type { AnswerBase, Brief, Reasoner, SpeakOptions, Spoken } from "#src/debate/reasoners/reasoner.ts";

/** The debate knows nothing of it. */
export interface TracedRun {
  readonly reasoner: Reasoner;
  readonly emit: (event: DebateEvent) => void;
  /** Ends the turns that did not come to their end. */
  end(): void;
}

type Turn = Pick<Brief<unknown>, "agent" | "round">;

/** Who spoke, model and tokens; never texts. */
export function traceRun(reasoner: Reasoner, emit: (event: DebateEvent) => void): TracedRun {
  const turns = new Map<string, Span>();
  const keyOf = ({ agent, round }: Turn): string => `${agent}/${round}`;
  const { provider, models, tuning, usesTools } = reasoner;
  return {
    reasoner: {
      provider,
      models,
      ...(tuning !== undefined && { tuning }),
      usesTools,
      estimate: (brief) => reasoner.estimate(brief),
      speak: (brief, options) => within(turns.get(keyOf(brief)) ?? null, () => speakTraced(reasoner, brief, options)),
    },
    emit(event) {
      emit(event);
      if (event.type === "agent.started") {
        const span = startTurn(event);
        if (span !== null) turns.set(keyOf(event), span);
      } else if (event.type === "agent.finished") {
        const span = turns.get(keyOf(event));
        span?.set({ ...usageOf(event.tokens), "conclave.skipped": event.skipped !== null });
        span?.end();
        turns.delete(keyOf(event));
      }
    },
    end() {
      for (const span of turns.values()) span.end();
    },
  };
}

function startTurn({ agent, round }: Turn): Span | null {
  return startSpan({
    name: `invoke_agent ${agent}`,
    kind: "internal",
    attributes: { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": agent, "conclave.round": round },
  });
}

/** The rules engine calls nobody, so its turns have nothing below them. */
function speakTraced<A extends AnswerBase>(
  reasoner: Reasoner,
  brief: Brief<A>,
  options: SpeakOptions,
): Promise<Spoken<A>> {
  if (reasoner.provider === "rules") return reasoner.speak(brief, options);
  const model = reasoner.models[brief.depth];
  const attributes = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": reasoner.provider,
    "gen_ai.request.model": model,
    "gen_ai.output.type": "json",
  };
  return traced({ name: `chat ${model}`, kind: "client", attributes }, async (span) => {
    const spoken = await reasoner.speak(brief, options);
    const { tokens, costUsd } = spoken.call;
    span?.set({
      ...usageOf(tokens),
      "gen_ai.response.model": spoken.call.model,
      "conclave.cost_usd": costUsd === null ? undefined : Number(costUsd),
    });
    return spoken;
  });
}

function usageOf(tokens: Tokens): Attributes {
  return {
    "gen_ai.usage.input_tokens": tokens.input_tokens,
    "gen_ai.usage.cache_read.input_tokens": tokens.cached_input_tokens,
    "gen_ai.usage.output_tokens": tokens.output_tokens,
  };
}
