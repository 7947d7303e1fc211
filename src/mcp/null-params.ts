/** Takes parameters that are `null`, as some clients write none, out of a message: the protocol knows no such ones. */
export function withoutNullParams<T>(message: T): T {
  if (Array.isArray(message)) message.forEach(withoutNullParams);
  if (!isObject(message) || !("params" in message)) return message;
  const { params } = message;
  if (params === null) Reflect.deleteProperty(message, "params");
  if (isObject(params))
    for (const [name, value] of Object.entries(params)) if (value === null) Reflect.deleteProperty(params, name);
  return message;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
