import { expect, test, vi } from 'vitest';

import { Engine } from '../../../main/engine/loop/engine.ts';
import { perTier } from '../../setup/run/effort.ts';
import { FOLDER } from '../world/computer.ts';
import type { Computer } from '../world/computer.ts';
import type { ChooseTrouble } from '../fakes/fake-http.ts';
import { idOf, instead } from '../lab/altered-answers.ts';
import { QuietLab } from '../lab/quiet-lab.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NO_ACCESS = instead(403, { errorCode: 'FORBIDDEN', messages: ['No access.'] });
const NOTHING = instead(200, []);

/** What the colleague does at the service, and how it answers from then on. */
type Event = (lab: QuietLab) => ChooseTrouble;

/** A list of a folder's contents without one of the things in it. */
function without(lab: QuietLab, folder: string, path: string): ChooseTrouble {
  const left = lab.service.sights
    .tree(lab.root)
    .filter(entry => entry.kind === 'folder' && !entry.path.includes('/') && entry.path !== path)
    .map(({ id, path: name }) => ({ id, name }));
  return ({ url }) => (url.includes(`/folders/${folder}/children`) ? instead(200, left) : null);
}

/** Facts that no request can find out, each in a folder `f1` with a file `a.csv`. */
const RIDDLES: readonly (readonly [string, Event])[] = [
  [
    'a file that may not be seen any more',
    lab => {
      const [folder, file] = [idOf(lab, 'f1'), idOf(lab, 'f1/a.csv')];
      return ({ url }) =>
        url.includes(`/folders/${folder}/files`) ? NOTHING : url.includes(`/files/${file}`) ? NO_ACCESS : null;
    },
  ],
  [
    'a file whose detail names no folder',
    lab => {
      const [folder, file] = [idOf(lab, 'f1'), idOf(lab, 'f1/a.csv')];
      return ({ url, method }) => {
        if (url.includes(`/folders/${folder}/files`)) return NOTHING;
        return method === 'GET' && url.endsWith(`/files/${file}`) ? instead(200, { id: file, name: 'a.csv' }) : null;
      };
    },
  ],
  [
    'a file that answers with 400, but with its history too',
    lab => {
      const [folder, file] = [idOf(lab, 'f1'), idOf(lab, 'f1/a.csv')];
      return ({ url }) => {
        if (url.includes(`/folders/${folder}/files`)) return NOTHING;
        return url.endsWith(`/files/${file}`) ? instead(400, { errorCode: 'X', messages: ['No.'] }) : null;
      };
    },
  ],
  [
    'a file that is in its folder by its own answer, but not by the list',
    lab => {
      const folder = idOf(lab, 'f1');
      return ({ url }) => (url.includes(`/folders/${folder}/files`) ? NOTHING : null);
    },
  ],
  [
    'a file in a new folder that may not be seen',
    lab => {
      const colleague = lab.service.colleague(0);
      const into = colleague.createFolder(idOf(lab, 'f2'), 'new');
      colleague.moveFile(idOf(lab, 'f1/a.csv'), into);
      const above = idOf(lab, 'f2');
      return ({ url }) =>
        url.includes(`/folders/${into}`) ? NO_ACCESS : url.includes(`/folders/${above}/children`) ? NOTHING : null;
    },
  ],
  [
    'a folder that may not be seen any more',
    lab => {
      const folder = idOf(lab, 'f1');
      const list = without(lab, lab.root, 'f1');
      return request => (request.url.includes(`/folders/${folder}`) ? NO_ACCESS : list(request));
    },
  ],
  ['a folder that is where it was by its own answer, but not by the list', lab => without(lab, lab.root, 'f1')],
];

async function running(folders: number): Promise<{ lab: QuietLab; ada: Computer }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', { pollSeconds: '60', idleRequests: folders > 10 ? '200' : '600' });
  const names = Array.from({ length: folders }, (_, index) => [`f${index}/a.csv`, `text ${index}`]);
  lab.save(ada, Object.fromEntries(names) as Record<string, string>);
  await lab.sync(ada);
  lab.clock.advanceBy(2 * HOUR);
  ada.app.start();
  await lab.pass(3 * MINUTE);
  return { lab, ada };
}

/** Each riddle in a small and in a large mirror; every day in one of the two, in turn. */
const CASES = RIDDLES.flatMap(([what, event], index) => {
  const both = [4, 60].map(folders => [what, folders, event] as const);
  return perTier({ everyday: both.slice(index % 2, 1 + (index % 2)), proof: both });
});

test.each(CASES)(
  '%s stays here, and costs no more than anything else in a mirror of %i folders [R4, R26]',
  async (_, folders, event) => {
    const { lab, ada } = await running(folders);
    const trouble = event(lab);
    let minutes: number[] = [];
    lab.trouble = request => {
      minutes.push(Math.floor(lab.clock.now() / MINUTE));
      return trouble(request);
    };
    // Where each look is one at everything, an hour is like the next.
    const hours = folders > 10 ? 2 : 1;
    await lab.pass(hours * HOUR);
    expect(ada.texts()['f1/a.csv']).toBe('text 1');
    minutes = [];
    const pass = vi.spyOn(Engine.prototype, 'passAll');
    await lab.pass(hours * HOUR);
    expect(pass.mock.calls.length).toBeLessThanOrEqual(hours * 70);
    pass.mockRestore();
    expect(minutes.length).toBeLessThanOrEqual(hours * 600);
    // Everything was looked at once, when it was missed, and that showed no more.
    const inOneMinute = new Map<number, number>();
    for (const minute of minutes) inOneMinute.set(minute, (inOneMinute.get(minute) ?? 0) + 1);
    expect(Math.max(...inOneMinute.values())).toBeLessThan(100);
    expect(ada.texts()['f1/a.csv']).toBe('text 1');
    expect(Object.keys(ada.texts()).length).toBe(folders);
    expect(ada.stored()).toEqual([]);

    // As soon as lists tell the truth again, all is as it was.
    lab.trouble = () => null;
    await lab.sync(ada);
    lab.clock.advanceBy(MINUTE);
    await lab.sync(ada);
    expect(ada.texts()).toEqual(lab.there());
    expect(ada.stored()).toEqual([]);
  },
);

test('a folder that was closed to us and is archived later takes nothing with it that was moved out of it before [R3]', async () => {
  const { lab, ada } = await running(60);
  const folder = idOf(lab, 'f1');
  lab.save(ada, { 'f1/b.csv': 'leaves it' });
  await lab.pass(2 * MINUTE);
  const inode = ada.disk.tree.find(`${FOLDER}/f1/b.csv`);
  const list = without(lab, lab.root, 'f1');
  const closed: ChooseTrouble = request => {
    if (request.url.endsWith('/folders/files')) return instead(404, { messages: [] });
    return request.url.includes(`/folders/${folder}`) ? NO_ACCESS : list(request);
  };
  lab.trouble = closed;
  // Soon it is asked about again, and that is before the folder where the file goes has its turn.
  await lab.pass(4.5 * HOUR);
  const colleague = lab.service.colleague(0);
  colleague.moveFile(idOf(lab, 'f1/b.csv'), idOf(lab, 'f55'));
  colleague.archiveFolder(folder);
  lab.trouble = request => (request.url.endsWith('/folders/files') ? closed(request) : null);
  await lab.pass(6 * HOUR);
  expect(ada.texts()).toEqual(lab.there());
  expect(ada.disk.tree.find(`${FOLDER}/f55/b.csv`)).toBe(inode);
  expect(ada.stored()).toEqual(['text 1']);
});
