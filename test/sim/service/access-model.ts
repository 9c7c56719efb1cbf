/** Who may do what, thought out once more without the service: plain numbers and sets, no records. */

/** 0 nothing, 1 viewer, 2 editor, 3 admin. */
export type Level = number;

/** `u1`, `t` for the one team, `o` for the organization. */
export type Whom = string;

export const ROLES = ['viewer', 'editor', 'admin'] as const;

/** Everyone of the lab, and who is in the team. */
export const USERS: readonly number[] = [1, 2, 3];
export const TEAM: readonly number[] = [2, 3];

export interface Thing {
  readonly id: string;
  readonly owner: number;
  readonly entries: Map<Whom, Level>;
  /** The folder it lies in. */
  above: Thing | null;
  /** Whether what counts above counts here. */
  open: boolean;
  readonly isFile: boolean;
  published: boolean;
}

/** Those an entry stands for. */
export function peopleOf(whom: Whom): readonly number[] {
  if (whom === 'o') return USERS;
  return whom === 't' ? TEAM : [Number(whom.slice(1))];
}

/** The things whose entries count for a thing: itself, and those above as far as nothing is closed. */
export function sources(thing: Thing): readonly Thing[] {
  return thing.above === null || !thing.open ? [thing] : [thing, ...sources(thing.above)];
}

/** What a user may do with a thing. */
export function levelOf(thing: Thing, user: number): Level {
  const levels = sources(thing).flatMap(source => [
    source.owner === user ? 3 : 0,
    source.published ? 1 : 0,
    ...[...source.entries].map(([whom, level]) => (peopleOf(whom).includes(user) ? level : 0)),
  ]);
  return Math.max(...levels);
}

/** What an entry's principal as a whole may do with a folder. */
function levelOfAll(folder: Thing, whom: Whom): Level {
  if (whom.startsWith('u')) return levelOf(folder, Number(whom.slice(1)));
  const counting = whom === 't' ? ['t', 'o'] : ['o'];
  return Math.max(0, ...sources(folder).flatMap(source => counting.map(each => source.entries.get(each) ?? 0)));
}

/** The entries of a file that allow more than `folder` does. */
export function widerEntries(file: Thing, folder: Thing): readonly Whom[] {
  const foreign = [...file.entries.keys()].filter(whom => whom !== `u${file.owner}`);
  return foreign.filter(whom => (file.entries.get(whom) ?? 0) > levelOfAll(folder, whom));
}

/** Closes a folder; what counted from above is written onto it. */
export function close(folder: Thing): void {
  if (!folder.open) return;
  const passed = new Map<Whom, Level>();
  const note = (whom: Whom, level: Level): void => void passed.set(whom, Math.max(level, passed.get(whom) ?? 0));
  for (const source of sources(folder).slice(1)) {
    if (source.owner !== folder.owner) note(`u${source.owner}`, 3);
    for (const [whom, level] of source.entries) if (whom !== `u${folder.owner}`) note(whom, level);
  }
  for (const [whom, level] of passed) folder.entries.set(whom, Math.max(level, folder.entries.get(whom) ?? 0));
  folder.open = false;
}
