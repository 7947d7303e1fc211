import { notFound } from "next/navigation";
import { NotFound } from "#src/core/errors.ts";

/** What is asked for; `null` where it is not there. */
export async function ifFound<T>(asked: Promise<T>): Promise<T | null> {
  return asked.catch((error: unknown) => {
    if (error instanceof NotFound) return null;
    throw error;
  });
}

/** What a page is about. Where it is not there, or is another's, neither is the page. */
export async function orNotFound<T>(asked: Promise<T>): Promise<T> {
  return (await ifFound(asked)) ?? notFound();
}
