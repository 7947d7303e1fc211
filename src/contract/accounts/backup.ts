import { z } from "zod";

/* Content of a backup file; core/db/backup/frames.ts has the layout. */

/** The first word of every file, followed by the format's number. */
export const backupMark = "CONCLAVE-BACKUP";
export const backupFormat = 1;

const base64 = z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/);

/** In the clear, so that a file says what it is. */
export const BackupHeader = z.object({
  created_at: z.iso.datetime(),
  migration: z.string(),
  engine: z.int().nonnegative(),
  /** `null`: not encrypted. `check` tells a wrong passphrase. */
  encryption: z
    .object({ cipher: z.literal("aes-256-gcm"), kdf: z.literal("scrypt"), salt: base64, check: base64 })
    .nullable(),
});
export type BackupHeader = z.infer<typeof BackupHeader>;

const Name = z.string().min(1).max(63);
/** The schema that it is in: the service's own, or the durable engine's. */
const Part = z.enum(["service", "engine"]);
export type BackupPart = z.infer<typeof Part>;

export const BackupTable = z.object({ part: Part, name: Name, columns: z.array(Name).min(1) });
export type BackupTable = z.infer<typeof BackupTable>;

export const BackupContents = z.object({
  /** In the order in which they were applied. */
  migrations: z.array(z.object({ name: z.string().regex(/^\d{4}_\w+\.sql$/), applied_at: z.iso.datetime() })).min(1),
  tables: z.array(BackupTable),
});
export type BackupContents = z.infer<typeof BackupContents>;

/** The last part of a file, written once all rows were read. */
export const BackupTotals = z.object({
  /** In the order of the tables. */
  rows: z.array(z.int().nonnegative()),
  sequences: z.array(z.object({ part: Part, name: Name, last: z.string().regex(/^-?\d+$/), called: z.boolean() })),
});
export type BackupTotals = z.infer<typeof BackupTotals>;
