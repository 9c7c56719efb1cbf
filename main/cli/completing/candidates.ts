import type { Argument, Command, Option } from 'commander';

/** One word that may stand at the end of a command line, and what it means. */
export interface Candidate {
  readonly value: string;
  readonly about: string;
}

/**
 * What only the computer or an engine knows: `files` of this computer; `base` folders of the knowledge base, `baseFiles`
 * with the files in them; or what a command lists.
 */
export type Source = 'files' | 'base' | 'baseFiles' | 'settings' | Listed | Named;

const LISTED = ['mirror', 'conflicts', 'guards', 'problems', 'removed', 'store', 'undo', 'ignore'] as const;
/** A command whose `list` says what there is. */
export type Listed = (typeof LISTED)[number];

const NAMED = ['task', 'message', 'copy', 'project', 'connection'] as const;
/** What arguments and options of this name are about. */
export type Named = (typeof NAMED)[number];

/** What may come next on a command line. */
export interface Next {
  /** All that begin with `typed`. */
  readonly candidates: readonly Candidate[];
  /** Where more of them come from. */
  readonly source: Source | null;
  /** The last word as it stands. */
  readonly typed: string;
  /** What of it comes before a value: `--mode=`; candidates carry it. */
  readonly before: string;
  /** What `--data` names; null without it. */
  readonly dataDirectory: string | null;
}

interface Walked {
  readonly command: Command;
  /** How many arguments came already. */
  readonly arguments: number;
  /** The option whose value comes next. */
  readonly pending: Option | null;
  readonly onlyArguments: boolean;
  readonly used: ReadonlySet<string>;
  readonly dataDirectory: string | null;
}

/** What may stand in place of the last of these words, which come after the program's own name. */
export function nextOf(program: Command, words: readonly string[]): Next {
  const typed = words.at(-1) ?? '';
  const walked = walk(program, words.slice(0, -1));
  const { pending, command, onlyArguments, dataDirectory } = walked;
  const answer = (part: Omit<Next, 'dataDirectory' | 'before'> & { readonly before?: string }): Next => ({
    before: '',
    ...part,
    candidates: part.candidates.filter(({ value }) => value.startsWith(part.typed)),
    dataDirectory,
  });
  if (pending !== null) return answer({ ...valuesOf(pending, command), typed });
  if (onlyArguments || !typed.startsWith('-')) return answer({ ...wordsOf(walked), typed });
  const assigned = typed.indexOf('=');
  const option = assigned === -1 ? undefined : optionIn(program, command, typed.slice(0, assigned));
  if (option !== undefined) {
    const { candidates, source } = valuesOf(option, command);
    const before = typed.slice(0, assigned + 1);
    return answer({ candidates: candidates.map(withPrefix(before)), source, typed, before });
  }
  return answer({ candidates: optionsOf(program, walked), source: null, typed });
}

/** Puts a value behind what is written directly before it. */
export function withPrefix(before: string): (candidate: Candidate) => Candidate {
  return ({ value, about }) => ({ value: before + value, about });
}

function walk(program: Command, words: readonly string[]): Walked {
  let [command, count, onlyArguments] = [program, 0, false];
  let pending: Option | null = null;
  let dataDirectory: string | null = null;
  const used = new Set<string>();
  for (const word of words) {
    if (pending !== null) {
      if (pending.long === '--data') dataDirectory = word;
      pending = null;
    } else if (word === '--' && !onlyArguments) onlyArguments = true;
    else if (word.startsWith('-') && !onlyArguments) {
      const option = optionIn(program, command, word.replace(/=.*$/s, ''));
      if (option === undefined) continue;
      used.add(option.long ?? '');
      const takesValue = option.required || option.optional;
      if (takesValue && !word.includes('=')) pending = option;
      else if (option.long === '--data') dataDirectory = word.slice('--data='.length);
    } else {
      const inner: Command | undefined =
        count === 0 ? command.commands.find(each => each.name() === word || each.aliases().includes(word)) : undefined;
      if (inner === undefined) count += 1;
      else command = inner;
    }
  }
  return { command, arguments: count, pending, onlyArguments, used, dataDirectory };
}

function optionIn(program: Command, command: Command, flag: string): Option | undefined {
  return [...command.options, ...program.options].find(({ long, short }) => long === flag || short === flag);
}

type Words = Pick<Next, 'candidates' | 'source'>;

/** Commands, and what the next argument may be. */
function wordsOf({ command, arguments: count }: Walked): Words {
  const commands = count > 0 ? [] : command.createHelp().visibleCommands(command);
  const about = (each: Command): string => each.summary() || each.description();
  const candidates = commands.map(each => ({ value: each.name(), about: firstSentence(about(each)) }));
  const all = command.registeredArguments;
  const last = all.at(-1);
  const argument = all[count] ?? (last?.variadic === true ? last : undefined);
  if (argument === undefined) return { candidates, source: null };
  const choices = (argument.argChoices ?? []).map(value => ({ value, about: '' }));
  return { candidates: [...candidates, ...choices], source: sourceOf(argument, argument.name(), command) };
}

function optionsOf(program: Command, { command, used }: Walked): readonly Candidate[] {
  const help = command.createHelp();
  const all = [...help.visibleOptions(command), ...(command === program ? [] : help.visibleOptions(program))];
  const offered = new Map(all.map(option => [option.long ?? option.short ?? '', option.description]));
  return [...offered]
    .filter(([flag]) => !used.has(flag) || flag === '--tag' || flag === '--untag')
    .map(([value, about]) => ({ value, about: firstSentence(about) }));
}

function valuesOf(option: Option, command: Command): Words {
  const candidates = (option.argChoices ?? []).map(value => ({ value, about: '' }));
  return { candidates, source: sourceOf(option, (option.long ?? '').replace(/^--/, ''), command) };
}

/** The help says itself where a value is listed; paths are known by their names. */
function sourceOf({ description }: Argument | Option, name: string, command: Command): Source | null {
  const list = /benchtop ([a-z]+) list/.exec(description)?.[1];
  const listed = LISTED.find(each => each === list);
  if (listed !== undefined) return listed;
  const named = NAMED.find(each => each === name);
  if (named !== undefined) return named;
  if (name === 'mirror') return 'mirror';
  const whole = `${command.parent?.name() ?? ''} ${command.name()} ${name}`;
  if (name === 'remote' || BASE_FOLDERS.has(whole) || description.startsWith('a folder of the knowledge base'))
    return 'base';
  if (BASE_FILES.has(whole) || description.includes('a path of the knowledge base')) return 'baseFiles';
  if (whole === 'config get name' || whole === 'config set name') return 'settings';
  const isFile =
    ['path', 'file', 'folder', 'local', 'data'].includes(name) ||
    ['files move to', 'files put to', 'files get to'].includes(whole);
  return isFile ? 'files' : null;
}

/** Where a path leads through the knowledge base, mirrored or not. */
const BASE_FILES: ReadonlySet<string> = new Set(
  ['get', 'rename', 'move', 'remove', 'take-out', 'describe', 'details', 'note'].map(name => `files ${name} path`),
);
const BASE_FOLDERS: ReadonlySet<string> = new Set(['files list path', 'problems move-copy to']);

function firstSentence(text: string): string {
  return text.split(/(?<=[.:])\s/)[0]?.replace(/[.:]$/, '') ?? '';
}
