import { bodyText } from "./body-text.ts";
import { ConnectionError } from "./errors.ts";
import { readJson, type Call, type RequestOptions, type Transport } from "./transport.ts";

/** How often an answer may break without a line in between. */
const mostBreaks = 4;

/**
 * The JSON of each line of an answer, as it comes. An answer that breaks is taken up again behind the last line.
 * @param callAfter the request for the lines behind one; `null`: for all
 */
export async function* jsonLines<T>(
  transport: Transport,
  callAfter: (last: T | null) => Call,
  options: RequestOptions = {},
): AsyncGenerator<T> {
  let last: T | null = null;
  for (let breaks = 0; ; breaks += 1) {
    try {
      for await (const line of linesOf<T>(transport, callAfter(last), options)) {
        last = line;
        breaks = 0;
        yield line;
      }
      return;
    } catch (error) {
      if (breaks === mostBreaks || !(error instanceof ConnectionError)) throw error;
    }
  }
}

async function* linesOf<T>(transport: Transport, call: Call, options: RequestOptions): AsyncGenerator<T> {
  const body = await transport.send(call, options, (response) => response.body);
  if (body === null) return;
  let rest = "";
  for await (const text of bodyText(body, options.signal)) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield readJson<T>(line);
  }
  if (rest !== "") yield readJson<T>(rest);
}
