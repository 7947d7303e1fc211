/**
 * What the server is told of each connection of ours. A transaction in which nothing has happened for 30 s is ended,
 * and so is a connection whose machine has fallen silent, after 25 s and not after TCP's own two hours: what it has
 * locked stands in everybody's way.
 */
const settings = {
  idle_in_transaction_session_timeout: 30_000,
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 25_000,
} as const;

/**
 * A database's address with these settings, which the server takes as the connection opens; those that the address
 * names itself stand. Not set by a query: DBOS sends one that it does not wait for, and pg warns of the next.
 */
export function connectionUrl(url: string): string {
  const address = new URL(url);
  const own = address.searchParams.get("options") ?? "";
  const more = Object.entries(settings).flatMap(([name, value]) => (own.includes(name) ? [] : [`-c ${name}=${value}`]));
  address.searchParams.set("options", [own, ...more].join(" ").trim());
  return address.href;
}
