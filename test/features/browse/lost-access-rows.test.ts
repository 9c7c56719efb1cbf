import { expect, test } from 'vitest';

import { openTexts } from '../../../shared/features/status/open-items-text.ts';
import { QuietLab } from '../../sim/lab/quiet-lab.ts';
import { shownFolder } from '../../sim/lab/shown-folder.ts';

test('what the service no longer shows says so in its row, stays here, and is itself again when it is shown again', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'shared/a.csv': 'one', 'b.csv': 'two' });
  await lab.sync(ada);
  const folder = lab.service.sights.tree(lab.root).find(({ path }) => path === 'shared');
  const rows = async (of: string | null) => {
    const listed = await shownFolder(lab, ada, of);
    return listed.rows.map(({ id, name, badge, note }) => ({ id, name, badge, note }));
  };
  const shared = (await rows(null)).find(({ name }) => name === 'shared');
  expect(shared).toMatchObject({ name: 'shared', badge: 'local', note: null });

  const answer = { status: 403, body: JSON.stringify({ message: 'Access denied.' }) };
  lab.trouble = ({ url }) => (url.includes(folder?.id ?? '-') ? { kind: 'instead', answer } : null);
  await lab.sync(ada);
  expect((await rows(shared?.id ?? null))[0]).toMatchObject({
    name: 'a.csv',
    badge: 'blocked',
    note: openTexts.outOfSight('shared/a.csv'),
  });
  expect((await rows(null)).find(({ name }) => name === 'b.csv')).toMatchObject({ badge: 'local', note: null });
  expect(ada.texts()).toEqual({ 'shared/a.csv': 'one', 'b.csv': 'two' });

  lab.trouble = () => null;
  await lab.sync(ada);
  expect(await rows(shared?.id ?? null)).toMatchObject([{ name: 'a.csv', badge: 'local', note: null }]);
});
