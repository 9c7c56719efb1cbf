import { expect, test } from 'vitest';

import { requirePresent } from '../../shared/assert.ts';
import { running } from './builders/running.ts';
import { MEMBER, OTHER_MEMBER, OWNER } from './conformance/subject.ts';
import type { Json, Tester } from './conformance/subject.ts';

const MANUSCRIPT = ['Project Kestrel (KST-118)', 'Manuscript'];

async function folderAt(tester: Tester, ...path: readonly string[]): Promise<Json> {
  let id = await tester.knowledgeBase();
  let found: Json | undefined;
  for (const name of path) {
    found = (await tester.list(`/folders/${id}/children`)).find(child => child.name === name);
    id = requirePresent(found, name).id;
  }
  return requirePresent(found, 'a folder');
}

test('in the sample three people have three roles on one folder, which inherits nothing', async () => {
  const { tester } = await running({ sample: true });
  const { id } = await folderAt(tester, ...MANUSCRIPT);
  const access = await tester.list(`/folders/${id}/access`);
  const briefly = access.map(({ displayName, role, inherited }) => [displayName, role, inherited]);
  expect(briefly).toEqual([
    ['Mira Halden', 'admin', false],
    ['Jonas Brandt', 'viewer', false],
    ['Aiko Tanabe', 'editor', false],
  ]);
  const rename = (user: number) => tester.ask('PATCH', `/folders/${id}`, { name: 'Manuscript' }, user);
  const statuses = await Promise.all([OWNER, MEMBER, OTHER_MEMBER].map(async user => (await rename(user)).status));
  expect(statuses).toEqual([200, 403, 200]);
});

test('in the sample one file is shared more widely than its folder, and nothing else has drifted', async () => {
  const { tester } = await running({ sample: true });
  const { id } = await folderAt(tester, ...MANUSCRIPT);
  const wider = [{ name: 'Cover letter.md', wider: [{ principalType: 'organization', role: 'viewer' }] }];
  expect(await tester.list(`/folders/${id}/contained-overrides`)).toMatchObject(wider);
  expect(await tester.list('/folders/sharing-drift')).toMatchObject(wider);
  expect(await tester.list('/folders/sharing-drift')).toHaveLength(1);
});

test('in the sample somebody administers a folder that everybody may change', async () => {
  const { tester } = await running({ sample: true });
  const { id } = await folderAt(tester, 'Protocols');
  const overrides = (user: number) => tester.ask('GET', `/folders/${id}/contained-overrides`, undefined, user);
  expect([(await overrides(MEMBER)).status, (await overrides(OTHER_MEMBER)).status]).toEqual([200, 403]);
});
