import { expect, test } from 'vitest';

import { HOUR, MINUTE } from '../../../../shared/units.ts';
import type { Computer } from '../../world/computer.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

const OTHER = '/home/other';
const FOLDERS = 200;
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A computer with two mirrors, both in step: the lab's own folder and another one. */
async function twoMirrors(): Promise<{ lab: QuietLab; ada: Computer; other: string }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  const other = lab.service.colleague(0).createFolder(null, 'Other');
  ada.disk.tree.mkdir(OTHER);
  await lab.call(ada, 'mirrors.add', { remote: other, local: OTHER, mode: 'two-way' });
  lab.save(ada, { 'a.csv': 'one', 'b.csv': 'two' });
  ada.disk.tree.write(`${OTHER}/c.csv`, 'three');
  await lab.sync(ada);
  return { lab, ada, other };
}

const iso = (ms: number): string => new Date(ms).toISOString();
const names = (lab: QuietLab, root: string): string[] => lab.service.sights.tree(root).map(({ path }) => path);

test('a paused mirror does nothing on either side while the other one goes on, also over a restart', async () => {
  const { lab, ada, other } = await twoMirrors();
  const colleague = lab.service.colleague(0);
  await lab.call(ada, 'sync.pause', { mirror: 'm1', untilMs: null });
  lab.save(ada, { 'new.csv': 'mine' });
  lab.remove(ada, 'a.csv');
  colleague.createFile(lab.root, 'theirs.csv', encode('theirs'));
  const [b] = lab.service.sights.tree(lab.root).filter(({ path }) => path === 'b.csv');
  colleague.removeFile(b?.id ?? '');
  colleague.createFile(other, 'd.csv', encode('four'));
  const asked: string[] = [];
  lab.trouble = ({ url }) => (url.includes(lab.root) && asked.push(url), null);
  await lab.drive(ada.start());
  ada.app.start();
  await lab.pass(10 * MINUTE);
  expect(ada.disk.tree.texts(OTHER)).toMatchObject({ 'c.csv': 'three', 'd.csv': 'four' });
  expect(ada.texts()).toEqual({ 'b.csv': 'two', 'new.csv': 'mine' });
  expect(names(lab, lab.root).toSorted()).toEqual(['a.csv', 'theirs.csv']);
  expect(asked).toEqual([]);
  expect(await lab.call(ada, 'sync.status', null)).toMatchObject({
    pause: null,
    mirrors: [
      { id: 'm1', pause: { until: null, why: 'person' } },
      { id: 'm2', pause: null },
    ],
  });
  expect(await lab.call(ada, 'mirrors.list', null)).toMatchObject([{ state: 'paused' }, { state: 'active' }]);
  await lab.call(ada, 'sync.resume', { mirror: 'm1' });
  await lab.pass(5 * MINUTE);
  expect(ada.texts()).toEqual({ 'new.csv': 'mine', 'theirs.csv': 'theirs' });
  expect(names(lab, lab.root).toSorted()).toEqual(['new.csv', 'theirs.csv']);
});

test('a pause for a time ends by itself, one without an end never does', async () => {
  const { lab, ada } = await twoMirrors();
  ada.app.start();
  const until = lab.clock.now() + 2 * HOUR;
  await lab.call(ada, 'sync.pause', { mirror: 'm1', untilMs: until });
  await lab.call(ada, 'sync.pause', { mirror: 'm2', untilMs: null });
  expect(await lab.call(ada, 'sync.status', null)).toMatchObject({ state: 'paused', pause: { until: iso(until) } });
  lab.save(ada, { 'new.csv': 'mine' });
  ada.disk.tree.write(`${OTHER}/new.csv`, 'mine too');
  await lab.pass(2 * HOUR - MINUTE);
  expect(lab.there()).not.toHaveProperty('new.csv');
  await lab.pass(2 * MINUTE);
  expect(lab.there()).toHaveProperty('new.csv');
  await lab.call(ada, 'settings.set', { name: 'pollSeconds', value: '7200' });
  await lab.pass(1000 * HOUR);
  expect(await lab.call(ada, 'sync.status', null)).toMatchObject({
    pause: null,
    mirrors: [{ pause: null }, { pause: { until: null } }],
  });
});

test('a pause of everything holds every mirror, is kept over a restart, and ends by its clock', async () => {
  const { lab, ada } = await twoMirrors();
  const until = lab.clock.now() + HOUR;
  await lab.call(ada, 'sync.pause', { mirror: null, untilMs: until });
  await lab.drive(ada.start());
  ada.app.start();
  lab.save(ada, { 'new.csv': 'mine' });
  await lab.pass(HOUR - MINUTE);
  expect(lab.there()).not.toHaveProperty('new.csv');
  expect(await lab.call(ada, 'sync.status', null)).toMatchObject({ state: 'paused', pause: { until: iso(until) } });
  await lab.pass(2 * MINUTE);
  expect(lab.there()).toHaveProperty('new.csv');
});

test('a sync that is asked for leaves what is paused alone and says so', async () => {
  const { lab, ada } = await twoMirrors();
  const until = lab.clock.now() + HOUR;
  await lab.call(ada, 'sync.pause', { mirror: 'm1', untilMs: until });
  lab.save(ada, { 'new.csv': 'mine' });
  const report = await lab.sync(ada);
  expect(report).toMatchObject({ sent: 0, blocked: [], held: [{ mirror: 'm1', reason: 'paused', until: iso(until) }] });
  expect(lab.there()).not.toHaveProperty('new.csv');
});

test('a pause finishes the file under way and begins no other', async () => {
  const { lab, ada } = await twoMirrors();
  ada.app.start();
  await lab.pass(MINUTE);
  let pausing: Promise<unknown> | null = null;
  lab.trouble = ({ method }) => {
    if (method === 'PUT') pausing ??= ada.app.handlers['sync.pause'](null);
    return null;
  };
  lab.save(ada, Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`n${index}.csv`, `new ${index}`])));
  await lab.pass(HOUR);
  const sent = names(lab, lab.root).filter(name => name.startsWith('n'));
  // Eight transfers go side by side.
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.length).toBeLessThanOrEqual(8);
  lab.trouble = () => null;
  await lab.call(ada, 'sync.resume', null);
  await lab.pass(5 * MINUTE);
  expect(Object.keys(lab.there()).filter(name => name.startsWith('n'))).toHaveLength(30);
  expect(ada.journal.intents.all('m1' as never)).toEqual([]);
});

test('one mirror cannot go on while everything is paused, and a moment that is over is no end', async () => {
  const { lab, ada } = await twoMirrors();
  await lab.call(ada, 'sync.pause', null);
  await expect(lab.call(ada, 'sync.resume', { mirror: 'm1' })).rejects.toThrow('benchtop resume');
  await expect(lab.call(ada, 'sync.pause', { mirror: null, untilMs: 0 })).rejects.toThrow('is over');
  await expect(lab.call(ada, 'sync.pause', { mirror: 'm9', untilMs: null })).rejects.toThrow('m1, m2');
  await lab.call(ada, 'sync.pause', { mirror: 'm1', untilMs: null });
  await lab.call(ada, 'sync.resume', null);
  expect(await lab.call(ada, 'sync.status', null)).toMatchObject({ pause: null, mirrors: [{ pause: null }, {}] });
});

test('a pause is heeded in the middle of a long list of records, which wait for nothing', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  for (let number = 0; number < FOLDERS; number += 1) {
    lab.service.colleague(0).createFolder(lab.root, `plate ${number}`);
    ada.disk.tree.mkdir(`/home/lab/plate ${number}`);
  }
  const base = (): number => ada.journal.items.countWithBase('m1');
  const syncing = ada.app.handlers['sync.once'](null);
  expect(await lab.scheduler.run(() => base() > 0 && base() < FOLDERS)).toBe('done');
  await lab.call(ada, 'sync.pause', null);
  await lab.drive(syncing);
  expect(base()).toBeLessThan(FOLDERS);
  await lab.call(ada, 'sync.resume', null);
  await lab.sync(ada);
  expect(base()).toBe(FOLDERS);
});

test('a window of a program that was started paused hears how it stands, although nothing happens', async () => {
  const { lab, ada } = await twoMirrors();
  await lab.call(ada, 'sync.pause', null);
  await lab.drive(ada.start());
  const heard: string[] = [];
  ada.app.topics.on('sync.status', ({ state }) => void heard.push(state));
  ada.app.topics.on('mirrors.all', mirrors => void heard.push(`${mirrors.length} mirrors`));
  ada.app.start();
  await lab.pass(1000);
  expect(heard).toEqual(expect.arrayContaining(['paused', '2 mirrors']));
});
