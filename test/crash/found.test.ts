import { expect, test } from 'vitest';

import type { Computer } from '../sim/computer.ts';
import type { HttpTrouble } from '../sim/fake-http.ts';
import { QuietLab } from '../sim/quiet-lab.ts';

// What the search through all crash points has found, in sentences.

/** A file edited on both sides, and what goes wrong with the requests while its conflict comes about. */
async function conflicting(trouble: QuietLab['trouble']): Promise<{ lab: QuietLab; ada: Computer; id: string }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'first' });
  await lab.sync(ada);
  const [file] = lab.service.sights.tree(lab.root);
  lab.service.colleague(0).editFile(file?.id ?? '', new TextEncoder().encode('theirs'));
  lab.save(ada, { 'a.csv': 'mine' });
  lab.trouble = trouble;
  await lab.sync(ada);
  const [conflict] = await lab.call(ada, 'conflicts.list', null);
  return { lab, ada, id: conflict?.id ?? '' };
}

function once(what: RegExp, method: string): QuietLab['trouble'] {
  let left = 1;
  return (request): HttpTrouble | null =>
    request.method === method && what.test(request.url) && left-- > 0 ? { kind: 'lost-answer' } : null;
}

test.each(['mine', 'theirs'] as const)(
  'a copy whose bytes were sent without a word does not come back after the answer %s',
  async keep => {
    const { lab, ada, id } = await conflicting(once(/objects/, 'PUT'));
    await lab.call(ada, 'conflicts.resolve', { id, keep });
    await lab.syncTwice(ada);
    expect(ada.texts()).toEqual({ 'a.csv': keep });
    expect(lab.there()).toEqual({ 'a.csv': keep });
  },
);

test('an answer whose last removal was carried out without a word can be given again', async () => {
  const { lab, ada, id } = await conflicting(() => null);
  lab.trouble = once(/files/, 'DELETE');
  await expect(lab.call(ada, 'conflicts.resolve', { id, keep: 'theirs' })).rejects.toThrow('offline');
  await lab.call(ada, 'conflicts.resolve', { id, keep: 'theirs' });
  expect(await lab.call(ada, 'conflicts.list', null)).toEqual([]);
  expect(lab.there()).toEqual({ 'a.csv': 'theirs' });
});
