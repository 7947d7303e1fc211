import { Client, StreamableHTTPClientTransport, type CallToolResult } from "@modelcontextprotocol/client";
import { expect, onTestFinished } from "vitest";
import { mostCharacters } from "#src/server/mcp/answer.ts";

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

export const callTool = (client: Client, name: string, args: Record<string, unknown> = {}): Promise<CallToolResult> =>
  client.callTool({ name, arguments: args });

/** The data of an answer that went well, which is the same as its text. */
export async function dataOf(client: Client, name: string, args: Record<string, unknown> = {}): Promise<unknown> {
  const answer = await callTool(client, name, args);
  const text = textOfAnswer(answer);
  if (answer.isError === true) throw new Error(text);
  expect(JSON.parse(text)).toEqual(answer.structuredContent);
  expect(text.length).toBeLessThanOrEqual(mostCharacters);
  return answer.structuredContent;
}

/** Why a tool did not do it, in its words. */
export async function refusalOf(client: Client, name: string, args: Record<string, unknown> = {}): Promise<string> {
  const answer = await callTool(client, name, args);
  return answer.isError === true ? textOfAnswer(answer) : `no refusal: ${textOfAnswer(answer)}`;
}
