/** Idle transactions end after 30 s and silent machines after 25 s: their locks block everybody. */
const settings = {
  idle_in_transaction_session_timeout: 30_000,
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 25_000,
} as const;

/** In the address, since DBOS and pg send no reliable query for it. */
export function connectionUrl(url: string): string {
  const address = new URL(url);
  const own = address.searchParams.get("options") ?? "";
  const more = Object.entries(settings).flatMap(([name, value]) => (own.includes(name) ? [] : [`-c ${name}=${value}`]));
  address.searchParams.set("options", [own, ...more].join(" ").trim());
  return address.href;
}
