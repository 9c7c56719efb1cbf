import { Argument, type Command, Option } from 'commander';
import type { z } from 'zod';

import type { CallName, Input, Output } from '../../../shared/contract.ts';
import type { CommandContext } from './command-context.ts';
import type { OpenEngine } from './engine-access.ts';
import type { ExitCode } from './exit-codes.ts';

// Commands are rows of a table. From a row come the command, its help, its completion, its line in `assets/guide/cli.md`
// and its `--json`, which prints what the public schema lets through and nothing else.

/** An option: flags, what help says of it, and the value without it. What needs more is written with commander's own class. */
export type OptionRow = Option | readonly [flags: string, about: string, preset?: string];

/** A public schema, or how it is loaded where it is needed: most people who ask how things are want words, not JSON. */
type PublicSchema = z.ZodObject | (() => Promise<z.ZodObject>);

/** What help and completion need of a command, and its JSON. */
export interface Said {
  /** For the list of commands; without it, `help` stands there. */
  readonly summary?: string;
  readonly help: string;
  /** One for each argument in the words, in their order; an empty text says nothing. */
  readonly arguments?: readonly (string | Argument)[];
  /** `--json` is added behind them when there is a public schema and no such option is among them. */
  readonly options?: readonly OptionRow[];
  /** What `--json` prints, beside `v`. */
  readonly json?: PublicSchema;
  /** It knows no other output, and so has no `--json`. */
  readonly printsJsonAlways?: true;
}

/** A command as the table has it. */
export interface Row extends Said {
  /** `mirror remove <id>`; the arguments as commander writes them. */
  readonly words: string;
  readonly isHidden?: boolean;
  /** One token in sixty begins like an option. */
  readonly allowsUnknownOptions?: boolean;
  /**
   * Left out: a group of commands. `given`: arguments by their names and options by their flags in camel case, as commander
   * parsed them; the row that declares them says of which type they are.
   */
  readonly act?: (given: never, context: CommandContext, command: Command) => Promise<void> | void;
}

/** An engine to ask, and the way to speak. */
export type Asking = OpenEngine & { readonly context: CommandContext };

/** What is said of an answer. `G`: arguments and options. `A`: the answer. */
interface Told<G, A> extends Said, Pick<Row, 'allowsUnknownOptions'> {
  /** Looks at what was typed before an engine is asked. @throws Ending 2. */
  readonly check?: (given: G) => void;
  /** The answer as an object with the public fields; left out: as it is. */
  readonly shape?: (answer: A, given: G) => object;
  /** Standard output for people, in place of JSON. */
  readonly lines?: (answer: A, given: G) => readonly string[];
  /** Standard error, beside either. */
  readonly tell?: (answer: A, given: G) => string | null | readonly (string | null)[];
  /** Left out: 0. */
  readonly exit?: (answer: A, given: G) => ExitCode;
}

/** A command that asks one call of the contract. */
interface OneCall<N extends CallName, G> extends Told<G, Output<N>> {
  readonly call: N;
  /** Left out: the call takes none. */
  readonly input?: (given: G, context: CommandContext) => Input<N>;
}

/** A command with steps of its own. */
interface OwnSteps<G, A> extends Told<G, A> {
  /** Gives the answer. An answer that is no object was said already and is not printed. */
  readonly run: (asking: Asking, given: G) => Promise<A>;
}

/** A command that asks an engine. */
export function row<N extends CallName, G>(words: string, told: OneCall<N, G>): Row;
export function row<G, A>(words: string, told: OwnSteps<G, A>): Row;
export function row<N extends CallName, G>(words: string, told: OneCall<N, G> | OwnSteps<G, Output<N>>): Row {
  const { check, shape, lines, tell, exit, ...said } = told;
  const run = 'run' in told ? told.run : asks(told);
  const act = (given: G, context: CommandContext): Promise<void> => {
    check?.(given);
    return context.ask(async engine => {
      const answer = await run({ ...engine, context }, given);
      if (said.printsJsonAlways !== true && !isJson(given)) context.printLines(lines?.(answer, given) ?? []);
      else if (typeof answer === 'object' && answer !== null) context.printJson(shape?.(answer, given) ?? answer);
      for (const message of [tell?.(answer, given) ?? []].flat()) if (message !== null) context.tell(message);
      return exit?.(answer, given);
    });
  };
  return { words, ...said, act };
}

function asks<N extends CallName, G>({ call, input }: OneCall<N, G>) {
  return ({ client, context }: Asking, given: G): Promise<Output<N>> =>
    // A call without an input takes null.
    client.call(call, input === undefined ? (null as Input<N>) : input(given, context));
}

/** A command that reads what was typed by itself and asks an engine only if it likes to. */
export function ownRow<G>(
  words: string,
  said: Said & Pick<Row, 'isHidden'>,
  act: (given: G, context: CommandContext, command: Command) => Promise<void> | void,
): Row {
  return { words, ...said, act };
}

/** A group of commands. */
export function commandGroup(words: string, summary: string, help = ''): Row {
  return { words, summary, help };
}

/** Makes commands of rows. A row stands below its group. */
export function addRows(program: Command, context: CommandContext, rows: readonly Row[]): void {
  for (const each of rows) addRow(program, context, each);
}

function addRow(program: Command, context: CommandContext, { words, act, ...each }: Row): void {
  const all = words.split(' ');
  const names = all.filter(word => !/^[<[]/.test(word));
  const parent = names.slice(0, -1).reduce((command, name) => childOf(command, name), program);
  const command = parent.command(names.at(-1) ?? '', { hidden: each.isHidden === true });
  if (each.summary !== undefined) command.summary(each.summary);
  command.description(each.help).allowUnknownOption(each.allowsUnknownOptions === true);
  const typed = all.slice(names.length);
  typed.forEach((word, at) => command.addArgument(argumentOf(word, each.arguments?.[at] ?? '')));
  for (const option of optionsOf(each)) command.addOption(option);
  if (act === undefined) return;
  // Commander types what it parsed no more exactly than its row does.
  command.action(async () => {
    const given = givenTo(command);
    await act(given as never, await withSchema(context, each.json, isJson(given)), command);
  });
}

function childOf(command: Command, name: string): Command {
  const child = command.commands.find(each => each.name() === name);
  if (child === undefined) throw new Error(`No row of the table comes before what is below '${name}'.`);
  return child;
}

function argumentOf(word: string, about: string | Argument): Argument {
  return typeof about === 'string' ? new Argument(word, about) : about;
}

/** The options of a command, `--json` among them. */
export function optionsOf({ options = [], json, printsJsonAlways }: Said): readonly Option[] {
  const all = options.map(each => {
    if (each instanceof Option) return each;
    const [flags, about, preset] = each;
    return new Option(flags, about).default(preset);
  });
  const isThere =
    json === undefined || printsJsonAlways || all.some(({ long }) => long === '--json' || long === '--jsonl');
  return isThere ? all : [...all, new Option('--json', 'print one JSON object')];
}

function givenTo(command: Command): object {
  const parsed: readonly unknown[] = command.processedArgs;
  const words = command.registeredArguments.map((argument, at): [string, unknown] => [argument.name(), parsed[at]]);
  // A group that prints JSON itself takes the option from the commands below it.
  const { json } = command.optsWithGlobals<{ readonly json?: true }>();
  return { ...command.opts(), ...Object.fromEntries(words), ...(json === undefined ? {} : { json }) };
}

function isJson(given: unknown): boolean {
  return typeof given === 'object' && given !== null && 'json' in given && given.json === true;
}

/** The schema of a command's JSON. */
export async function schemaOf(json: PublicSchema): Promise<z.ZodObject> {
  return typeof json === 'function' ? json() : json;
}

function refuseJson(): never {
  throw new Error('A command that prints JSON declares its public schema.');
}

/** The context of one command: its JSON has the fields of its public schema and no other. */
async function withSchema(
  context: CommandContext,
  json: PublicSchema | undefined,
  isAsked: boolean,
): Promise<CommandContext> {
  if (json === undefined || (typeof json === 'function' && !isAsked)) return { ...context, printJson: refuseJson };
  const schema = await schemaOf(json);
  const { toPublic } = await import('../output/public-json.ts');
  return { ...context, printJson: value => context.printJson({ v: 1, ...(toPublic(schema, value) as object) }) };
}
