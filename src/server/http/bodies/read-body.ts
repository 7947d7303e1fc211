import type { IncomingMessage } from "node:http";
import { BadRequest, ValidationFailed } from "../problems.ts";
import { jsonFault } from "./json-fault.ts";
import { noteBody } from "./noted-bodies.ts";

const mostBytes = 65_536;
const utf8 = new TextDecoder("utf-8", { fatal: true });

export interface JsonBody {
  /** Nothing of it is checked. */
  readonly value: unknown;
  /** As it came. */
  readonly text: string;
  readonly incoming: IncomingMessage;
}

/** The value alone, for those who do not validate it. @throws as `readBody` */
export async function readJson(incoming: IncomingMessage): Promise<unknown> {
  return (await readBody(incoming)).value;
}

/**
 * The body as JSON says it.
 * @throws BadRequest 400, 413 (also when a chunked body grows too large) or 415; ValidationFailed for what is no JSON
 */
export async function readBody(incoming: IncomingMessage, most = mostBytes): Promise<JsonBody> {
  const {
    "content-type": type = "",
    "content-encoding": encoding = "identity",
    "content-length": length = "0",
  } = incoming.headers;
  const [essence = ""] = type.split(";");
  // Without this a page of another site could send a "simple" request, which browsers let through unasked.
  if (!/^application\/(?:[\w.-]+\+)?json$/i.test(essence.trim()))
    throw new BadRequest(415, "the body must be application/json");
  if (encoding.toLowerCase() !== "identity") throw new BadRequest(415, "the body must not be compressed");
  if (Number(length) > most) throw tooLarge(most);
  const bytes = await readBytes(incoming, most);
  noteBody(incoming, bytes);
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new BadRequest(400, "the body is not UTF-8 text");
  }
  if (text === "") throw new ValidationFailed([{ type: "missing", loc: ["body"], msg: "Field required", input: null }]);
  try {
    return { value: JSON.parse(text), text, incoming };
  } catch {
    const { at, error } = jsonFault(text);
    throw new ValidationFailed([
      { type: "json_invalid", loc: ["body", at], msg: "JSON decode error", input: {}, ctx: { error } },
    ]);
  }
}

function tooLarge(most = mostBytes): BadRequest {
  return new BadRequest(413, `the body is larger than ${most} bytes`);
}

/** The body as it comes. @throws BadRequest 413, also when a chunked one grows too large; 400 when it ends too early */
export function readBytes(incoming: IncomingMessage, most = mostBytes): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = (): void => void incoming.off("data", take).off("end", end).off("error", fail).off("close", fail);
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= most) return void chunks.push(chunk);
      stop();
      incoming.pause();
      reject(tooLarge(most));
    };
    const end = (): void => {
      stop();
      resolve(Buffer.concat(chunks));
    };
    const fail = (): void => {
      stop();
      reject(new BadRequest(400, "the body ended too early"));
    };
    incoming.on("data", take).once("end", end).once("error", fail).once("close", fail);
  });
}
