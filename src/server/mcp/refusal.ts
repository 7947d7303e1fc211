import { ApiError, ConnectionError, TimeoutError } from "#client";
import type { Service } from "./service.ts";

/** Its words reach the model. */
export class Refusal extends Error {}

const unexpected = "Something went wrong on our side. Try again in a minute.";

/** Unforeseen errors never show their text. */
export function inWords(error: unknown, service: Pick<Service, "address" | "report">): string {
  if (error instanceof Refusal) return error.message;
  if (error instanceof ApiError) return ofAnswer(error, service.address);
  if (error instanceof TimeoutError)
    return `The service at ${service.address} did not answer in time. Try again in a minute.`;
  if (error instanceof ConnectionError)
    return (
      `No Conclave service answers at ${service.address}. Start one with "conclave up", or set CONCLAVE_URL to the ` +
      "address of one that runs, and restart this MCP server."
    );
  service.report(error);
  return unexpected;
}

function ofAnswer({ status, message: detail }: ApiError, address: string): string {
  // What works alone says what it cannot do; its words are ours.
  if (status === 501) return sentence(detail);
  const advice = adviceFor(status, detail, address);
  if (status >= 500 && status !== 503) return unexpected;
  return [sentence(detail), advice].filter((part) => part !== "").join(" ");
}

const whereToFind: readonly (readonly [RegExp, string])[] = [
  [/analysis/, "Use list_analyses to find the IDs of your analyses."],
  [/backtest/, "Use list_backtests to find the IDs of your backtests."],
  [/portfolio/, "Use list_portfolios to find the IDs of the portfolios."],
  [/list/, "Use list_watchlists to find the IDs of your watchlists."],
];

function adviceFor(status: number, message: string, address: string): string {
  switch (status) {
    case 401:
      return `Create an API key at ${address}/keys and set it as CONCLAVE_API_KEY, or as the header Authorization: Bearer KEY.`;
    case 403:
      return `The key must have the scope, and its plan the API: see ${address}/keys and ${address}/pricing.`;
    case 404:
      return whereToFind.find(([named]) => named.test(message))?.[1] ?? "";
    case 409:
      return "Use get_analysis with wait_seconds to wait until it has ended.";
    case 422:
      return "Correct this argument and call the tool again.";
    case 429:
      return "Wait a minute before the next call.";
    case 503:
      return "Try again in a minute.";
    default:
      return "";
  }
}

function sentence(detail: string): string {
  const text = detail.charAt(0).toUpperCase() + detail.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
