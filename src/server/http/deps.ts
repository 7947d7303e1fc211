import type { Config } from "#src/contract/jobs/analysis.ts";
import type { HealthReport } from "#src/contract/api/site-routes.ts";
import type { Log } from "#src/core/operation/log.ts";
import type { ProofMaker } from "#src/report/proof/make-proof.ts";
import type { Renderer } from "#src/report/renderer.ts";
import type { Auth } from "#src/product/accounts/public/auth.ts";
import type { AnalysisEnvironment } from "#src/product/analyses/public/submission.ts";
import type { AssistantTools } from "#src/product/assistant/public/assistant-tools.ts";
import type { AttributionPlanner } from "#src/product/attributions/attributions.ts";
import type { BacktestEnvironment } from "#src/product/backtests/public/order.ts";
import type { JobSettings, SystemContext } from "#src/product/context.ts";
import type { OwnModels } from "#src/product/model-keys/public/own-environment.ts";
import type { PaymentGateway } from "#src/product/deposits/processors/processor.ts";
import type { EventStreams } from "./streams/event-streams.ts";
import type { Guard } from "./protection/authenticate.ts";
import type { Meters } from "./protection/metrics.ts";
import type { RateLimits } from "./protection/rate-limits.ts";
import type { RequestRecorder } from "./request-recorder.ts";

/** What the front door is built from. */
export interface Deps extends SystemContext {
  readonly settings: JobSettings;
  /** In force, as GET /v1/config tells it. */
  readonly config: Config;
  readonly guard: Guard;
  readonly limits: RateLimits;
  readonly auth: Auth;
  readonly paymentGateway: PaymentGateway;
  readonly assistant: AssistantTools;
  /** Put together with the first call. */
  readonly analysisEnvironment: () => Promise<AnalysisEnvironment>;
  /** Which models customers' keys ask, and what they cost: for estimates. */
  readonly ownModels: OwnModels;
  /** What backtests are made with. */
  readonly backtestEnvironment: () => Promise<BacktestEnvironment>;
  /** What an attribution tries, and what that costs. */
  readonly attributionPlanner: AttributionPlanner;
  /** What signs proofs says of this program, and who stamps them. */
  readonly proofs: Pick<ProofMaker, "codeVersion" | "stamp">;
  /** Makes reports and receipts, off this thread. */
  readonly renderer: Renderer;
  readonly health: () => Promise<HealthReport>;
  /** Where vulnerabilities are reported, as an address; `null`: the operator named none. */
  readonly securityContact: string | null;
  readonly streams: EventStreams;
  readonly wakeups: { subscribe(id: string, wake: () => void): () => void };
  readonly log: Log;
  readonly meters: Meters;
  /** Keeps the requests that come with a key. */
  readonly recorder: RequestRecorder;
  /** Fires when the server stops: what waits is answered now. */
  readonly stopping: AbortSignal;
}
