import { z } from "zod";
import { ChartBar, DataReport } from "../run/run.ts";

/** Prices up to the run's date. */
export const LiveData = z.object({
  data: DataReport.pick({ symbol: true, currency: true, session: true }),
  chart: z.array(ChartBar),
});
export type LiveData = z.infer<typeof LiveData>;
