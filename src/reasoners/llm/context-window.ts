/*
 * Some local servers, Ollama above all, drop what does not fit their context window and answer what is left, without
 * a word. Only the tokens they count tell.
 */

/** No tokenizer makes fewer tokens of such text than one in so many characters: prose comes to four, figures to two. */
const charactersPerToken = 4.5;
const leastShare = 0.6;

/**
 * Why an answer cannot have seen the whole prompt; `null` where it may have.
 * @param counted input tokens as the server reports them; 0 and `undefined` where it counts none
 */
export function lostContext(prompt: string, counted: number | undefined): string | null {
  if (counted === undefined || counted === 0) return null;
  const least = Math.floor(prompt.length / charactersPerToken);
  if (counted >= least * leastShare) return null;
  return `the server read only ${counted} of at least ${least} tokens of the prompt: its context is too small. Raise it (${whereToRaise}) and start again`;
}

const tooLong =
  /context[_ ](?:size|length|window)|maximum context|max_model_len|too many tokens|prompt is too long|exceeds? (?:the )?(?:model's )?(?:max|context)/i;

/** Whether a refusal says that the prompt does not fit. */
export function saysTooLong(said: string): boolean {
  return tooLong.test(said);
}

/** Whether a failure of ours says that a prompt did not fit or was cut. */
export function saysTooSmall(message: string): boolean {
  return message.includes(whereToRaise);
}

export const whereToRaise = "Ollama: num_ctx or OLLAMA_CONTEXT_LENGTH; llama.cpp: --ctx-size; vLLM: --max-model-len";
