import { once } from "node:events";
import { z } from "zod";
import { setEnvironment } from "#src/core/config/config.ts";

const RoleEnvironment = z.record(z.string(), z.string());

/** While the starter finds out the rest; ends if it goes. */
export async function loadAndWait<T>(load: () => Promise<T>): Promise<T> {
  const told = once(process, "message");
  // There is something to wait for, whatever was said of the channel before.
  process.channel?.ref();
  const gone = (): never => process.exit(0);
  process.once("disconnect", gone);
  const role = await load();
  const [environment]: unknown[] = await told;
  process.off("disconnect", gone);
  process.channel?.unref();
  setEnvironment(RoleEnvironment.parse(environment));
  return role;
}
