/** Values Postgres cannot keep are somebody's input, no fault of the database. */
const refused = /^(?:22001|22003|22007|22008|22021|22P02|22P05|54000)$/;

export function isRefusedValue(error: unknown): boolean {
  return error instanceof Error && "code" in error && typeof error.code === "string" && refused.test(error.code);
}
