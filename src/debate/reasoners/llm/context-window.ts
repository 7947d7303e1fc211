/* Local servers, Ollama above all, silently drop what does not fit. Only the token counts tell. */

/** Tokens per character at the fewest: prose comes to four, figures to two. */
const charactersPerToken = 4.5;
const leastShare = 0.6;

/**
 * `null` where it may have seen all.
 * @param counted input tokens of the server; 0 and `undefined`: none counted
 */
export function lostContext(prompt: string, counted: number | undefined): string | null {
  if (counted === undefined || counted === 0) return null;
  const least = Math.floor(prompt.length / charactersPerToken);
  if (counted >= least * leastShare) return null;
  return `the server read only ${counted} of at least ${least} tokens of the prompt: its context is too small. Raise it (${whereToRaise}) and start again`;
}

const tooLong =
  /context[_ ](?:size|length|window)|maximum context|max_model_len|too many tokens|prompt is too long|exceeds? (?:the )?(?:model's )?(?:max|context)/i;

/** Whether an error says that the prompt does not fit. */
export function saysTooLong(said: string): boolean {
  return tooLong.test(said);
}

export function saysTooSmall(message: string): boolean {
  return message.includes(whereToRaise);
}

export const whereToRaise = "Ollama: num_ctx or OLLAMA_CONTEXT_LENGTH; llama.cpp: --ctx-size; vLLM: --max-model-len";
