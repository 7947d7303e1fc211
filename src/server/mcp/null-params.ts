/** Deep enough for the settings in a tool's arguments. */
const mostDeep = 4;

/** Some clients write `null` for none. */
export function withoutNullParams<T>(message: T): T {
  if (Array.isArray(message)) message.forEach(withoutNullParams);
  if (!isObject(message) || !("params" in message)) return message;
  if (message.params === null) Reflect.deleteProperty(message, "params");
  else dropNulls(message.params, mostDeep);
  return message;
}

function dropNulls(value: unknown, deep: number): void {
  if (!isObject(value) || Array.isArray(value) || deep === 0) return;
  for (const [name, inner] of Object.entries(value))
    if (inner === null) Reflect.deleteProperty(value, name);
    else dropNulls(inner, deep - 1);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
