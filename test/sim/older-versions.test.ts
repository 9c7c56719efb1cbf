import { expect, test } from 'vitest';

import type { Computer } from './computer.ts';
import { idOf } from './hazards/altered.ts';
import { mustBeListed } from './invariants.ts';
import { QuietLab } from './quiet-lab.ts';

/** A file whose texts were sent one after the other, each as a version. */
async function withVersions(
  texts: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<{ lab: QuietLab; ada: Computer; file: string }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', settings);
  for (const text of texts) {
    lab.clock.advanceBy(60_000);
    lab.save(ada, { 'a.csv': text });
    await lab.sync(ada);
  }
  return { lab, ada, file: idOf(lab, 'a.csv') };
}

function textsOf(lab: QuietLab, path: string): readonly string[] {
  const versions = lab.service.sights.versionsOf(idOf(lab, path));
  return versions.map(({ bytes }) => new TextDecoder().decode(bytes));
}

async function settle(lab: QuietLab, ada: Computer): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    lab.clock.advanceBy(60_000);
    await lab.syncTwice(ada);
  }
}

test('a removed file leaves its older versions in the store, and put back it has them again in order', async () => {
  const { lab, ada, file } = await withVersions(['one', 'two']);
  lab.remove(ada, 'a.csv');
  await settle(lab, ada);
  expect(lab.there()).toEqual({});
  expect(ada.stored().toSorted()).toEqual(['one', 'two']);
  const list = await lab.call(ada, 'store.list', null);
  expect(list).toMatchObject([{ path: 'a.csv', reason: 'removed here', older: 1 }]);
  await lab.call(ada, 'store.restore', { id: list[0]?.id ?? '' });
  await settle(lab, ada);
  expect(idOf(lab, 'a.csv')).not.toBe(file);
  expect(textsOf(lab, 'a.csv')).toEqual(['one', 'two']);
  expect([ada.texts(), ada.stored()]).toEqual([{ 'a.csv': 'two' }, []]);
  mustBeListed(ada);
});
