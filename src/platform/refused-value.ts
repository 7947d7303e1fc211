/**
 * What Postgres says of a value that it cannot keep: a character that no text has, a number or a time beyond its range,
 * a key too long for an index. Such values are refused where they come in; one that slips through is somebody's input
 * all the same, and no fault of the database.
 */
const refused = /^(?:22001|22003|22007|22008|22021|22P02|22P05|54000)$/;

export function isRefusedValue(error: unknown): boolean {
  return error instanceof Error && "code" in error && typeof error.code === "string" && refused.test(error.code);
}
