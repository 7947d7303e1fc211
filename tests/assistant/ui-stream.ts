import { DefaultChatTransport, readUIMessageStream, type UIMessage } from "ai";
import type { AssistantData, AssistantMetadata, Claim } from "#src/contract/jobs/assistant.ts";
import type { Browser } from "#tests/support/browser.ts";

export type AssistantMessage = UIMessage<AssistantMetadata, AssistantData>;

/** An answer as a client of the AI SDK has it. */
export interface Told {
  readonly kind: string | undefined;
  readonly turnId: string;
  readonly note: string;
  readonly claims: readonly Pick<Claim, "text" | "quote" | "passage">[];
  readonly links: readonly string[];
  /** Everything that a reader sees. */
  readonly text: string;
}

/** Asks as `useChat` does, with the SDK's own transport, and reads the stream with the SDK's own reader. */
export async function askLikeUseChat(
  base: string,
  browser: Browser,
  conversation: string,
  question: string,
): Promise<Told> {
  const transport = new DefaultChatTransport<AssistantMessage>({
    api: `${base}/api/assistant`,
    headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "), origin: base },
  });
  const stream = await transport.sendMessages({
    trigger: "submit-message",
    chatId: conversation,
    messageId: undefined,
    messages: [{ id: "m1", role: "user", parts: [{ type: "text", text: question }] }],
    abortSignal: undefined,
  });
  let last: AssistantMessage | null = null;
  for await (const message of readUIMessageStream<AssistantMessage>({ stream, terminateOnError: true })) last = message;
  if (last === null) throw new Error("the stream had no message");
  return told(last);
}

function told({ parts, metadata }: AssistantMessage): Told {
  const claims: Told["claims"][number][] = [];
  const notes: string[] = [];
  const links: string[] = [];
  let text: string | null = null;
  for (const part of parts) {
    if (part.type === "text") {
      if (text !== null) notes.push(text);
      ({ text } = part);
    } else if (part.type === "data-claim") {
      claims.push({ text: text ?? "", ...part.data });
      text = null;
    } else if (part.type === "data-links") links.push(...part.data.map(({ url }) => url));
  }
  if (text !== null) notes.push(text);
  return {
    kind: metadata?.kind,
    turnId: metadata?.turnId ?? "",
    note: notes.join(" "),
    claims,
    links,
    text: [...notes, ...claims.map((claim) => claim.text)].join(" "),
  };
}
