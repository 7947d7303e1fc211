import dns from "node:dns";
import net from "node:net";
import { syncBuiltinESMExports } from "node:module";
import { inspect } from "node:util";
import { afterAll, afterEach } from "vitest";

/*
 * Runs before every test file. A test fails when it reaches for anything outside this machine, or when something
 * is written to console.error or console.warn that it did not expect (one that does expects it with vi.spyOn).
 * What was refused is remembered as well as thrown: code that swallows the error does not hide it.
 */
const offences: string[] = [];

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/.test(host);
}

function refuse(what: string): Error {
  const error = new Error(`${what}: tests stay on this machine`);
  offences.push(error.message);
  return error;
}

/** Where a socket is about to go; `null` for a path on this machine. */
function hostOf(args: readonly unknown[]): string | null {
  // net.connect passes its normalised arguments as one array.
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  if (typeof first === "object" && first !== null) {
    if ("path" in first && typeof first.path === "string") return null;
    return "host" in first && typeof first.host === "string" ? first.host : "localhost";
  }
  if (typeof first === "string" && Number.isNaN(Number(first))) return null;
  return typeof second === "string" ? second : "localhost";
}

const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = new Proxy(connect, {
  apply(target, socket, args) {
    const host = hostOf(args);
    if (host !== null && !isLoopback(host)) {
      const error = refuse(`connection to ${host}`);
      return socket.destroy(error);
    }
    return Reflect.apply(target, socket, args);
  },
});

const questions = ["lookup", "resolve", "resolve4", "resolve6", "resolveAny", "resolveTxt", "reverse"] as const;
for (const owner of [dns, dns.promises])
  for (const name of questions)
    Object.defineProperty(owner, name, {
      configurable: true,
      writable: true,
      value: new Proxy(owner[name], {
        apply(target, self, args) {
          const host = String(args[0]);
          if (!isLoopback(host)) throw refuse(`look-up of ${host}`);
          return Reflect.apply(target, self, args);
        },
      }),
    });
syncBuiltinESMExports();

for (const name of ["error", "warn"] as const)
  console[name] = (...args: unknown[]) => {
    offences.push(`console.${name}: ${args.map((arg) => (typeof arg === "string" ? arg : inspect(arg))).join(" ")}`);
  };

function complain(): void {
  const found = offences.splice(0);
  if (found.length > 0) throw new Error(found.join("\n"));
}
afterEach(complain);
// What happened while the file was loaded, or after its last test.
afterAll(complain);
