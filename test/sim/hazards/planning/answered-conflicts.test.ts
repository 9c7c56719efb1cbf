import { expect, test } from 'vitest';

import type { Computer } from '../../world/computer.ts';
import { mustBeListed } from '../../judges/invariants.ts';
import type { QuietLab } from '../../lab/quiet-lab.ts';
import { bytes, idOf } from '../../lab/altered-answers.ts';
import { labWith } from '../../lab/dying.ts';

// A conflict is answered while something else has happened to its copy: no bytes of the copy go for good.

/** A conflict whose copy both sides have. */
async function withCopy(): Promise<{ lab: QuietLab; ada: Computer; id: string; copy: string }> {
  const { lab, ada } = await labWith({ 'a.csv': 'base' });
  lab.service.colleague(0).editFile(idOf(lab, 'a.csv'), bytes('theirs'));
  lab.save(ada, { 'a.csv': 'mine' });
  await lab.syncTwice(ada);
  const [conflict] = await lab.call(ada, 'conflicts.list', null);
  const copy = Object.keys(lab.there()).find(path => path !== 'a.csv') ?? '';
  return { lab, ada, id: conflict?.id ?? '', copy };
}

async function settle(lab: QuietLab, ada: Computer): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    await lab.syncTwice(ada);
    lab.clock.advanceBy(60_000);
  }
}

test('a copy that was removed here before the answer goes at the service only with its bytes in the store', async () => {
  const { lab, ada, id, copy } = await withCopy();
  await lab.call(ada, 'settings.set', { name: 'deleteHoldSeconds', value: '3600' });
  lab.remove(ada, copy);
  await lab.sync(ada);
  await lab.call(ada, 'conflicts.resolve', { id, keep: 'theirs' });
  await settle(lab, ada);
  expect([lab.there(), ada.stored()]).toEqual([{ 'a.csv': 'theirs' }, ['mine']]);
  const [stored] = await lab.call(ada, 'store.list', null);
  await lab.call(ada, 'store.restore', { id: stored?.id ?? '' });
  expect(ada.texts()).toEqual({ 'a.csv': 'theirs', [copy]: 'mine' });
});

test.each(['mine', 'theirs'] as const)(
  'a copy with an edit that was never sent leaves what the service had of it in the store, too (%s)',
  async keep => {
    const { lab, ada, id, copy } = await withCopy();
    lab.save(ada, { [copy]: 'mine, better' });
    lab.trouble = ({ method, url }) =>
      method === 'POST' && url.endsWith('/versions') ? { kind: 'no-connection' } : null;
    await lab.sync(ada);
    lab.trouble = () => null;
    await lab.call(ada, 'conflicts.resolve', { id, keep });
    await settle(lab, ada);
    expect(lab.there()).toEqual({ 'a.csv': keep === 'mine' ? 'mine, better' : 'theirs' });
    expect(ada.stored().toSorted()).toEqual(['mine', 'mine, better']);
    mustBeListed(ada);
  },
);

test('a colleague who edits the copy while its older versions are fetched has it kept', async () => {
  const { lab, ada, id, copy } = await withCopy();
  lab.save(ada, { [copy]: 'mine, better' });
  await lab.syncTwice(ada);
  const file = idOf(lab, copy);
  const [first] = lab.service.sights.versionsOf(file);
  let left = 1;
  lab.trouble = ({ url }) => {
    if (url.includes(`/versions/${first?.versionId}/content`) && left-- > 0)
      lab.service.colleague(0).editFile(file, bytes('a remark'));
    return null;
  };
  await lab.call(ada, 'conflicts.resolve', { id, keep: 'theirs' });
  expect(left).toBe(0);
  await settle(lab, ada);
  expect(lab.there()).toEqual({ 'a.csv': 'theirs', [copy]: 'a remark' });
  expect(ada.texts()).toEqual(lab.there());
});
