import type { Kind } from './kind.ts';

/** Every simulation that draws from a seed, in the order in which a hunt takes them. */
export const KINDS: readonly Kind[] = [
  {
    name: 'worlds',
    what: 'whole computers over fake edges, in drawn, plain and harsh worlds, with people who free space',
    mostSeconds: 120,
    open: async () => (await import('./players/worlds.ts')).worlds(),
  },
  {
    name: 'kills',
    what: 'one sync after the other is killed while files travel both ways',
    mostSeconds: 600,
    open: async () => (await import('./players/kills.ts')).kills(),
  },
  {
    name: 'looks',
    what: 'people act while computers read a few folders of a large mirror at a time',
    mostSeconds: 300,
    open: async () => (await import('./players/looks.ts')).looks(),
  },
  {
    name: 'histories',
    what: 'two or three daemons and a colleague, faults by the panel, SIGKILL at random',
    mostSeconds: 600,
    open: async () => (await import('./players/histories.ts')).histories(),
  },
  {
    name: 'meetings',
    what: 'a death, an action of a person, a lost answer and a mishap meet in a crash story',
    mostSeconds: 120,
    open: async () => (await import('./players/meetings.ts')).meetings(),
  },
  {
    name: 'chat kills',
    what: 'a daemon is killed while messages with files are written and sent',
    mostSeconds: 600,
    open: async () => (await import('./players/chat-kills.ts')).chatKills(),
  },
  {
    name: 'instruments',
    what: 'instruments of ten kinds write real files, with deaths at any call and network faults',
    mostSeconds: 600,
    open: async () => (await import('./players/instruments.ts')).instruments(),
  },
  {
    name: 'large files',
    what: 'large files change on both sides over lines that break, and syncs are killed',
    mostSeconds: 600,
    open: async () => (await import('./players/large-files.ts')).largeFiles(),
  },
];

/** The kind of a name. @throws Error that names the kinds when there is none. */
export function kindNamed(name: string): Kind {
  const kind = KINDS.find(each => each.name === name);
  if (kind !== undefined) return kind;
  throw new Error(`There is no kind '${name}'. There are: ${KINDS.map(each => each.name).join(', ')}.`);
}
