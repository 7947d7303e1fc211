/** Sorts on disk, to see whether there is room; nothing stays. */
const sortOnDisk = `
  set local work_mem = '64kB';
  select count(*) from (select n from generate_series(1, 4000) as n order by -n offset 0) as sorted;
`;

/** @throws when the database is full or cannot be asked */
export async function tryRoom(asked: { query(text: string): Promise<unknown> }): Promise<void> {
  await asked.query(sortOnDisk);
}
