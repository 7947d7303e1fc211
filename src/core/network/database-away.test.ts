import { expect, test } from "vitest";
import { ModelFailed, VendorFailed } from "../errors.ts";
import { databaseIsAway, shortageOf } from "./database-away.ts";

const coded = (code: string, message: string): Error => Object.assign(new Error(message), { code });

test.each([
  [coded("ENOSPC", "ENOSPC: no space left on device, write"), "no disk space left"],
  [coded("53100", 'could not extend file "base/5/16384": No space left on device'), "no disk space left"],
  [coded("EDQUOT", "EDQUOT: disk quota exceeded, write"), "no disk quota left"],
  [coded("XX000", 'could not extend file "base/5/16384": Disk quota exceeded'), "no disk quota left"],
  [coded("EROFS", "EROFS: read-only file system, open 'a'"), "a read-only file system"],
  [coded("42501", 'could not open file "base/5/16384": Read-only file system'), "a read-only file system"],
  [coded("EMFILE", "connect EMFILE 127.0.0.1:5432"), "too many open files"],
  [coded("53000", 'could not open file "base/5/16384": Too many open files'), "too many open files"],
  [coded("58030", 'could not read blocks 1..1 in file "base/5/16384": Input/output error'), "a failing disk"],
  [new TypeError("fetch failed", { cause: coded("EMFILE", "connect EMFILE 10.0.0.1:443") }), "too many open files"],
  [new VendorFailed("acme", "unavailable", "x", { cause: coded("EMFILE", "open") }), "too many open files"],
  [new AggregateError([coded("ECONNREFUSED", "no"), coded("ENFILE", "connect ENFILE")]), "too many open files"],
])("what a machine has run out of is told from %s", (error, words) => {
  expect(shortageOf(error)).toBe(words);
});

test.each([
  new Error("a post that says: No space left on device"),
  new ModelFailed("m", "malformed", "the provider answered 500: Disk quota exceeded"),
  coded("42501", "permission denied for table users"),
  coded("23505", 'duplicate key value violates unique constraint "Disk quota exceeded"'),
  coded("ECONNREFUSED", "connect ECONNREFUSED"),
  "ENOSPC",
])("%s is no shortage", (error) => {
  expect(shortageOf(error)).toBeNull();
});

test("a database that is away is one by its codes and by what its driver says", () => {
  expect(databaseIsAway(coded("57P01", "terminating connection"))).toBe(true);
  expect(databaseIsAway(new Error("Connection terminated unexpectedly"))).toBe(true);
  expect(databaseIsAway(coded("53100", "could not extend file"))).toBe(false);
});
