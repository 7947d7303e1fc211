import type { CustomerProvider, KeyVerdict } from "#src/contract/jobs/model-keys.ts";

const answerMs = 10_000;

const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });

interface Question {
  readonly baseUrl: string;
  /** A free endpoint that needs a key. */
  readonly path: string;
  readonly headers: (key: string) => Record<string, string>;
}

const questions: Readonly<Record<CustomerProvider, Question>> = {
  openai: { baseUrl: "https://api.openai.com/v1", path: "/models", headers: bearer },
  anthropic: {
    baseUrl: "https://api.anthropic.com/v1",
    path: "/models?limit=1",
    headers: (key) => ({ "x-api-key": key, "anthropic-version": "2023-06-01" }),
  },
  google: {
    baseUrl: "https://generativelanguage.googleapis.com/v1beta",
    path: "/models?pageSize=1",
    headers: (key) => ({ "x-goog-api-key": key }),
  },
  xai: { baseUrl: "https://api.x.ai/v1", path: "/models", headers: bearer },
  deepseek: { baseUrl: "https://api.deepseek.com", path: "/models", headers: bearer },
  mistral: { baseUrl: "https://api.mistral.ai/v1", path: "/models", headers: bearer },
  groq: { baseUrl: "https://api.groq.com/openai/v1", path: "/models", headers: bearer },
  // Its models are listed to everybody.
  openrouter: { baseUrl: "https://openrouter.ai/api/v1", path: "/key", headers: bearer },
};

/**
 * A free request; only the status is read, as providers repeat keys in errors.
 * @param baseUrl set by the operator
 */
export async function checkKey(provider: CustomerProvider, key: string, baseUrl?: string): Promise<KeyVerdict> {
  const { path, headers, ...own } = questions[provider];
  try {
    const response = await fetch(`${(baseUrl ?? own.baseUrl).replace(/\/$/, "")}${path}`, {
      headers: headers(key),
      signal: AbortSignal.timeout(answerMs),
      // A key goes to the provider alone.
      redirect: "error",
    });
    await response.body?.cancel();
    if (response.ok) return { kind: "accepted" };
    const reason = `status ${response.status}`;
    // Google and xAI answer 400 for an unknown key.
    return { kind: [400, 401, 403].includes(response.status) ? "refused" : "unreachable", reason };
  } catch (error) {
    const late = error instanceof Error && error.name === "TimeoutError";
    return { kind: "unreachable", reason: late ? "no answer in 10 seconds" : "no connection" };
  }
}
