/** Heads of the record's chains, as the documentation shows them. */
export const chainHeads = {
  list: "house",
  number: 214,
  hash: "5f0c2d8b1e9a4c7d3b6f80a1927e5d4c8b3a6f1e0d9c7b5a4e2f1d0c9b8a7e65",
  days: [
    {
      day: "2026-06-02",
      number: 203,
      hash: "c1a5e7d9b3f20468ace13579bdf02468ace13579bdf02468ace13579bdf02468",
    },
  ],
  settlement: {
    number: 5120,
    hash: "0e4d9a7c2b815f3e6d0c9b8a7f6e5d4c3b2a190817263544f3e2d1c0b9a8f7e6",
    days: [
      {
        day: "2026-06-02",
        number: 5098,
        hash: "9d8c7b6a5f4e3d2c1b0a9f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6c5b4a",
      },
    ],
  },
  ledger: {
    hash: "7a6b5c4d3e2f10918273645546372819a0b1c2d3e4f5061728394a5b6c7d8e9f",
    days: [{ day: "2026-06-02", hash: "1f2e3d4c5b6a79880716253443526170f9e8d7c6b5a493827160594837261504" }],
  },
};
