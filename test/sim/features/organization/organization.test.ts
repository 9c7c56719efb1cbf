import { beforeEach, expect, test } from 'vitest';

import type { OrganizationMember } from '../../../../shared/features/organization/model.ts';
import type { Computer } from '../../world/computer.ts';
import { bytes } from '../../lab/altered-answers.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

const JONAS = 1;
const INES = 4;

let lab: QuietLab;
let mira: Computer;

beforeEach(async () => {
  lab = new QuietLab();
  mira = await lab.computer('Mira');
});

async function memberAt(user: number): Promise<OrganizationMember> {
  const { members } = await lab.call(mira, 'organization.members', {});
  const found = members.find(({ userId }) => userId === lab.service.users[user]?.userId);
  if (found === undefined) throw new Error('nobody');
  return found;
}

/** What another administrator does, past all of ours. */
function asInes(method: 'PUT' | 'DELETE', path: string, body: object): number {
  const organization = lab.service.knowledgeBase.replace('7f0c1c53', '7f0c1c52');
  return lab.service.handle({
    method,
    url: `${lab.service.baseUrl}/organizations/${organization}${path}`,
    headers: { authorization: `Bearer ${lab.service.users[INES]?.apiKey}`, 'content-type': 'application/json' },
    body: new TextEncoder().encode(JSON.stringify(body)),
  }).status;
}

test('the organization is told as it is, renamed, dated and tidied, each read back', async () => {
  expect(await lab.call(mira, 'organization.look', {})).toMatchObject({
    name: 'Halden Lab',
    role: 'Owner',
    mayManage: true,
    autotidy: false,
    billing: { status: 'active', members: 4 },
  });
  expect(await lab.call(mira, 'organization.rename', { name: 'Halden Institute' })).toMatchObject({
    name: 'Halden Institute',
  });
  expect((await lab.call(mira, 'account.look', null)).organizations[0]?.name).toBe('Halden Institute');
  expect(await lab.call(mira, 'organization.setAutotidy', { enabled: true })).toMatchObject({ autotidy: true });
  const dates = { start: '2026-01-01T00:00:00.000Z', end: '2026-02-01T00:00:00+01:00' };
  expect(await lab.call(mira, 'organization.setPilot', dates)).toMatchObject({
    pilotStart: '2026-01-01T00:00:00.000Z',
    pilotEnd: '2026-01-31T23:00:00.000Z',
  });
  await expect(lab.call(mira, 'organization.setPilot', { start: dates.end, end: dates.start })).rejects.toThrow(
    'cannot end before',
  );
  expect(await lab.call(mira, 'organization.setPilot', { start: null, end: null })).toMatchObject({ pilotEnd: null });
  expect(await lab.call(mira, 'organization.makeDefault', {})).toMatchObject({ isDefault: true });
});

test('a change that the service took and does not show is not told as done, and one whose answer was lost is', async () => {
  const taken = { kind: 'instead', answer: { status: 200, body: '{"id":"x"}' } } as const;
  lab.trouble = ({ method }) => (method === 'PUT' ? taken : null);
  await expect(lab.call(mira, 'organization.rename', { name: 'Nowhere' })).rejects.toThrow('does not show it');
  lab.trouble = ({ method }) => (method === 'PUT' ? { kind: 'lost-answer' } : null);
  expect(await lab.call(mira, 'organization.rename', { name: 'Halden 2' })).toMatchObject({ name: 'Halden 2' });
  lab.trouble = ({ method }) => (method === 'PUT' ? { kind: 'no-connection' } : null);
  await expect(lab.call(mira, 'organization.rename', { name: 'Nowhere' })).rejects.toThrow('does not show the change');
  lab.trouble = () => ({ kind: 'no-connection' });
  await expect(lab.call(mira, 'organization.rename', { name: 'Nowhere' })).rejects.toThrow('offline');
  let puts = 0;
  lab.trouble = ({ method }) => (method === 'PUT' || puts > 0 ? ((puts += 1), { kind: 'lost-answer' }) : null);
  await expect(lab.call(mira, 'organization.rename', { name: 'Halden 3' })).rejects.toThrow('is not known');
  lab.trouble = () => null;
  expect((await lab.call(mira, 'organization.look', {})).name).toBe('Halden 3');
});

test('a service that wants us to wait is waited for', async () => {
  const headers = { 'content-type': 'application/json', 'retry-after': '2' };
  const wait = { kind: 'instead', answer: { status: 429, headers, body: '{}' } } as const;
  let left = 1;
  lab.trouble = ({ method }) => (method === 'PUT' && left-- > 0 ? wait : null);
  expect(await lab.call(mira, 'organization.rename', { name: 'Later' })).toMatchObject({ name: 'Later' });
  lab.trouble = ({ method }) => (method === 'PUT' ? wait : null);
  await expect(lab.call(mira, 'organization.rename', { name: 'Never' })).rejects.toThrow('busy');
  lab.trouble = () => null;
  expect((await lab.call(mira, 'organization.look', {})).name).toBe('Later');
});

test('two administrators who change one member: the later one is told and changes nothing', async () => {
  const jonas = await memberAt(JONAS);
  expect(asInes('PUT', `/members/${jonas.id}/role`, { role: 'Admin' })).toBe(204);
  const wanted = { member: jonas.id, seen: jonas.role, role: 'Admin' } as const;
  await expect(lab.call(mira, 'organization.setRole', wanted)).rejects.toThrow('Jonas Brandt is Admin now');
  await expect(lab.call(mira, 'organization.removeMember', { member: jonas.id, seen: jonas.role })).rejects.toThrow(
    'Nothing was changed',
  );
  expect((await memberAt(JONAS)).role).toBe('Admin');
  await lab.call(mira, 'organization.setRole', { ...wanted, seen: 'Admin', role: 'Member' });
  expect((await memberAt(JONAS)).role).toBe('Member');
  expect(asInes('DELETE', `/members/${jonas.id}`, {})).toBe(204);
  await expect(lab.call(mira, 'organization.setRole', wanted)).rejects.toThrow('no longer in the organization');
  const { members } = await lab.call(mira, 'organization.removeMember', { member: jonas.id, seen: 'Member' });
  expect(members.map(({ id }) => id)).not.toContain(jonas.id);
});

test('a member is removed, never oneself, and the last owner stays one', async () => {
  const [jonas, self] = [await memberAt(JONAS), await memberAt(0)];
  const { members } = await lab.call(mira, 'organization.removeMember', { member: jonas.id, seen: jonas.role });
  expect(members.map(({ id }) => id)).not.toContain(jonas.id);
  expect(self.isMe).toBe(true);
  await expect(lab.call(mira, 'organization.removeMember', { member: self.id, seen: 'Owner' })).rejects.toThrow(
    'That is you',
  );
  await expect(
    lab.call(mira, 'organization.setRole', { member: self.id, seen: 'Owner', role: 'Member' }),
  ).rejects.toMatchObject({ fault: { kind: 'refused' } });
  expect((await memberAt(0)).role).toBe('Owner');
});

test('an invitation is sent, sent again and taken back; a pending one is not doubled', async () => {
  const wanted = { email: 'New@Lab.example', role: 'Member' } as const;
  const [sent] = (await lab.call(mira, 'organization.invite', wanted)).invitations;
  expect(sent).toMatchObject({ email: 'new@lab.example', role: 'Member', isExpired: false });
  await expect(lab.call(mira, 'organization.invite', wanted)).rejects.toThrow('open invitation already');
  expect(lab.service.mails().length).toBe(1);
  const id = sent?.id ?? '';
  lab.clock.advanceBy(1000);
  lab.trouble = ({ url }) => (url.endsWith('/resend') ? { kind: 'lost-answer' } : null);
  const [again] = (await lab.call(mira, 'organization.resendInvitation', { id })).invitations;
  expect(again?.expiresAt).not.toBe(sent?.expiresAt);
  lab.trouble = ({ method }) => (method === 'DELETE' ? { kind: 'lost-answer' } : null);
  await expect(lab.call(mira, 'organization.cancelInvitation', { id })).rejects.toThrow('cancelled or accepted');
  lab.trouble = () => null;
  expect((await lab.call(mira, 'organization.invitations', {})).invitations).toEqual([]);
  await expect(lab.call(mira, 'organization.cancelInvitation', { id })).rejects.toThrow('no longer open');
  lab.trouble = ({ method }) => (method === 'POST' ? { kind: 'lost-answer' } : null);
  expect((await lab.call(mira, 'organization.invite', wanted)).invitations).toHaveLength(1);
});

test('who may not manage is told so in a sentence, and may look', async () => {
  const jonas = await lab.computer('Jonas', {}, 'two-way', { user: JONAS, remote: lab.service.knowledgeBase });
  expect(await lab.call(jonas, 'organization.look', {})).toMatchObject({ role: 'Member', mayManage: false });
  const { members } = await lab.call(jonas, 'organization.members', {});
  expect(members.filter(({ isMe }) => isMe).map(({ name }) => name)).toEqual(['Jonas Brandt']);
  const ines = members.find(({ role }) => role === 'Admin')?.id ?? '';
  const all = [
    () => lab.call(jonas, 'organization.rename', { name: 'Mine' }),
    () => lab.call(jonas, 'organization.setAutotidy', { enabled: true }),
    () => lab.call(jonas, 'organization.setRole', { member: ines, seen: 'Admin', role: 'Member' }),
    () => lab.call(jonas, 'organization.removeMember', { member: ines, seen: 'Admin' }),
    () => lab.call(jonas, 'organization.invitations', {}),
    () => lab.call(jonas, 'organization.files', { search: '', page: 1 }),
    () => lab.call(jonas, 'export.start', {}),
  ];
  for (const one of all) await expect(one()).rejects.toThrow('for owners and admins of the organization.');
  expect(await lab.call(mira, 'organization.look', {})).toMatchObject({ name: 'Halden Lab', autotidy: false });
});

test('administrators see all files page by page, and find them by name', async () => {
  const colleague = lab.service.colleague(JONAS);
  const folder = colleague.createFolder(null, 'Own');
  for (let at = 0; at < 101; at++) colleague.createFile(folder, `plate ${at}.csv`, bytes('x'));
  const first = await lab.call(mira, 'organization.files', { search: '', page: 1 });
  expect(first).toMatchObject({ total: 101, next: 2 });
  const second = await lab.call(mira, 'organization.files', { search: '', page: 2 });
  expect([first.files.length, second.files.length, second.next]).toEqual([100, 1, null]);
  const found = await lab.call(mira, 'organization.files', { search: 'PLATE 7.', page: 1 });
  const more = await lab.call(mira, 'organization.files', { search: 'PLATE 7.', page: 2 });
  expect([...found.files, ...more.files].map(({ name }) => name)).toEqual(['plate 7.csv']);
});

test('an export is begun and remembered for whoever began it, and a lost answer is no export', async () => {
  await expect(lab.call(mira, 'export.look', { job: null })).rejects.toThrow('No export was begun');
  lab.trouble = ({ method }) => (method === 'POST' ? { kind: 'lost-answer' } : null);
  await expect(lab.call(mira, 'export.start', {})).rejects.toThrow('is not known');
  lab.trouble = () => null;
  const job = await lab.call(mira, 'export.start', {});
  expect(job).toMatchObject({ status: 'pending', isReady: false });
  expect(await lab.call(mira, 'export.look', { job: null })).toEqual(job);
  await expect(lab.call(mira, 'export.look', { job: lab.root })).rejects.toThrow('does not show this export');
  await lab.call(mira, 'account.signOut', null);
  const key = lab.service.users[0]?.apiKey ?? '';
  await lab.call(mira, 'account.signIn', { service: lab.service.baseUrl, key, store: null });
  await expect(lab.call(mira, 'export.look', { job: null })).rejects.toThrow('No export was begun');
});
