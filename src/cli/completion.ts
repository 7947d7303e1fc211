import type { Command } from "commander";
import { z } from "zod";
import { role } from "./command-table.ts";
import { oneOf } from "./runs/run-flags.ts";

type Shell = "bash" | "zsh" | "fish";

interface Completed {
  /** Such as `jobs start`; empty for the program. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly { readonly name: string; readonly description: string }[];
}

export const completion = role(
  "completion <shell>",
  "print completions for bash, zsh or fish: source <(conclave service completion bash)",
  [],
  (finish, shell: string, _flags: unknown, made: Command) =>
    finish(async ({ out }) => {
      const known = oneOf("shell", shell, z.enum(["bash", "zsh", "fish"]));
      const parent = made.parent ?? made;
      out.write(completionScript(parent.parent ?? parent, known));
    }),
);

function completionScript(program: Command, shell: Shell): string {
  const all = levels(program, "");
  const name = program.name();
  if (shell === "fish") return fish(name, all);
  return `${shell === "zsh" ? "autoload -U +X bashcompinit && bashcompinit\n" : ""}${bash(name, all)}`;
}

function levels(at: Command, path: string): Completed[] {
  const help = at.createHelp();
  const commands = help.visibleCommands(at).map((one) => ({ name: one.name(), description: one.description() }));
  const options = help
    .visibleOptions(at)
    .flatMap(({ long, description }) => (long == null ? [] : [{ name: long, description }]));
  const below = at.commands.flatMap((one) => levels(one, `${path} ${one.name()}`.trim()));
  return [{ path, commands, options }, ...below];
}

function bash(name: string, all: readonly Completed[]): string {
  const cases = all
    // A command comes before its parent.
    .toSorted((a, b) => b.path.length - a.path.length)
    .map(({ path, commands, options }) => {
      const pattern = path === "" ? "*" : path.includes(" ") ? `"${path}"` : `"${path} "*`;
      return `    ${pattern}) words="${[...commands, ...options].map((one) => one.name).join(" ")}" ;;`;
    });
  return `_${name}() {
  local words
  case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${cases.join("\n")}
  esac
  [ "$COMP_CWORD" -le 1 ] && words="${(all[0]?.commands ?? []).map((one) => one.name).join(" ")} --help --version"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _${name} ${name}
`;
}

function fish(name: string, all: readonly Completed[]): string {
  const lines = all.flatMap(({ path, commands, options }) => {
    const [first, second] = path.split(" ");
    const seen = [first, second]
      .flatMap((word) => (word ? [`__fish_seen_subcommand_from ${word}`] : []))
      .join("; and ");
    const here = path === "" ? "__fish_use_subcommand" : seen;
    return [
      ...commands.map((one) => `complete -c ${name} -n "${here}" -f -a ${one.name} -d ${quoted(one.description)}`),
      ...options.map(
        (one) => `complete -c ${name} -n "${here}" -l ${one.name.replace(/^--/, "")} -d ${quoted(one.description)}`,
      ),
    ];
  });
  return `${lines.join("\n")}\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
