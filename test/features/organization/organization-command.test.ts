import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type {
  ExportJob,
  OpenInvitation,
  OrganizationMember,
  OrganizationView,
} from '../../../shared/features/organization/model.ts';
import { run, temporaryFolder } from '../../main/cli/run-here.ts';

const AT = '2026-11-20T14:03:00.000Z';
const leaky = <T extends object>(model: T): T & { readonly secret: string } => ({ ...model, secret: 'leak' });

const VIEW: OrganizationView = {
  id: 'o1',
  name: 'Halden Lab',
  role: 'keeper',
  isDefault: true,
  mayManage: false,
  pilotStart: AT,
  pilotEnd: null,
  autotidy: false,
  billing: { status: 'frozen', members: 3 },
};
const member = (id: string, name: string, role = 'Member'): OrganizationMember => ({
  id,
  userId: id.length,
  name,
  email: `${id}@halden.example`,
  role,
  isMe: role === 'Owner',
});
const MEMBERS = [member('m1', 'Mira Halden', 'Owner'), member('m22', 'Kim Lee'), member('m333', 'Kim Lee')];
const INVITATION: OpenInvitation = {
  id: 'i1',
  email: 'new@lab.example',
  role: 'Member',
  isExpired: false,
  createdAt: AT,
  expiresAt: AT,
};
const BRIEF = { id: 'f3', isEverybody: false, hasMe: true, others: 1, teams: 0, unknown: 0, names: ['Kim Lee'] };
const JOB: ExportJob = { id: 'j1', status: 'sealed', isReady: null, createdAt: AT, completedAt: null, sizeBytes: null };

test('org show tells unknown words of the service as they are, and leaves out what it does not tell', async () => {
  const script = { 'organization.look': { gives: leaky({ ...VIEW, billing: leaky({ ...VIEW.billing }) }) } } as const;
  const { stdout } = await run(['org', 'show'], script);
  expect(stdout.split('\n').slice(0, -1)).toEqual([
    'Name: Halden Lab',
    'Your role: keeper',
    'After signing in: this one',
    'Billing: frozen, a status from the service',
    'Members: 3',
    `Pilot starts: ${AT}`,
    'Auto-tidy: off',
  ]);
  expect(JSON.parse((await run(['org', 'show', '--json'], script)).stdout)).toEqual({ v: 1, ...VIEW });
});

test('dates of the pilot that are not named stay, and what is no date asks nothing', async () => {
  const script = { 'organization.look': { gives: VIEW }, 'organization.setPilot': { gives: VIEW } } as const;
  const { events } = await run(['org', 'pilot', '--to', '2027-02-22'], script);
  const end = '2027-02-22T00:00:00.000Z';
  expect(events).toContain(`organization.setPilot ${JSON.stringify({ start: AT, end })}`);
  expect((await run(['org', 'pilot', '--from', 'none'], script)).events).toContain(
    'organization.setPilot {"start":null,"end":null}',
  );
  expect(await run(['org', 'pilot', '--to', '2027-02-30'], {})).toMatchObject({ exitCode: 2 });
});

test('a member is named by the address where names are the same, and the role that was seen goes along', async () => {
  const script = {
    'organization.members': { gives: { members: MEMBERS } },
    'organization.setRole': { gives: { members: [{ ...MEMBERS[1], role: 'Admin' }] } },
  } as const;
  expect(await run(['org', 'role', 'Kim Lee', 'admin'], script)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('Kim Lee m22@halden.example 3 m22, Kim Lee m333@halden.example 4 m333'),
  });
  expect(await run(['org', 'role', 'M22@halden.example', 'admin'], script)).toMatchObject({
    exitCode: 0,
    stderr: 'Kim Lee is Admin now.\n',
    events: expect.arrayContaining(['organization.setRole {"member":"m22","seen":"Member","role":"Admin"}']),
  });
  expect(await run(['org', 'role', 'm22', 'king'], script)).toMatchObject({ exitCode: 2 });
  expect(await run(['org', 'role', 'nobody', 'admin'], script)).toMatchObject({ exitCode: 1 });
});

test('org members and org remove --json have the documented fields; without --yes nobody is removed', async () => {
  const script = { 'organization.members': { gives: { members: MEMBERS.map(leaky) } } } as const;
  expect(JSON.parse((await run(['org', 'members', '--json'], script)).stdout)).toEqual({ v: 1, members: MEMBERS });
  const asked = await run(['org', 'remove', 'm22', '--json'], script);
  expect(JSON.parse(asked.stdout)).toEqual({ v: 1, member: MEMBERS[1], removed: false });
  expect(asked).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('Nothing was changed') });
  expect(asked.events.filter(event => event.startsWith('organization.remove'))).toEqual([]);
  const done = { ...script, 'organization.removeMember': { gives: { members: [] } } } as const;
  expect(await run(['org', 'remove', 'm22', '--yes'], done)).toMatchObject({
    exitCode: 0,
    stderr: 'Kim Lee is no longer in the organization.\n',
  });
});

test('invitations are listed, sent, sent again and cancelled by their address', async () => {
  const list = { gives: { invitations: [leaky(INVITATION)] } };
  const script = {
    'organization.invitations': list,
    'organization.invite': list,
    'organization.resendInvitation': list,
    'organization.cancelInvitation': { gives: { invitations: [] } },
  } as const;
  expect((await run(['org', 'invitations'], script)).stdout).toBe(`i1  new@lab.example  Member  until ${AT}\n`);
  const { stdout, stderr } = await run(['org', 'invite', 'NEW@lab.example', '--json'], script);
  expect(JSON.parse(stdout)).toEqual({ v: 1, invitation: INVITATION });
  expect(stderr).toBe(`new@lab.example is invited as Member, until ${AT}.\n`);
  expect((await run(['org', 'resend', 'new@lab.example'], script)).events).toContain(
    'organization.resendInvitation {"id":"i1"}',
  );
  expect((await run(['org', 'cancel', 'i1'], script)).stderr).toContain('is cancelled');
});

test('all files are read to their end, each once, and the table holds no formula [S26]', async () => {
  const file = (id: string, name: string, folder: string | null = null) => ({
    id,
    name,
    folder,
    owner: 2,
    visibility: 'private',
    sizeBytes: 7,
    createdAt: AT,
    updatedAt: AT,
  });
  const pages = [
    { files: [file('f1', '=cmd|x'), file('f2', 'plate, 7')], total: 3, next: 2 },
    { files: [file('f2', 'plate, 7'), file('f3', 'c', 'd1')], total: 3, next: null },
  ];
  const script = {
    'organization.files': { answers: (input: unknown) => pages[(input as { page: number }).page - 1] },
    'organization.members': { gives: { members: MEMBERS } },
    'organization.things': { gives: { files: [], folders: [leaky({ id: 'd1', names: ['Plates', 'Raw'] })] } },
    'sharing.brief': { gives: [leaky(BRIEF)] },
  } as const;
  const folder = await temporaryFolder();
  const path = join(folder, 'all.csv');
  const ran = await run(['org', 'files', '--csv', path], script);
  expect(ran).toMatchObject({ exitCode: 0, stdout: '', stderr: `3 files written to ${path}.\n` });
  expect((await readFile(path, 'utf8')).split('\r\n')).toEqual([
    '\uFEFFname,bytes,visibility,ownerId,created,changed,folderId,fileId,owner,place',
    `"'=cmd|x",7,private,2,${AT},${AT},,f1,Mira Halden,`,
    `"plate, 7",7,private,2,${AT},${AT},,f2,Mira Halden,`,
    `c,7,private,2,${AT},${AT},d1,f3,Mira Halden,Plates / Raw`,
    '',
  ]);
  await writeFile(path, 'mine');
  expect(await run(['org', 'files', '--csv', path], script)).toMatchObject({ exitCode: 1 });
  expect(await readFile(path, 'utf8')).toBe('mine');
  const json = JSON.parse((await run(['org', 'files', '--json'], script)).stdout);
  expect(json.files).toHaveLength(3);
  expect(json.files[2]).toEqual({ ...file('f3', 'c', 'd1'), ownerName: 'Mira Halden', place: ['Plates', 'Raw'] });
  const endless = { 'organization.files': { gives: { files: [file('f1', 'a')], total: null, next: 2 } } } as const;
  expect(await run(['org', 'files'], endless)).toMatchObject({ exitCode: 1, stdout: '' });

  const lines = (await run(['org', 'files', '--readers'], script)).stdout.split('\n');
  expect(lines[1]).toBe(`f2  plate, 7  In no folder  Mira Halden  Not known  private  7 bytes  ${AT}`);
  expect(lines[2]).toBe(`f3  c  Plates / Raw  Mira Halden  You + 1  private  7 bytes  ${AT}`);
  const asked = JSON.parse((await run(['org', 'files', '--readers', '--json'], script)).stdout);
  const { id: _, ...readers } = BRIEF;
  expect(asked.files.map((each: { readonly readers: unknown }) => each.readers)).toEqual([null, null, readers]);
  expect((await run(['org', 'files', '--readers', '--csv', '-'], script)).stdout).toContain(
    `f3,Mira Halden,Plates / Raw,You and Kim Lee can open it.\r\n`,
  );
});

test('an export says its status in the word of the service, and where the bundle is', async () => {
  const script = {
    'export.look': { gives: leaky(JOB) },
    'export.get': { gives: { job: leaky(JOB), path: '/bench/export.zip', sizeBytes: 4 } },
  } as const;
  expect((await run(['export', 'status'], script)).stdout).toBe(`j1  sealed, a status from the service  begun ${AT}\n`);
  const { stdout, events } = await run(['export', 'get', '--to', 'export.zip', '--json'], script);
  expect(JSON.parse(stdout)).toEqual({ v: 1, export: JOB, path: '/bench/export.zip', sizeBytes: 4 });
  expect(events).toContain('export.get {"job":null,"folder":"/bench","name":"export.zip"}');
});
