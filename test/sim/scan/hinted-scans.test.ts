import { expect, test } from 'vitest';

import { scanAndMatch } from '../../../main/local/observe/scan.ts';
import type { MatchedScan } from '../../../main/local/observe/scan.ts';
import { Ignoring } from '../../../main/core/policy/ignore.ts';
import { createFakeDisk } from '../fakes/fake-disk.ts';
import { FOLDER } from '../world/computer.ts';
import type { Computer } from '../world/computer.ts';
import { QuietLab } from '../lab/quiet-lab.ts';

const FILES = { 'runs/a.csv': 'a', 'runs/b.csv': 'b', 'plates/c.csv': 'c', 'plates/old/d.csv': 'd' };

/** A computer in step whose folder was then changed, and what a look at some folders makes of that. */
async function lookAfter(
  change: (lab: QuietLab, ada: Computer) => void,
  hinted: readonly string[],
  isRestless = false,
): Promise<{ readonly at: readonly string[]; readonly seen: object; readonly byAll: object }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, FILES);
  await lab.syncTwice(ada);
  lab.clock.advanceBy(10_000);
  await lab.syncTwice(ada);
  change(lab, ada);
  const at: string[] = [];
  const device = lab.scheduler.device('looking');
  const disk = createFakeDisk(ada.disk, device);
  const [mirror] = ada.journal.mirrors.all();
  if (mirror === undefined) throw new Error('nothing is mirrored');
  const { items } = ada.journal;
  const recorded = {
    root: mirror.rootItem,
    index: items.index(mirror.id, mirror.rootItem),
    isSmall: false,
    whole: async () => items.tree(mirror.id, mirror.rootItem),
    digests: items.digests(mirror.id, mirror.rootItem),
    strays: () => items.strays(mirror.id),
  };
  const watched = {
    ...disk,
    scan: (async (root, known, where) => {
      at.push(where?.only?.join(' ') ?? 'everything');
      return { ...(await disk.scan(root, known, where)), isRestless };
    }) satisfies typeof disk.scan,
  };
  const clock = lab.clock.portFor();
  const looking = { clock, disk: watched, root: mirror.root, recorded, ignoring: new Ignoring() };
  const seen = meaning(await lab.drive(scanAndMatch({ ...looking, where: hinted })));
  const told = [...at];
  const byAll = meaning(await lab.drive(scanAndMatch({ ...looking, where: 'everywhere' })));
  return { at: told, seen, byAll };
}

function meaning({ observations, gone, unknown }: MatchedScan): {
  found: readonly string[];
  gone: number;
  unknown: number;
} {
  const found = observations.map(({ scanId, path }) => `${scanId > 0 ? 'known' : 'new'} ${path}`);
  return { found: found.toSorted(), gone: gone.length, unknown: unknown.length };
}

test.each([
  ['an edit in place', { 'runs/a.csv': 'edited' }, ['known runs/a.csv']],
  ['a new file', { 'runs/new.csv': 'new' }, ['new runs/new.csv']],
  ['a new folder with what is in it', { 'runs/day 2/e.csv': 'e' }, ['new runs/day 2', 'new runs/day 2/e.csv']],
])('%s is understood by a look at its folder alone, also right after it', async (_, files, found) => {
  for (const isRestless of [false, true]) {
    const { at, seen, byAll } = await lookAfter((lab, ada) => lab.save(ada, files), ['runs'], isRestless);
    expect([at, seen]).toEqual([['runs'], { found, gone: 0, unknown: 0 }]);
    expect(byAll).toEqual(seen);
  }
});

const move = (from: string, to: string) => (_: QuietLab, ada: Computer) =>
  ada.disk.tree.rename(`${FOLDER}/${from}`, `${FOLDER}/${to}`);

test.each([
  ['a file that came from elsewhere', move('plates/c.csv', 'runs/c.csv'), 'runs', ['known runs/c.csv']],
  ['a file that went elsewhere', move('runs/a.csv', 'plates/a.csv'), 'runs', ['known plates/a.csv']],
  ['a folder that came from elsewhere', move('plates/old', 'runs/old'), 'runs', ['known runs/old']],
  ['a folder that went elsewhere', move('plates/old', 'old'), 'plates', ['known old']],
])('after %s everything is looked at, and it is the same item', async (_, change, hinted, found) => {
  const { at, seen, byAll } = await lookAfter(change, [hinted]);
  expect([at, seen]).toEqual([[hinted, 'everything'], { found, gone: 0, unknown: 0 }]);
  expect(byAll).toEqual(seen);
});

test('only a look at everything says that a file is gone', async () => {
  const { at, seen } = await lookAfter((lab, ada) => lab.remove(ada, 'runs/a.csv'), ['runs']);
  expect([at, seen]).toEqual([['runs', 'everything'], { found: [], gone: 1, unknown: 0 }]);
});

test('only a look at everything tells whether a new file in the place of another one is that one, edited', async () => {
  const replace = (lab: QuietLab, ada: Computer): void => {
    move('runs/a.csv', 'plates/a.csv')(lab, ada);
    lab.save(ada, { 'runs/a.csv': 'another' });
  };
  const { at, seen } = await lookAfter(replace, ['runs']);
  const found = ['known plates/a.csv', 'new runs/a.csv'];
  expect([at, seen]).toEqual([['runs', 'everything'], { found, gone: 0, unknown: 0 }]);
});

test.each(['nowhere', 'runs/nowhere/at all'])(
  'a hint for %s, which is no folder, leads to a look at everything',
  async hinted => {
    const { at, seen } = await lookAfter((lab, ada) => lab.save(ada, { 'plates/new.csv': 'new' }), [hinted]);
    expect([at, seen]).toEqual([[hinted, 'everything'], { found: ['new plates/new.csv'], gone: 0, unknown: 0 }]);
  },
);
