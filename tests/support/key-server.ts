import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { readSettings } from "#src/core/config/config.ts";

/** What a provider does with a key: `echo` refuses it and repeats it, as some do. */
export type KeyTreatment = "accept" | "refuse" | "echo" | "busy";

export interface KeyServer {
  readonly url: string;
  /** The keys that it was asked about, in order. */
  readonly asked: readonly string[];
  treat: KeyTreatment;
  /** For a service whose customers' keys go here, whatever their provider. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** A provider that says whether it takes a key, over HTTP. */
export async function startKeyServer(): Promise<KeyServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const key = keyOf(request);
    asked.push(key);
    const { treat } = keyServer;
    const status = treat === "accept" ? 200 : treat === "busy" ? 503 : 401;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(treat === "echo" ? { error: { message: `bad key ${key}` } } : {}));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const url = `http://127.0.0.1:${address.port}/v1`;
  const keyServer: KeyServer = {
    url,
    asked,
    treat: "accept",
    env: customersAt(url),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return keyServer;
}

function keyOf({ headers }: IncomingMessage): string {
  return String(headers["x-api-key"] ?? headers["x-goog-api-key"] ?? headers.authorization?.replace("Bearer ", ""));
}

/**
 * Settings of a service that asks this address with customers' keys.
 * @param operator where it asks with its own
 */
export function customersAt(url: string, operator?: string): Record<string, string> {
  const providers = ["openai", "anthropic", "google", "xai", "deepseek", "mistral", "groq", "openrouter"];
  const theirs = providers.map((provider) => `${provider}=${url}`);
  return { SERVICE_LLM_BASE_URL: [...(operator === undefined ? [] : [operator]), ...theirs].join(",") };
}

export const customerSettings = (url: string) => readSettings(customersAt(url));
