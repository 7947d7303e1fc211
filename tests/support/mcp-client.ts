import { Client, StreamableHTTPClientTransport, type CallToolResult } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";

/** The revisions that clients speak: that of 2026-07-28, and those of 2025 before it. */
export const eras = ["modern", "legacy"] as const;
export type Era = (typeof eras)[number];

/** The SDK's own client, connected to a front door's `/mcp`. */
export async function mcpClient(
  url: string,
  { era = "modern", key, version = { modern: "2026-07-28", legacy: "2025-11-25" }[era] }: McpClientOptions = {},
): Promise<Client> {
  const mode = era === "modern" ? { pin: version } : "legacy";
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}

interface McpClientOptions {
  readonly era?: Era;
  readonly key?: string;
  readonly version?: string;
}

/** The text of an answer, which for one that went well is its data as JSON. */
export function textOfAnswer({ content }: CallToolResult): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join("");
}
