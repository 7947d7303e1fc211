/* For containers without curl: ends with 0 when the role on this port of the machine can serve. */
const [port, path = "/readyz"] = process.argv.slice(2);
const { ok } = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(4000) }).catch(() => ({
  ok: false,
}));
process.exitCode = ok ? 0 : 1;
