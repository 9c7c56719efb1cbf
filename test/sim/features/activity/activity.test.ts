import { expect, test } from 'vitest';

import type { ActivityFilter } from '../../../../shared/features/activity/model.ts';
import type { Computer } from '../../world/computer.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

const ALL: ActivityFilter = { mirror: null, verbs: [], text: '', fromMs: null, toMs: null };

async function worked(): Promise<{
  lab: QuietLab;
  ada: Computer;
  find: (filter: Partial<ActivityFilter>) => Promise<readonly string[]>;
}> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'plates/100%_a.csv': 'a', 'plates/b.csv': 'b', 'notes.md': 'n' });
  await lab.sync(ada);
  lab.clock.advanceBy(3_600_000);
  lab.service.colleague(0).createFile(lab.root, 'theirs.csv', new TextEncoder().encode('t'));
  await lab.sync(ada);
  const find = async (filter: Partial<ActivityFilter>): Promise<readonly string[]> => {
    const { entries, total } = await lab.call(ada, 'activity.find', {
      filter: { ...ALL, ...filter },
      before: null,
      limit: 50,
    });
    expect(total).toBe(entries.length);
    return entries.map(({ verb, path }) => `${verb} ${path}`).sort();
  };
  return { lab, ada, find };
}

test('the history is found by folder, by what was done, by a part of the path and by time', async () => {
  const { lab, ada, find } = await worked();
  const hourAgo = lab.clock.now() - 1_800_000;
  expect(await find({ verbs: ['received'] })).toEqual(['received theirs.csv']);
  expect(await find({ text: 'PLATES/', verbs: ['sent'] })).toEqual(['sent plates/100%_a.csv', 'sent plates/b.csv']);
  // Signs that a database would take for others stand for themselves.
  expect(await find({ text: '%_' })).toEqual(['sent plates/100%_a.csv']);
  expect(await find({ fromMs: hourAgo })).toEqual(['received theirs.csv']);
  expect((await find({ toMs: hourAgo })).length).toBeGreaterThan(2);
  expect(await find({ mirror: 'm2' })).toEqual([]);
  expect((await find({})).length).toBe((await lab.call(ada, 'activity.page', { before: null, limit: 500 })).length);
});

test('a part of what is found goes on where the one before ended', async () => {
  const { lab, ada } = await worked();
  const filter = { ...ALL, verbs: ['sent'] };
  const first = await lab.call(ada, 'activity.find', { filter, before: null, limit: 2 });
  const last = first.entries.at(-1)?.id ?? 0;
  const second = await lab.call(ada, 'activity.find', { filter, before: last, limit: 2 });
  expect([first.total, first.entries.length, second.total, second.entries.length]).toEqual([3, 2, null, 1]);
});

test('a line tells where it was on both sides, and which bytes it was about', async () => {
  const { lab, ada } = await worked();
  const { entries } = await lab.call(ada, 'activity.find', {
    filter: { ...ALL, text: 'b.csv' },
    before: null,
    limit: 1,
  });
  expect(await lab.call(ada, 'activity.detail', { id: entries[0]?.id ?? 0 })).toMatchObject({
    entry: { path: 'plates/b.csv' },
    servicePath: 'Lab/plates/b.csv',
    localPath: '/home/lab/plates/b.csv',
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  await expect(lab.call(ada, 'activity.detail', { id: 9999 })).rejects.toThrow("no line '9999'");
});

test('looks at everything are told with what there was; those that show the same are told once', async () => {
  const { lab, ada } = await worked();
  const checks = () => lab.call(ada, 'activity.checks', { before: null, limit: 10 });
  const [newest] = await checks();
  expect(newest).toMatchObject({ mirror: 'm1', files: 4, folders: 1, open: 0 });
  const before = (await checks()).length;
  await lab.sync(ada);
  await lab.sync(ada);
  await lab.sync(ada);
  expect((await checks()).length).toBe(before);
  lab.clock.advanceBy(3_600_000);
  await lab.sync(ada);
  expect((await checks()).length).toBe(before + 1);
});

test('what waits is told with its step and its reason', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'setup.exe': 'MZ', 'a.csv': 'a' });
  await lab.sync(ada);
  await lab.call(ada, 'sync.pause', null);
  const waiting = await lab.call(ada, 'activity.waiting', null);
  expect(waiting).toMatchObject({ queued: [], queuedTotal: 0, blocked: [{ path: 'setup.exe', reason: 'refused' }] });
});
