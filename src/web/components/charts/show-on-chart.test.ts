import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onShowOnChart, showOnChart } from "./show-on-chart.ts";

beforeEach(() => {
  const page = new EventTarget();
  vi.stubGlobal("window", Object.assign(page, { location: { pathname: "/analyses/one" } }));
});
afterEach(() => vi.unstubAllGlobals());

/** A chart that holds these. */
function chart(...holds: readonly string[]) {
  const shown: string[] = [];
  const stop = onShowOnChart((id) => holds.includes(id) && shown.push(id) > 0);
  return { shown, stop };
}

test("the chart that holds it shows it", () => {
  const [first, second] = [chart("M1"), chart("M2")];
  showOnChart("M2");
  expect([first.shown, second.shown]).toEqual([[], ["M2"]]);
  first.stop();
  second.stop();
});

test("a wish from before there was a chart is heard once, by the first that holds it", () => {
  showOnChart("M2");
  const other = chart("M1");
  const late = chart("M2");
  expect([other.shown, late.shown]).toEqual([[], ["M2"]]);
  late.stop();
  const again = chart("M2");
  expect(again.shown).toEqual([]);
  other.stop();
  again.stop();
});

test("a wish that was not heard does not wait on another page", () => {
  showOnChart("M2");
  window.location.pathname = "/analyses/two";
  const elsewhere = chart("M2");
  expect(elsewhere.shown).toEqual([]);
  elsewhere.stop();
});
