import type { AnalystAnswer, ReadStep } from "#src/contract/run/answers.ts";
import { ProbeCheckName, type ModelProbe, type ProbeCheck } from "#src/contract/jobs/model-checks.ts";
import type { ModelFailed, OutsideReason } from "#src/core/errors.ts";
import type { Brief, Spoken } from "../reasoner.ts";
import type { CallAnswer } from "./call.ts";
import { saysTooSmall, whereToRaise } from "./context-window.ts";
import type { Price } from "./pricing.ts";

/** What one call showed. */
export interface Seen {
  readonly spoken: Spoken<AnalystAnswer> | null;
  readonly answer: CallAnswer | null;
  readonly error: ModelFailed | null;
  /** Why it was not made; `null` where it was. */
  readonly unmade: string | null;
  /** Pieces of prose that came apart. */
  readonly pieces: number;
  /** Milliseconds from the call to its first piece and its end. */
  readonly firstMs: number;
  readonly totalMs: number;
}

/** `null`: not asked. */
export interface Sight {
  readonly model: string;
  /** Whether this provider is sent a schema. */
  readonly takesSchema: boolean;
  readonly answer: Seen;
  readonly tools: Seen | null;
  readonly turn: { readonly brief: Brief<AnalystAnswer>; readonly seen: Seen | null } | null;
  readonly refused: ReadonlySet<string>;
  /** As the server tells it. */
  readonly context: number | null;
  readonly price: Price | null;
}

/** Tokens of a default debate's longest prompt and answer. */
export const contextNeeded = 32_000;
/** Below this, a debate's answers reach the usual time limits. */
const leastTokensPerSecond = 8;
const chain = { calls: 7, tokens: 900 };

type Verdict = Omit<ProbeCheck, "name">;

export function checksOf(sight: Sight): { checks: ProbeCheck[]; tokensPerSecond: ModelProbe["tokens_per_second"] } {
  const { answer, turn } = sight;
  const speed = speedOf(turn?.seen ?? null) ?? speedOf(answer);
  const isReached = answer.error === null && answer.unmade === null;
  const asked = (verdict: () => Verdict): Verdict => (isReached ? verdict() : unknown("not asked"));
  const verdicts: Record<ProbeCheckName, Verdict | null> = {
    reach: reachOf(answer),
    schema: asked(() => schemaOf(sight)),
    tools: asked(() => toolsOf(sight)),
    streaming: asked(() => streamingOf(sight)),
    usage: asked(() => usageOf(sight)),
    context: asked(() => contextOf(sight)),
    speed: asked(() => speedVerdict(speed, turn?.seen ?? answer)),
    price: priceOf(sight),
    turn: turn === null ? null : asked(() => turnOf(turn.brief, turn.seen)),
  };
  const checks = ProbeCheckName.options.flatMap((name) => {
    const verdict = verdicts[name];
    return verdict === null ? [] : [{ name, ...verdict }];
  });
  return { checks, tokensPerSecond: speed };
}

function good(found: string): Verdict {
  return { ok: true, found, costs: null, mend: null };
}

function bad(found: string, costs: string, mend: string): Verdict {
  return { ok: false, found, costs, mend };
}

function unknown(found: string): Verdict {
  return { ok: null, found, costs: null, mend: null };
}

const mendOf: Record<OutsideReason, string> = {
  unauthorized: "Check the provider's key and the balance of its account.",
  rate_limited: "Wait, raise the limit at the provider, or lower SERVICE_MODEL_CONCURRENCY.",
  unavailable:
    "Check SERVICE_LLM_BASE_URL, and the model's name in SERVICE_DEEP_THINK_LLM and SERVICE_QUICK_THINK_LLM.",
  timeout: "Raise SERVICE_MODEL_TIMEOUT_SECONDS, or choose a faster model.",
  malformed: "Check that SERVICE_LLM_BASE_URL is the address of an API, which usually ends in /v1.",
  refused: "Check the model's name, and whether the provider allows it for your account.",
};

function reachOf({ error, unmade, totalMs }: Seen): Verdict {
  if (unmade !== null) return unknown(unmade);
  if (error === null) return good(`answers in ${seconds(totalMs)}`);
  return bad(error.message, "No analysis can use this model.", mendOf[error.reason]);
}

const inWords: Partial<Record<ReadStep, string>> = {
  reasoning_removed: "behind its thoughts",
  fenced: "in a code fence",
  embedded: "within other text",
  unwrapped: "in a wrapper",
  tool_call: "as the input of a tool",
  repaired: "as broken JSON",
  field_by_field: "with fields that cannot be read",
  converted: "with values in another form",
  prose: "as prose",
};

function schemaOf({ takesSchema, refused, answer }: Sight): Verdict {
  const isRefused = refused.has("json_schema") || refused.has("response_format");
  const steps = answer.spoken?.kind === "statement" ? (answer.spoken.reading?.steps ?? []) : [];
  const form = steps.map((step) => inWords[step] ?? step).join(", ");
  if (takesSchema && !isRefused && form === "") return good("takes the JSON schema, and keeps to it");
  const how = !takesSchema
    ? "this provider takes no JSON schema"
    : isRefused
      ? "the server refuses the JSON schema"
      : "takes the JSON schema, but does not keep to it";
  return bad(
    form === "" ? `${how}; the answer came in its form` : `${how}; the answer came ${form}`,
    "The schema stands in the prompt. More answers need repair or a second call.",
    "Use a server and model with structured output: a recent vLLM, llama.cpp, Ollama or LM Studio, or another provider.",
  );
}

function toolsOf({ tools, refused }: Sight): Verdict {
  if (tools === null || tools.unmade !== null) return unknown(tools?.unmade ?? "not asked");
  const costs = "Analysts make no look-ups and argue from the first evidence alone.";
  const mend =
    "vLLM: --enable-auto-tool-choice and --tool-call-parser. llama.cpp: --jinja. Ollama: a model with the tools capability.";
  if (refused.has("tools")) return bad("the server refuses tools", costs, mend);
  if (tools.error !== null) return bad(tools.error.message, costs, mend);
  if (tools.spoken?.kind !== "tools") return bad("answered without the tool it was told to use", costs, mend);
  return good(tools.answer?.toolCalls.length === 0 ? "asks for a tool in its text, which is read" : "asks for a tool");
}

function streamingOf({ answer, turn }: Sight): Verdict {
  const pieces = Math.max(answer.pieces, turn?.seen?.pieces ?? 0);
  const { firstMs, totalMs } = answer;
  if (pieces > 1) return good(`first words after ${seconds(firstMs)} of ${seconds(totalMs)}`);
  return bad(
    "the answer comes in one piece",
    "The live view shows an answer only when it is whole.",
    "Turn off response buffering in the gateway or proxy before the model.",
  );
}

function usageOf({ answer: { answer } }: Sight): Verdict {
  const { inputTokens, outputTokens } = answer?.usage ?? {};
  if (inputTokens !== undefined && outputTokens !== undefined)
    return good(`counts tokens: ${inputTokens} in, ${outputTokens} out`);
  return bad(
    "the server counts no tokens",
    "Each call is counted as the most it can have used. Budgets end early, and a prompt that is cut goes unnoticed.",
    "Update the server, or have the gateway pass stream_options and usage on.",
  );
}

function contextOf({ context, answer, turn }: Sight): Verdict {
  const lost = [turn?.seen?.error, answer.error].find((error) => error != null && saysTooSmall(error.message));
  const costs = "Longer prompts are refused or cut, and their calls fail.";
  const mend = `Raise it to ${contextNeeded.toLocaleString("en")} tokens: ${whereToRaise}.`;
  if (lost != null) return bad(lost.message, costs, mend);
  if (context !== null) {
    const told = `${context.toLocaleString("en")} tokens, as the server tells it`;
    return context >= contextNeeded
      ? good(told)
      : bad(`${told}; a debate needs up to ${contextNeeded.toLocaleString("en")}`, costs, mend);
  }
  const read = Math.max(0, ...[answer, turn?.seen].map((seen) => seen?.answer?.usage.inputTokens ?? 0));
  return read === 0
    ? unknown("the server does not tell it, and counts no tokens")
    : unknown(`the server does not tell it; a prompt of ${read.toLocaleString("en")} tokens was read whole`);
}

/** Tokens a second over the whole call; `null` where nothing was counted. */
function speedOf(seen: Seen | null): number | null {
  const tokens = seen?.answer?.usage.outputTokens ?? 0;
  if (seen === null || tokens === 0) return null;
  return Math.round((tokens / Math.max(1, seen.totalMs)) * 10_000) / 10;
}

function speedVerdict(speed: number | null, { totalMs }: Seen): Verdict {
  if (speed === null) return unknown(`an answer took ${seconds(totalMs)}; the server counts no tokens`);
  const debate = (chain.calls * chain.tokens) / Math.max(speed, 0.1);
  const found = `${speed.toLocaleString("en")} tokens a second: ${duration(debate)} for a debate`;
  return speed >= leastTokensPerSecond
    ? good(found)
    : bad(
        found,
        "Analyses are slow, and long answers run into the time limit.",
        "Choose a smaller or faster model, or raise SERVICE_MODEL_TIMEOUT_SECONDS and SERVICE_JOB_TIMEOUT_SECONDS.",
      );
}

function priceOf({ price, model }: Sight): Verdict {
  if (price !== null)
    return good(
      Number(price.output) === 0 ? "free" : `$${price.input} in and $${price.output} out, per million tokens`,
    );
  return bad(
    "not known",
    "Costs are not shown. A run with a budget is refused.",
    `SERVICE_MODELS={"${model}": {"input": "…", "output": "…"}}`,
  );
}

function turnOf(brief: Brief<AnalystAnswer>, seen: Seen | null): Verdict {
  if (seen === null || seen.unmade !== null) return unknown(seen?.unmade ?? "not asked");
  const costs = "Debates lack this agent's report, or end as REVIEW.";
  const mend = "Choose a stronger model, or mend what is marked above.";
  if (seen.error !== null) return bad(seen.error.message, costs, mendOf[seen.error.reason]);
  const { spoken } = seen;
  if (spoken?.kind !== "statement") return bad("asked for tools when none were open", costs, mend);
  if (spoken.problem !== null || spoken.answer === null) return bad(spoken.problem ?? "no answer", costs, mend);
  const { text, answer } = spoken;
  const words = text.split(/\s+/).length;
  const cited = new Set(text.match(/\b[MSNFD]\d{1,4}\b/g));
  const known = brief.evidence.filter(({ id }) => cited.has(id)).length;
  return good(
    `${words} words, score ${answer.score ?? "none"}, ${answer.points.length} ${answer.points.length === 1 ? "point" : "points"}, cites ${known} of ${brief.evidence.length} records`,
  );
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function duration(inSeconds: number): string {
  return inSeconds < 90 ? `about ${Math.ceil(inSeconds)} s` : `about ${Math.ceil(inSeconds / 60)} minutes`;
}
