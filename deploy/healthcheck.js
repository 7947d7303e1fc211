import { lookup } from "node:dns/promises";
import { hostname } from "node:os";

/* For containers without curl: ends with 0 when the role on this port answers. Asked on the address that others use, since
 * a role that listens to its own container alone answers on 127.0.0.1 too. */
const [port, path] = process.argv.slice(2);
const { HOSTNAME = hostname() } = process.env;
const { address, family } = await lookup(HOSTNAME);
const host = family === 6 ? `[${address}]` : address;
const { ok } = await fetch(`http://${host}:${port}${path}`, { signal: AbortSignal.timeout(4000) }).catch(() => ({
  ok: false,
}));
process.exitCode = ok ? 0 : 1;
