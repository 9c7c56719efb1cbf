import { expect, test } from 'vitest';

import { freshStage } from './fresh-stage.ts';
import { write } from './small-story.ts';
import { isAtRest } from './story.ts';

const on = freshStage(19);
const { add, ask } = on;

test('a story is not judged while a list of hashes waits to be written again, though nothing else is left to do', async () => {
  write(on.stage, 'run/a.dat', 'a');
  await add({ verify: 'all' });
  await on.stage.rest();
  on.stage.service.change({ maxVersionBytes: 1 });
  write(on.stage, 'run/late.dat', 'late');
  await on.stage.rest(3);
  expect(on.stage.there().get('run/late.dat')).toBe('late');
  expect(await ask(async zones => isAtRest(zones, await zones.run('z1', false)))).toBe(false);
  on.stage.service.change({ maxVersionBytes: null });
  await on.stage.rest(10);
  expect(await ask(async zones => isAtRest(zones, await zones.run('z1', false)))).toBe(true);
});
