import { deck, type Random, seeded } from "./random.ts";
import type { Happenings, Item } from "./happenings.ts";
import { newYorkTime } from "./wording.ts";

type Mood = "good" | "poor" | "any";

interface Filler {
  readonly mood: Mood;
  readonly make: (word: Words) => { readonly title: string; readonly summary: string };
}

/** Fresh words for the gaps of a text. */
interface Words {
  readonly customer: () => string;
  readonly product: () => string;
  readonly place: () => string;
  readonly speaker: () => string;
  readonly count: (low: number, high: number) => number;
}

const customers = [
  "a maker of medical devices",
  "a battery producer",
  "a state water authority",
  "a steel group",
  "a university hospital",
  "a chain of testing laboratories",
  "an aircraft parts supplier",
  "a chip equipment maker",
  "a food group",
  "a paint manufacturer",
] as const;
const places = [
  "Carrow Falls",
  "Port Linden",
  "Ashgrove",
  "Milbrook",
  "San Ardo",
  "Westhaven",
  "Elm Junction",
] as const;
const products = [
  "Vantage analyzers",
  "Tessera sensors",
  "calibration kits",
  "torque benches",
  "flow meters",
  "optical gauges",
] as const;
const speakers = [
  "chief executive Mara Ellison",
  "the head of sales",
  "the finance chief",
  "the head of services",
  "the head of operations",
] as const;

const templates: readonly [Filler, ...Filler[]] = [
  {
    mood: "good",
    make: (w) => {
      const c = w.customer();
      const p = w.product();
      return {
        title: `Demo Instruments wins order for ${p} from ${c}`,
        summary: `The order covers ${w.count(20, 140)} units and is to be delivered over ${w.count(2, 5)} quarters. The price was not given.`,
      };
    },
  },
  {
    mood: "good",
    make: (w) => ({
      title: `Survey: laboratories plan to spend ${w.count(3, 9)}% more on instruments`,
      summary: `A trade association asked ${w.count(180, 420)} laboratories. Budgets for sensors grow fastest.`,
    }),
  },
  {
    mood: "good",
    make: (w) => ({
      title: `Demo Instruments adds a shift at ${w.place()}`,
      summary: `About ${w.count(30, 120)} jobs are created to work off orders for ${w.product()}.`,
    }),
  },
  {
    mood: "good",
    make: (w) => ({
      title: `Dealers report lead times of ${w.count(9, 16)} weeks for ${w.product()}`,
      summary: "Longer lead times are read as a sign of demand; two dealers name missing parts as well.",
    }),
  },
  {
    mood: "good",
    make: (w) => ({
      title: `Purchasing managers see stronger demand for measuring equipment`,
      summary: `The sub-index rose to ${w.count(53, 59)} points; readings above 50 mean growth.`,
    }),
  },
  {
    mood: "poor",
    make: (w) => ({
      title: `Survey: ${w.count(22, 41)}% of laboratories put off buying instruments`,
      summary: `A trade association asked ${w.count(180, 420)} laboratories. Uncertain budgets are the most frequent reason.`,
    }),
  },
  {
    mood: "poor",
    make: (w) => {
      const c = w.customer();
      return {
        title: `Order for ${w.product()} postponed by ${c}`,
        summary: `Demo Instruments had expected delivery this quarter. The order is not cancelled.`,
      };
    },
  },
  {
    mood: "poor",
    make: (w) => ({
      title: `Dealers report discounts of up to ${w.count(4, 11)}% on ${w.product()}`,
      summary: "Stocks at dealers are higher than a year ago, and rivals offer longer terms of payment.",
    }),
  },
  {
    mood: "poor",
    make: (w) => ({
      title: `Short shifts at ${w.place()} until the end of the month`,
      summary: `The plant makes ${w.product()}. The company speaks of an adjustment of stocks.`,
    }),
  },
  {
    mood: "poor",
    make: (w) => ({
      title: `Purchasing managers see weaker demand for measuring equipment`,
      summary: `The sub-index fell to ${w.count(42, 48)} points; readings below 50 mean decline.`,
    }),
  },
  {
    mood: "any",
    make: (w) => {
      const s = w.speaker();
      return {
        title: `Demo Instruments: ${s} speaks at industry conference in ${w.place()}`,
        summary: `The talk dealt with ${w.product()} and remote calibration. No new figures were given.`,
      };
    },
  },
  {
    mood: "any",
    make: (w) => ({
      title: `Demo Instruments granted ${w.count(2, 9)} patents in sensing`,
      summary: `Most concern the compensation of temperature in ${w.product()}.`,
    }),
  },
  {
    mood: "any",
    make: (w) => ({
      title: `Northwind Metrics brings rival to ${w.product()}`,
      summary: `The new model is offered ${w.count(3, 8)}% below the list price of Demo Instruments.`,
    }),
  },
  {
    mood: "any",
    make: (w) => ({
      title: `Apprentices start at Demo Instruments in ${w.place()}`,
      summary: `This year ${w.count(25, 70)} young people begin their training.`,
    }),
  },
  {
    mood: "any",
    make: (w) => {
      const p = w.product();
      return {
        title: `Demo Instruments updates software of ${p}`,
        summary: `The update shortens a calibration run by ${w.count(5, 25)}%. Owners get it without charge.`,
      };
    },
  },
  {
    mood: "any",
    make: (w) => ({
      title: `Director of Demo Instruments ${w.count(0, 1) === 0 ? "buys" : "sells"} ${w.count(2, 18) * 500} shares`,
      summary: "The trade was made under a plan set up earlier, a notice says.",
    }),
  },
  {
    mood: "any",
    make: (w) => ({
      title: `Federal Metrology Board opens consultation on rules for ${w.product()}`,
      summary: `Comments are welcome for ${w.count(45, 90)} days. Makers expect longer test runs.`,
    }),
  },
  {
    mood: "any",
    make: (w) => {
      const c = w.customer();
      return {
        title: `Demo Instruments and ${c} extend service contract`,
        summary: `The contract runs for ${w.count(2, 5)} more years and covers ${w.count(40, 300)} instruments.`,
      };
    },
  },
  {
    mood: "any",
    make: (w) => ({
      title: `Halden Optics says parts for ${w.product()} stay scarce`,
      summary: `The supplier expects normal delivery in ${w.count(2, 6)} months.`,
    }),
  },
  {
    mood: "any",
    make: (w) => ({
      title: `Demo Instruments opens demonstration laboratory in ${w.place()}`,
      summary: `Customers can try ${w.product()} on their own samples.`,
    }),
  },
];

/** Small news on nine sessions in ten, in the tone of the last results and the last twenty sessions. */
export function fillers({ sessions, results }: Happenings): Item[] {
  const random = seeded("demo fillers");
  const words = wordsFrom(random);
  const drawn = deck(random, templates);
  return sessions.flatMap((session, at) => {
    const before = sessions.slice(Math.max(0, at - 20), at);
    const known = results.findLast((each) => each.date < session.date);
    const growth = known === undefined ? 0 : known.quarter.flows.revenue / known.yearBefore.flows.revenue - 1;
    const drift = before.reduce((sum, each) => sum + (each.change ?? 0), 0);
    const mood: Mood = growth * 4 + drift + 0.12 * random.normal() > 0.1 ? "good" : "poor";
    const template = drawn();
    if (random.next() > 0.9 || (template.mood !== "any" && template.mood !== mood)) return [];
    const hour = Math.floor(random.between(7, 16));
    const time = `${String(hour).padStart(2, "0")}:${String(Math.floor(random.between(0, 60))).padStart(2, "0")}`;
    return [{ at: newYorkTime(session.date, time), ...template.make(words) }];
  });
}

function wordsFrom(random: Random): Words {
  return {
    customer: deck(random, customers),
    product: deck(random, products),
    place: deck(random, places),
    speaker: deck(random, speakers),
    count: (low, high) => Math.floor(random.between(low, high + 1)),
  };
}
