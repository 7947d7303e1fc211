import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/*
 * A password is hashed with a thousandth of the product's work: accounts that tests sign up by the hundred took most of
 * their time for it. What is hashed, when and how often stays; tests/contract/auth-safety.test.ts holds how hard the
 * product makes it.
 */
crypto.scrypt = new Proxy(crypto.scrypt, {
  apply: (target, self, [password, salt, length, options, ...rest]: unknown[]) =>
    Reflect.apply(target, self, [password, salt, length, { ...Object(options), N: 16 }, ...rest]),
});
syncBuiltinESMExports();
