import type { Command } from "commander";
import type { Cli } from "./cli.ts";
import type { RotateFlags } from "./commands/proof-keys.ts";

type Finish = (work: (cli: Cli) => Promise<number | void>) => Promise<void>;

/** Reports that prove themselves, and what checks them. */
export function addProofCommands(command: Command, finish: Finish): void {
  command
    .command("prove <run>")
    .description("write a run's report as one verifiable HTML file, signed with this machine's key")
    .option("--out <file>", "where to write it (default: proof.html in the run's folder)")
    .action((run: string, { out }: { out?: string }) =>
      finish(async (cli) => (await import("./commands/prove.ts")).prove(cli, run, out)),
    );
  command
    .command("verify <file>")
    .description(
      "check every byte of a file made by conclave prove or the service; exit code 3 if its key is not known",
    )
    .option("--key <id>", "the key that must have signed it")
    .option("--keys <source>", "the operator's published keys, one of which must have signed it: an address or a copy")
    .option("--json", "print only one JSON object")
    .action((file: string, flags: { key?: string; keys?: string; json?: boolean }) =>
      finish(async (cli) => (await import("./commands/prove.ts")).verify(cli, file, flags)),
    );
  const keys = command
    .command("proof-keys")
    .description("show the public keys that sign, or signed, proofs on this machine")
    .option("--json", "print only one JSON object")
    .action(({ json }: { json?: boolean }) =>
      finish(async (cli) => (await import("./commands/proof-keys.ts")).proofKeys(cli, json === true)),
    );
  const service = "use the key in the service's database, which its front doors sign with";
  keys
    .command("rotate")
    .description("sign with a new key; what the old one signed remains valid")
    .option("--service", service)
    .option("--revoke <reason>", "also revoke the old key, for this reason: nothing it signed is valid any longer")
    .action((flags: RotateFlags) =>
      finish(async (cli) => (await import("./commands/proof-keys.ts")).rotateKey(cli, flags)),
    );
  keys
    .command("revoke <id>")
    .description("revoke a retired key: nothing it signed is valid any longer")
    .option("--reason <text>", "the reason; readers see it")
    .option("--service", service)
    .action((id: string, flags: { reason?: string; service?: boolean }) =>
      finish(async (cli) => (await import("./commands/proof-keys.ts")).revokeKey(cli, id, flags)),
    );
}
