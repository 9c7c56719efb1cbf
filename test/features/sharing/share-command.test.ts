import { expect, test } from 'vitest';

import type { SharingView } from '../../../shared/features/sharing/model.ts';
import { run } from '../../main/cli/run-here.ts';

const FILE = 'c1a5e2aa-0000-4000-8000-000000000001';
const VIEW: SharingView = {
  id: FILE,
  serviceId: FILE,
  kind: 'file',
  name: 'plate 7.csv',
  organization: 'Halden Lab',
  rows: [
    {
      key: 'user:4',
      principal: { kind: 'user', id: '4' },
      name: 'Mira Halden',
      email: 'mira@halden.example',
      role: 'owner',
      isMe: true,
      sources: [{ how: 'rule', role: 'owner', entry: null, folder: null }],
    },
    {
      key: 'user:5',
      principal: { kind: 'user', id: '5' },
      name: 'Jonas Brandt',
      email: 'jonas@halden.example',
      role: 'editor',
      isMe: false,
      sources: [
        { how: 'folder', role: 'viewer', entry: null, folder: { id: 'f1', name: 'Plates' } },
        { how: 'here', role: 'editor', entry: 'e1', folder: null },
      ],
    },
    {
      key: 'organization',
      principal: { kind: 'organization', id: null },
      name: 'Halden Lab',
      email: null,
      role: 'keeper',
      isMe: false,
      sources: [{ how: 'folder', role: 'keeper', entry: null, folder: null }],
    },
  ],
  folder: { id: 'f1', name: 'Plates', outside: [], matching: [] },
  wider: null,
  canChange: true,
  at: '2026-11-20T14:03:00.000Z',
  isFresh: true,
};
const FOUND = { 'files.identify': { gives: { id: FILE, kind: 'file', name: 'plate 7.csv' } } } as const;

test('share list says who can see it, by which ways, and how many that are', async () => {
  const { stdout, stderr, exitCode } = await run(['share', 'list', FILE], {
    ...FOUND,
    'sharing.look': { gives: VIEW },
  });
  expect({ exitCode, lines: stdout.split('\n') }).toEqual({
    exitCode: 0,
    lines: [
      'Mira Halden (you)  mira@halden.example  Owner  Not by an entry',
      "Jonas Brandt  jonas@halden.example  Can edit  From 'Plates' (Can view), Added here (Can edit)",
      "Everyone in 'Halden Lab'  keeper, a role from the service  From a folder above that you can't open",
      '',
    ],
  });
  expect(stderr).toBe("'plate 7.csv' can be opened by everyone in 'Halden Lab' (2 of them by name).\n");
});

test('share list --json has the documented fields and no other', async () => {
  const leaky = { ...VIEW, secret: 'leak', rows: VIEW.rows.map(row => ({ ...row, secret: 'leak' })) };
  const { stdout } = await run(['share', 'list', FILE, '--json'], { ...FOUND, 'sharing.look': { gives: leaky } });
  const { rows, serviceId, id: _, organization: __, ...rest } = VIEW;
  expect(JSON.parse(stdout)).toEqual({
    v: 1,
    id: serviceId,
    ...rest,
    access: rows.map(({ key: ___, principal, ...row }) => ({ ...principal, ...row, effectiveRole: row.role })),
  });
});

test('what was kept for offline is told with its time', async () => {
  const { stderr } = await run(['share', 'list', FILE], {
    ...FOUND,
    'sharing.look': { gives: { ...VIEW, isFresh: false, canChange: false } },
  });
  expect(stderr).toContain('The service does not answer. As of 2026-11-20T14:03:00.000Z.');
  expect(stderr).toContain('You can see who has access but not change it.');
});

test('an entry is removed by its name, and where there is none it says where the access comes from', async () => {
  const script = { ...FOUND, 'sharing.look': { gives: VIEW }, 'sharing.remove': { gives: VIEW } } as const;
  expect(await run(['share', 'remove', FILE, 'jonas'], script)).toMatchObject({
    exitCode: 0,
    events: expect.arrayContaining([expect.stringContaining('sharing.remove')]),
  });
  expect(await run(['share', 'remove', FILE, 'mira@halden.example'], script)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('Mira Halden has no entry here that could be removed'),
  });
});

test('two people of one name are told apart by their address', async () => {
  const twin = (id: string) => ({
    principal: { kind: 'user', id },
    name: 'Kim Lee',
    email: `kim${id}@halden.example`,
  });
  const script = {
    ...FOUND,
    'sharing.find': { gives: { found: [twin('7'), twin('8')], isDirectory: true } },
    'sharing.add': { gives: VIEW },
  } as const;
  expect(await run(['share', 'add', FILE, 'Kim Lee', 'viewer'], script)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('Kim Lee <kim7@halden.example>, Kim Lee <kim8@halden.example>'),
  });
  expect(await run(['share', 'add', FILE, 'kim8@halden.example', 'viewer'], script)).toMatchObject({ exitCode: 0 });
});

test('a role that does not exist, and an ending of inheriting that nobody confirmed, ask nothing of the engine', async () => {
  const script = { ...FOUND, 'sharing.find': { gives: { found: [], isDirectory: true } } } as const;
  expect(await run(['share', 'add', FILE, '5', 'king'], script)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("'king' is no role"),
  });
  expect(await run(['share', 'stop-inheriting', FILE], script)).toMatchObject({ exitCode: 2 });
});

const MORE: SharingView = {
  ...VIEW,
  rows: VIEW.rows.map(row => {
    const { sources } = row;
    if (row.key === 'user:5')
      return { ...row, role: 'viewer', sources: sources.map(each => ({ ...each, role: 'viewer' })) };
    if (row.key !== 'organization') return row;
    return {
      ...row,
      role: 'editor',
      sources: [{ how: 'folder', role: 'editor', entry: null, folder: { id: 'f1', name: 'Plates' } }],
    };
  }),
};
const STILL = "Jonas Brandt can still edit, through everyone in 'Halden Lab' (from 'Plates').";

test('a weaker role given to somebody who can edit through everyone says what is so in effect', async () => {
  const script = { ...FOUND, 'sharing.look': { gives: VIEW }, 'sharing.add': { gives: MORE } } as const;
  const { stdout, stderr } = await run(['share', 'add', FILE, '5', 'viewer'], script);
  expect(stderr).toContain(`${STILL} The entry here says: can view.`);
  expect(stdout).toContain("In effect: Can edit, through everyone in 'Halden Lab' (from 'Plates')");
  const changed = { ...FOUND, 'sharing.look': { gives: VIEW }, 'sharing.changeRole': { gives: MORE } } as const;
  expect((await run(['share', 'role', FILE, 'jonas', 'viewer'], changed)).stderr).toContain(STILL);
});

test('who keeps access after an entry went is told by which way, and who loses it as well', async () => {
  const without = { ...MORE, rows: MORE.rows.filter(({ key }) => key !== 'user:5') };
  const removing = (gives: SharingView) =>
    run(['share', 'remove', FILE, 'jonas'], { ...FOUND, 'sharing.look': { gives: VIEW }, 'sharing.remove': { gives } });
  expect((await removing(without)).stderr).toContain(`The entry of Jonas Brandt was removed. ${STILL}`);
  const alone = { ...without, rows: without.rows.filter(({ key }) => key !== 'organization') };
  expect((await removing(alone)).stderr).toContain('Jonas Brandt can no longer open it.');
});
