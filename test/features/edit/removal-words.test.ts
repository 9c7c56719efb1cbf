import { expect, test } from 'vitest';

import { questionTexts } from '../../../shared/features/edit/text.ts';
import { QuietLab } from '../../sim/lab/quiet-lab.ts';
import { shownFolder } from '../../sim/lab/shown-folder.ts';

async function labWith(settings: Readonly<Record<string, string>>) {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', settings);
  lab.save(ada, Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`plates/plate ${at}.csv`, `${at}`])));
  lab.save(ada, Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`notes ${at}.md`, `${at}`])));
  await lab.sync(ada);
  const { rows } = await shownFolder(lab, ada);
  const idOf = (name: string) => rows.find(row => row.name === name)?.id ?? '';
  const weigh = (...names: readonly string[]) => lab.call(ada, 'files.weigh', { ids: names.map(idOf) });
  return { lab, ada, idOf, weigh };
}

test('how long a removal waits, and whether it is asked about again, follows the settings', async () => {
  const { lab, ada, weigh } = await labWith({ deleteHoldSeconds: '90' });
  expect(await weigh('plates')).toMatchObject({ holdSeconds: 90, isAsked: false });
  await lab.call(ada, 'settings.set', { name: 'guardItems', value: '10' });
  expect(await weigh('plates')).toMatchObject({ isAsked: true });
  expect(await weigh('notes 1.md')).toMatchObject({ isAsked: false });
  await lab.call(ada, 'settings.set', { name: 'guardItems', value: '50' });
  await lab.call(ada, 'settings.set', { name: 'guardPercent', value: '20' });
  expect(await weigh('plates')).toMatchObject({ isAsked: true });
  await lab.call(ada, 'settings.set', { name: 'deleteHoldSeconds', value: '0' });
  expect(await weigh('plates')).toMatchObject({ holdSeconds: 0 });
});

test('what is said of it comes true: the removal is asked about', async () => {
  const { lab, ada, idOf, weigh } = await labWith({ guardItems: '10' });
  expect(await weigh('plates')).toMatchObject({ isAsked: true });
  await lab.call(ada, 'files.remove', { ids: [idOf('plates')] });
  await lab.syncTwice(ada);
  expect(await lab.call(ada, 'guards.list', null)).toHaveLength(1);
  expect(Object.keys(lab.there())).toHaveLength(52);
});

test('who can open it is asked of the service, and offline nobody is named', async () => {
  const { lab, ada, idOf } = await labWith({});
  const { names } = await lab.call(ada, 'files.readers', { id: idOf('plates') });
  expect(names?.length).toBeGreaterThan(0);
  lab.trouble = () => ({ kind: 'no-connection' });
  await expect(lab.call(ada, 'files.readers', { id: idOf('plates') })).rejects.toMatchObject({
    fault: { kind: 'offline' },
  });
});

test('the words follow', () => {
  const { hold, losers } = questionTexts.remove;
  expect(hold(60)).toContain('after 1 minute at the earliest');
  expect(hold(90)).toContain('after 90 seconds');
  expect(hold(0)).toContain('at once');
  expect(losers(null)).toBe('Everybody else who can open it there loses it too.');
  expect(losers(['Ada', 'a\u202Eteam'])).toBe('Whoever can open it there loses it: Ada and a\\u202eteam.');
  expect(losers(['1', '2', '3', '4', '5', '6', '7'])).toContain('1, 2, 3, 4, 5 and 2 more.');
});
