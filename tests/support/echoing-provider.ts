import type { ModelCall } from "./model-server.ts";
import type { Behaviour } from "./model-wire.ts";

/** The key that a call was made with. */
export function keyOfCall({ headers }: Pick<ModelCall, "headers">): string {
  return String(headers["x-api-key"] ?? headers["x-goog-api-key"] ?? headers.authorization?.replace("Bearer ", ""));
}

/** A secret as a text may hold it. Of base64 what does not hang on the bytes around it, at each offset. */
export function formsOf(secret: string): string[] {
  const hex = Buffer.from(secret).toString("hex");
  const inBase64 = ["", "x", "xy"].flatMap((before) => {
    const text = Buffer.from(`${before}${secret}`).toString("base64").replaceAll("=", "");
    // The first characters hold bits of what stands before, the last ones of what follows.
    const core = text.slice(before === "" ? 0 : before.length + 1, -2);
    return [core, core.replaceAll("+", "-").replaceAll("/", "_")];
  });
  return [...new Set([secret, encodeURIComponent(secret), ...inBase64, hex, hex.toUpperCase()])];
}

/** Refuses a call, and repeats its key in every form that it can have. */
export function echo(call: ModelCall, status: number): Behaviour {
  const key = keyOfCall(call);
  const forms = [
    key,
    Buffer.from(key).toString("base64"),
    Buffer.from(`user:${key}`).toString("base64"),
    Buffer.from(key).toString("hex"),
  ];
  return { kind: "status", status, message: `cannot take ${forms.join(" nor ")}`, headers: { "x-echo": key } };
}
