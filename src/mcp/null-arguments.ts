import { z } from "zod";

const Unargued = z.looseObject({ params: z.looseObject({ arguments: z.null() }) });

/** A message whose `arguments` are `null`, as some clients write none, without them: the protocol knows only objects. */
export function withoutNullArguments(message: unknown): unknown {
  if (Array.isArray(message)) return message.map((one: unknown) => withoutNullArguments(one));
  const read = Unargued.safeParse(message);
  if (!read.success) return message;
  const { arguments: _, ...params } = read.data.params;
  return { ...read.data, params };
}
