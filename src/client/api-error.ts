/** An answer that is no success, in the server's words. */
export class ApiError extends Error {
  readonly status: number;
  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

/** The server's own sentence, or the first broken rule of a 422. */
export function detailOf(error: unknown): string {
  if (typeof error !== "object" || error === null || !("detail" in error)) return "the server gave no reason";
  const { detail } = error;
  if (typeof detail === "string") return detail;
  const [first]: unknown[] = Array.isArray(detail) ? detail : [];
  if (typeof first !== "object" || first === null || !("loc" in first) || !("msg" in first))
    return "the request is not valid";
  const where = Array.isArray(first.loc) ? first.loc.slice(1).join(".") : "";
  return `${where}: ${String(first.msg)}`;
}
