import type { PressedService, Pressed } from "./pressed-row.ts";
import { at } from "./pressed-steps.ts";

const question = "What does an unsupported number in a report mean?";
const asked =
  (...ids: readonly string[]) =>
  async ({ ada }: PressedService) => {
    for (const id of ids)
      await ada.post("/api/assistant", {
        id,
        messages: [{ id: `m${id}`, role: "user", parts: [{ type: "text", text: question }] }],
      });
  };
const history = ["Assistant", "Earlier conversations"];

export const pressedAssistant: readonly Pressed[] = [
  { sends: "assistant.ask", as: "ada", path: at("/keys"), open: ["Assistant"], button: question, done: /Source 1/ },
  {
    sends: "assistant.conversations",
    as: "ada",
    before: asked("conversationone0", "conversationtwo0"),
    path: at("/keys"),
    open: ["Assistant"],
    button: "Earlier conversations",
    done: question,
  },
  {
    sends: "assistant.conversation",
    as: "ada",
    path: at("/keys"),
    open: history,
    button: new RegExp(`^${question.slice(0, 20)}`),
    done: /Source 1/,
  },
  {
    sends: "assistant.rateAnswer",
    as: "ada",
    path: at("/keys"),
    open: [...history, new RegExp(`^${question.slice(0, 20)}`)],
    button: /^Helpful/,
  },
  {
    sends: "assistant.citedPassage",
    as: "ada",
    path: at("/keys"),
    open: [...history, new RegExp(`^${question.slice(0, 20)}`)],
    button: /^Source 1/,
  },
  {
    sends: "assistant.forgetConversation",
    as: "ada",
    path: at("/keys"),
    open: history,
    button: /^Delete the conversation/,
  },
  {
    sends: "assistant.forgetConversations",
    as: "ada",
    path: at("/keys"),
    open: history,
    button: "Delete all",
    done: "No earlier conversations",
  },
];
