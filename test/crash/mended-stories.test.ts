import { expect, test } from 'vitest';

import type { Computer } from '../sim/world/computer.ts';
import type { HttpTrouble } from '../sim/fakes/fake-http.ts';
import { QuietLab } from '../sim/lab/quiet-lab.ts';
import { play } from './play.ts';
import { STORIES } from './stories.ts';

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

test.each(['there renames', 'there moves'] as const)(
  'a file that took the place of a removed one is its new content, and comes back, too, where a colleague had it (%s)',
  async deed => {
    const story = STORIES['delete-remote'].find(({ name }) => name.includes('makes room for another'));
    if (story === undefined) throw new Error('There is no such story');
    // Before anything was sent, and once the new content was. In turn 1 the colleague takes the file that was moved here.
    for (const at of [17, 100])
      await expect(play(story, { dies: [at], deeds: [deed], turn: 1 })).resolves.toBeUndefined();
  },
);
