import { z } from "zod";
import { ChartBar, DataReport } from "./run.ts";

/** What a run works from, as far as it is shown while it goes on: the prices up to its date. */
export const LiveData = z.object({
  data: DataReport.pick({ symbol: true, currency: true, session: true }),
  chart: z.array(ChartBar),
});
export type LiveData = z.infer<typeof LiveData>;
