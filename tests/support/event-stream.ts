import { request } from "node:http";

export interface StreamEvent {
  readonly id: string | null;
  readonly event: string;
  readonly data: unknown;
}

export interface EventStream {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** All events so far but heartbeats, which come between any two. */
  readonly events: readonly StreamEvent[];
  /** Heartbeats so far. */
  beats(): number;
  /** In milliseconds, if the server has said. */
  retry(): number | null;
  /** Resolves when the server has ended the stream, or the connection broke. */
  readonly ended: Promise<"ended" | "broken">;
  /** Leaves, as a browser does whose page is closed. */
  leave(): void;
  /** Stops and goes on reading. */
  pause(): void;
  resume(): void;
}

/** Follows server-sent events over a plain connection, as the format's specification says to read them. */
export function followEvents(url: string, headers: Readonly<Record<string, string>> = {}): Promise<EventStream> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers: { accept: "text/event-stream", ...headers }, agent: false });
    asked.once("error", reject);
    asked.once("response", (response) => {
      const events: StreamEvent[] = [];
      const ended = Promise.withResolvers<"ended" | "broken">();
      let unread = "";
      let retry: number | null = null;
      let beats = 0;
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        unread += chunk;
        const blocks = unread.split("\n\n");
        unread = blocks.pop() ?? "";
        for (const block of blocks) {
          const fields = new Map(
            block
              .split("\n")
              .map((line): [string, string] => [
                line.slice(0, line.indexOf(":")),
                line.slice(line.indexOf(":") + 1).trimStart(),
              ]),
          );
          if (fields.has("retry")) retry = Number(fields.get("retry"));
          const data = fields.get("data");
          const event = fields.get("event") ?? "message";
          if (event === "heartbeat") beats += 1;
          else if (data !== undefined) events.push({ id: fields.get("id") ?? null, event, data: JSON.parse(data) });
        }
      });
      response.once("end", () => ended.resolve("ended"));
      response.once("close", () => ended.resolve("broken"));
      response.on("error", () => {});
      asked.on("error", () => {});
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        events,
        beats: () => beats,
        retry: () => retry,
        ended: ended.promise,
        leave: () => void asked.destroy(),
        pause: () => void response.pause(),
        resume: () => void response.resume(),
      });
    });
    asked.end();
  });
}

/** The ids of events that have one, as numbers. */
export function idsOf({ events }: EventStream): number[] {
  return events.flatMap(({ id }) => (id === null ? [] : [Number(id)]));
}
