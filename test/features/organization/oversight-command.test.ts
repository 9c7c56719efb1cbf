import { expect, test } from 'vitest';

import type { ApiKey, AuditLine, Proposal } from '../../../shared/features/organization/oversight-model.ts';
import { run } from '../../main/cli/run-here.ts';

const AT = '2026-11-20T14:03:00.000Z';
const leaky = <T extends object>(model: T): T & { readonly secret: string } => ({ ...model, secret: 'leak' });

const LINE: AuditLine = {
  id: 'a1',
  at: AT,
  action: 'setMemberRole',
  userId: 2,
  who: 'Jonas Brandt',
  via: 'key',
  target: 'm1',
};
const KEY: ApiKey = {
  id: 'k1',
  name: 'Bench',
  hint: 'svc_live_…a1b2',
  userId: 2,
  who: null,
  createdAt: AT,
  expiresAt: null,
  isInUse: true,
  revokedAt: null,
};
const PROPOSAL: Proposal = {
  id: 'r1',
  fileId: 'f1',
  fileName: 'plate.csv',
  kind: 'rename',
  before: 'plate.csv',
  after: 'Plate 7.csv',
  reason: 'It holds plate 7.',
  createdAt: AT,
};
const KEYS = { 'keys.list': { gives: { standing: 'there', keys: [leaky(KEY)], policy: 'by_moonlight' } } } as const;

test('org audit is narrowed and paged, and its fields are the documented ones', async () => {
  const script = { 'audit.page': { gives: { standing: 'there', lines: [leaky(LINE)], total: 101, next: 2 } } } as const;
  const { stdout, events } = await run(['org', 'audit', '--action', 'setMemberRole', '--user', '2', '--json'], script);
  expect(JSON.parse(stdout)).toEqual({ v: 1, standing: 'there', lines: [LINE], total: 101, next: 2 });
  expect(events).toContain('audit.page {"action":"setMemberRole","user":2,"page":1}');
  expect(await run(['org', 'audit'], script)).toMatchObject({
    exitCode: 0,
    stdout: `${AT}  Jonas Brandt  Changed the role of a member  A member  API key\n`,
  });
  expect(await run(['org', 'audit', '--user', 'Jonas'], script)).toMatchObject({ exitCode: 2 });
});

test('org audit names people and things as the window does, and tells the kind of what has no name', async () => {
  const [file, folder, gone] = ['1', '2', '3'].map(digit => `00000000-0000-4000-8000-00000000000${digit}`);
  const of = (action: string, target: string | undefined) => ({ ...LINE, action, target: target ?? null });
  const lines = [
    of('setMemberRole', 'm1'),
    { ...of('confirmUpload', file), who: null, userId: 9 },
    { ...of('shareFolder', folder), via: null },
    of('deleteFile', gone),
  ];
  const member = { id: 'm1', userId: 1, name: 'Mira Halden', email: null, role: 'Owner', isMe: true };
  const script = {
    'audit.page': { gives: { standing: 'there', lines, total: 4, next: null } },
    'organization.members': { gives: { members: [member] } },
    'organization.things': {
      gives: {
        files: [{ id: file, name: 'plate.csv', folder: null, isRemoved: false }],
        folders: [{ id: folder, names: ['A', 'B'] }],
      },
    },
  } as const;
  expect((await run(['org', 'audit'], script)).stdout.split('\n')).toEqual([
    `${AT}  Jonas Brandt  Changed the role of a member  Mira Halden  API key`,
    `${AT}  Not a member now  Sent a file  plate.csv  API key`,
    `${AT}  Jonas Brandt  Shared a folder  A / B`,
    `${AT}  Jonas Brandt  Removed a file  A file  API key`,
    '',
  ]);
  // Scripts ask for no names.
  const { events } = await run(['org', 'audit', '--json'], script);
  expect(events.filter(event => event.startsWith('organization.'))).toEqual([]);
});

test.each([
  ['audit', 'audit.page', { lines: [], total: null, next: null }],
  ['keys list', 'keys.list', { keys: [], policy: null }],
  ['proposals list', 'proposals.page', { proposals: [], total: null, next: null }],
])('org %s says in a sentence that the service has none, or does not show it', async (command, name, rest) => {
  const given = (standing: string) => ({ [name]: { gives: { standing, ...rest } } });
  const absent = await run(['org', ...command.split(' ')], given('absent'));
  expect(absent).toMatchObject({ exitCode: 0, stdout: '', stderr: expect.stringContaining('This service') });
  const refused = await run(['org', ...command.split(' ')], given('not-allowed'));
  expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('does not allow') });
});

test('org keys lists, and tells an unknown rule of the service as it is', async () => {
  const { stdout, stderr } = await run(['org', 'keys', 'list', '--json'], KEYS);
  expect(JSON.parse(stdout)).toEqual({ v: 1, standing: 'there', keys: [KEY], policy: 'by_moonlight' });
  expect(stderr).toBe('by_moonlight, a rule from the service.\n');
});

test('a key is printed once when it is made, and without --yes none is revoked', async () => {
  const list = KEYS['keys.list'].gives;
  const script = {
    ...KEYS,
    'keys.make': { gives: { made: KEY, secret: 'svc_live_x', list } },
    'keys.revoke': { gives: { ...list, keys: [{ ...KEY, revokedAt: AT }] } },
    'keys.setPolicy': { gives: { ...list, policy: 'admins_only' } },
  } as const;
  const made = await run(['org', 'keys', 'make', 'Bench', '--until', '2027-02-22'], script);
  expect(made).toMatchObject({ exitCode: 0, stdout: 'svc_live_x\n' });
  expect(made.events).toContain('keys.make {"name":"Bench","expiresAt":"2027-02-22T00:00:00.000Z"}');
  const asked = await run(['org', 'keys', 'revoke', 'a1b2'], script);
  expect(asked).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('on this computer signs in with it') });
  expect(asked.events.filter(event => event.startsWith('keys.revoke'))).toEqual([]);
  const ended = await run(['org', 'keys', 'revoke', 'Bench', '--yes', '--json'], script);
  expect(JSON.parse(ended.stdout)).toEqual({ v: 1, key: { ...KEY, revokedAt: AT }, revoked: true });
  expect((await run(['org', 'keys', 'policy', 'admins-only'], script)).events).toContain(
    'keys.setPolicy {"policy":"admins_only"}',
  );
  expect(await run(['org', 'keys', 'policy', 'nobody'], script)).toMatchObject({ exitCode: 2 });
});

test('proposals are listed to their end and decided about by id or file', async () => {
  const other = { ...PROPOSAL, id: 'r2', fileName: 'gel.tif' };
  const pages = [
    { standing: 'there', proposals: [leaky(PROPOSAL)], total: 2, next: 2 },
    { standing: 'there', proposals: [other], total: 2, next: null },
  ];
  const script = {
    'proposals.page': { answers: (input: unknown) => pages[(input as { page: number }).page - 1] },
    'proposals.decide': { gives: null },
  } as const;
  const { stdout } = await run(['org', 'proposals', 'list', '--json'], script);
  expect(JSON.parse(stdout)).toEqual({ v: 1, standing: 'there', proposals: [PROPOSAL, other] });
  const approved = await run(['org', 'proposals', 'approve', 'gel.tif'], script);
  expect(approved.events).toContain('proposals.decide {"id":"r2","approve":true}');
  expect(approved.stderr).toBe("What was proposed for 'gel.tif' is carried out.\n");
  expect((await run(['org', 'proposals', 'reject', 'r1'], script)).events).toContain(
    'proposals.decide {"id":"r1","approve":false}',
  );
});
