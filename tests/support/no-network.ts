import dns from "node:dns";
import net from "node:net";
import { syncBuiltinESMExports } from "node:module";

/*
 * Refuses whatever would leave this machine. Loaded once by a process, however many test files it runs.
 */

/** What was refused, and not told of yet. */
export const offences: string[] = [];

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
