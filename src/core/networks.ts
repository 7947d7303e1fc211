import { isIP } from "node:net";
import type { z } from "zod";

/** Addresses and CIDR networks, separated by commas or spaces. */
export function readNetworks(list: string, context: z.RefinementCtx): readonly string[] {
  const networks = list.split(/[\s,]+/).filter((part) => part !== "");
  if (!networks.every(isNetwork)) context.addIssue("must be addresses or networks such as 10.0.0.0/8, fd00::/8");
  return networks;
}

function isNetwork(network: string): boolean {
  const [address = "", bits, ...rest] = network.split("/");
  const longest = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : -1;
  return (
    rest.length === 0 && longest > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
  );
}

/** Host names without a port, separated by commas or spaces. */
export function readHostNames(list: string, context: z.RefinementCtx): readonly string[] {
  const names = list.split(/[\s,]+/).filter((part) => part !== "");
  if (!names.every((name) => /^[\w-]+(?:\.[\w-]+)*\.?$/.test(name) || isIP(name) === 6))
    context.addIssue("must be names such as conclave.example, without a port or a wildcard");
  return names.map((name) => name.toLowerCase());
}
