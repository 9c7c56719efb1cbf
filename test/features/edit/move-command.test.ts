import { expect, test } from 'vitest';

import { run } from '../../main/cli/run-here.ts';

const MOVE = ['files', 'move', 'a.csv', '--to', 'open'];
const FOUND = {
  'files.identify': { gives: { id: '7', kind: 'folder', name: 'open' } },
  'mirrors.list': { gives: [] },
};
const BO = { key: 'user 2', name: 'Bo Lind' };
const CY = { key: 'user 3', name: 'Cy Ek' };
const moved = (isSent: boolean) => ({ id: '7', name: 'a.csv', path: 'open/a.csv', isSent });

test('files move says whom a move would let in, moves nothing, and is 3', async () => {
  const question = { folder: '0190b0aa-0000-7000-8000-000000000001', who: [BO] };
  const ran = await run(MOVE, {
    ...FOUND,
    'files.move': { gives: { done: [], left: [], question, loses: null, less: null } },
  });
  expect(ran).toMatchObject({ exitCode: 3, stdout: '' });
  expect(ran.stderr).toContain('After the move, Bo Lind can open it too. Nothing was moved yet.');
  expect(ran.stderr).toContain('--wider');
});

test.each([
  [true, "Cy Ek can't open it any more and Dee can view it and no more."],
  [false, "Once the service has it there, Cy Ek can't open it any more and Dee can view it and no more."],
])('files move says of access that ends only what is so already (sent: %s)', async (isSent, sentence) => {
  const less = [
    { ...CY, before: 'viewer', after: null, teams: [] },
    { key: 'user 4', name: 'Dee', before: 'editor', after: 'viewer', teams: [] },
  ];
  const gives = { done: [moved(isSent)], left: [], question: null, loses: [CY], less };
  const ran = await run(MOVE, { ...FOUND, 'files.move': { gives } });
  expect(ran).toMatchObject({ exitCode: 0, stdout: 'open/a.csv\n', stderr: `${sentence}\n` });
});

test('mirror add names the folder that other records mirror, and is 3; with --take-over it asks for just that', async () => {
  const args = ['mirror', 'add', '--remote', 'a', '--local', '/data/x'];
  const gives = { id: null, notice: null, claimed: { path: '/data', where: 'above' } };
  const ran = await run(args, { 'mirrors.add': { gives } });
  expect(ran).toMatchObject({ exitCode: 3, stdout: '' });
  expect(ran.stderr).toContain("'/data/x' lies in '/data', which other records of Benchtop keep in step.");
  const taken = await run([...args, '--take-over'], { 'mirrors.add': { gives: { id: 'm1', notice: null } } });
  expect(taken).toMatchObject({ exitCode: 0, stdout: 'm1\n' });
  expect(taken.events[0]).toContain('"takesOver":true');
});
