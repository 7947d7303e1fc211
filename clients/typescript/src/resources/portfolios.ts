import type {
  AnalyzePortfolio,
  Batch,
  operations,
  Portfolio,
  PortfolioValuation,
  ReplacePortfolio,
  SavePortfolio,
} from "../schema.ts";
import { idempotent, jsonBody, type CreateOptions, type RequestOptions, type Transport } from "../transport.ts";

export type ValuationDays = NonNullable<operations["getPortfolioValuation"]["parameters"]["query"]>;

/** What you hold. Only you can read it. */
export class Portfolios {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** All of yours, oldest first. */
  async list(options?: RequestOptions): Promise<readonly Portfolio[]> {
    const path = "/v1/portfolios";
    return (await this.#transport.json<{ readonly data: readonly Portfolio[] }>({ method: "GET", path }, options)).data;
  }

  create(portfolio: SavePortfolio, options?: CreateOptions): Promise<Portfolio> {
    const [headers, body] = [idempotent(options), jsonBody(portfolio)];
    return this.#transport.json({ method: "POST", path: "/v1/portfolios", headers, body }, options);
  }

  get(id: string, options?: RequestOptions): Promise<Portfolio> {
    return this.#transport.json({ method: "GET", path: pathOf(id) }, options);
  }

  /** Replaces all of it, if it is still at `version`. */
  replace(id: string, portfolio: ReplacePortfolio, options?: RequestOptions): Promise<Portfolio> {
    return this.#transport.json({ method: "PUT", path: pathOf(id), body: jsonBody(portfolio) }, options);
  }

  /** Erases it at once. */
  async delete(id: string, options?: RequestOptions): Promise<void> {
    await this.#transport.send({ method: "DELETE", path: pathOf(id) }, options, () => null);
  }

  /** What it is worth, as known on a day. */
  valuation(id: string, days: ValuationDays = {}, options?: RequestOptions): Promise<PortfolioValuation> {
    return this.#transport.json({ method: "GET", path: `${pathOf(id)}/valuation`, query: days }, options);
  }

  /** One analysis for each position, as a batch within the budget. */
  analyze(id: string, asked: AnalyzePortfolio, options?: CreateOptions): Promise<Batch> {
    const [headers, body] = [idempotent(options), jsonBody(asked)];
    return this.#transport.json({ method: "POST", path: `${pathOf(id)}/analyses`, headers, body }, options);
  }
}

function pathOf(id: string): string {
  return `/v1/portfolios/${encodeURIComponent(id)}`;
}
