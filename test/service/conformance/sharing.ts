import { expect, test } from 'vitest';

import { BENCH_TEAM_ID } from '../rules/people/people-seed.ts';
import { MEMBER, OTHER_MEMBER, OWNER, STRANGER, refusal } from './subject.ts';
import type { Json, Tester } from './subject.ts';

const MIRA = 1;
const JONAS = 2;
const AIKO = 3;
const LEON = 4;
const NOBODYS_ID = '3f2b8f0e-9a51-4c55-8a4e-0c4f6d1f7a10';

/** Sections 4.2 and 4.3: entries on files and folders, and who can reach what by them. */
export function sharing(service: Tester): void {
  const statusOf = async (path: string, user: number): Promise<number> =>
    (await service.ask('GET', path, undefined, user)).status;
  const brief = (entries: readonly Json[]): unknown[] =>
    entries.map(({ principalType, userId, role, inherited, inheritedFromFolderName }) => ({
      who: principalType === 'user' ? userId : principalType,
      role,
      from: inherited ? inheritedFromFolderName : 'here',
    }));

  test('an entry answers its id, whom it is for by name and address, and its role', async () => {
    const folder = await service.folder('Shared', null);
    const body = { userId: JONAS, role: 'Viewer' };
    const entry = await service.expectStatus(201, service.ask('POST', `/folders/${folder}/share`, body));
    expect(entry).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      principalType: 'user',
      userId: JONAS,
      displayName: 'Jonas Brandt',
      email: 'jonas.brandt@example.org',
      role: 'viewer',
      inherited: false,
    });
    expect(await service.list(`/folders/${folder}/shares`)).toEqual([entry]);
  });

  test('a shared folder opens itself and all below, and closes with its entry', async () => {
    const folder = await service.folder('Private', null);
    const inside = await service.folder('Inside', folder);
    const file = await service.upload(inside, 'a.txt', 'x');
    const paths = [`/folders/${folder}`, `/folders/${inside}/files`, `/files/${file.id}`];
    expect(await Promise.all(paths.map(path => statusOf(path, MEMBER)))).toEqual([403, 403, 404]);
    const entry = await service.share(`/folders/${folder}`, JONAS, 'viewer');
    expect(await Promise.all(paths.map(path => statusOf(path, MEMBER)))).toEqual([200, 200, 200]);
    expect((await service.list('/folders/roots', MEMBER)).map(root => root.name)).toContain('Private');
    await service.expectStatus(204, service.ask('DELETE', `/folders/${folder}/share/${entry}`));
    expect(await Promise.all(paths.map(path => statusOf(path, MEMBER)))).toEqual([403, 403, 404]);
    await service.expectStatus(404, service.ask('DELETE', `/folders/${folder}/share/${entry}`));
  });

  test('viewers read, editors change, admins share', async () => {
    const folder = await service.folder('Roles', null);
    const attempts = async (): Promise<number[]> => {
      const target = await service.upload(folder, 'a.txt', 'x');
      const asks = [
        service.ask('GET', `/files/${target.id}/content`, undefined, MEMBER),
        service.ask('PUT', `/files/${target.id}`, { name: 'b.txt' }, MEMBER),
        service.ask('POST', `/files/${target.id}/versions`, { content: 'y' }, MEMBER),
        service.ask('POST', '/folders', { name: 'New', visibility: 'private', parentFolderId: folder }, MEMBER),
        service.ask('PATCH', `/folders/${folder}`, { name: 'Roles' }, MEMBER),
        service.ask('POST', `/folders/${folder}/share`, { userId: AIKO, role: 'viewer' }, MEMBER),
        service.ask('POST', `/files/${target.id}/share`, { userId: AIKO }, MEMBER),
      ];
      return (await Promise.all(asks)).map(reply => reply.status);
    };
    await service.share(`/folders/${folder}`, JONAS, 'viewer');
    expect(await attempts()).toEqual([200, 403, 403, 403, 403, 403, 403]);
    await service.share(`/folders/${folder}`, JONAS, 'editor');
    expect(await attempts()).toEqual([200, 200, 201, 201, 200, 403, 403]);
    await service.share(`/folders/${folder}`, JONAS, 'admin');
    expect(await attempts()).toEqual([200, 200, 201, 201, 200, 201, 201]);
  });

  test('sharing again with the same principal changes the role of its entry', async () => {
    const folder = await service.folder('Twice', null);
    const first = await service.share(`/folders/${folder}`, JONAS, 'viewer');
    expect(await service.share(`/folders/${folder}`, JONAS, 'editor')).toBe(first);
    expect(brief(await service.list(`/folders/${folder}/shares`))).toEqual([
      { who: JONAS, role: 'editor', from: 'here' },
    ]);
  });

  test('a file shared without a role is shared with its editor, a folder needs one', async () => {
    const folder = await service.folder('Defaults', null);
    const file = await service.upload(folder, 'a.txt', 'x');
    const entry = await service.expectStatus(201, service.ask('POST', `/files/${file.id}/share`, { userId: JONAS }));
    expect(entry.role).toBe('editor');
    const refused = await service.ask('POST', `/folders/${folder}/share`, { userId: JONAS });
    expect(refused).toMatchObject({ status: 400, json: refusal('BAD_REQUEST', 'Role field is required') });
  });

  test('the organization and a team are principals like a user', async () => {
    const [everyone, team] = [await service.folder('Everyone', null), await service.folder('Team', null, MEMBER)];
    const orgWide = await service.ask('POST', `/folders/${everyone}/share`, { isOrgWide: true, role: 'viewer' });
    expect(orgWide).toMatchObject({ status: 201, json: { principalType: 'organization', displayName: 'Halden Lab' } });
    const body = { teamId: BENCH_TEAM_ID, role: 'editor' };
    const shared = await service.ask('POST', `/folders/${team}/share`, body, MEMBER);
    expect(shared).toMatchObject({ status: 201, json: { principalType: 'team', displayName: 'Bench team' } });
    expect([await statusOf(`/folders/${everyone}`, MEMBER), await statusOf(`/folders/${everyone}`, STRANGER)]).toEqual([
      200, 404,
    ]);
    expect([await statusOf(`/folders/${team}`, OTHER_MEMBER), await statusOf(`/folders/${team}`, OWNER)]).toEqual([
      200, 403,
    ]);
    service.subject.change({ teamShares: 'refused' });
    const refused = await service.ask('POST', `/folders/${team}/share`, body, MEMBER);
    expect(refused).toMatchObject({ status: 400, json: refusal('BAD_REQUEST', /not available yet/) });
  });

  test.each([
    ['nobody', { role: 'viewer' }],
    ['nobody, said twice', { isOrgWide: false, userId: null, role: 'viewer' }],
    ['two at once', { userId: JONAS, isOrgWide: true, role: 'viewer' }],
    ['a user who does not exist', { userId: 999, role: 'viewer' }],
    ['a user of another organization', { userId: LEON, role: 'viewer' }],
    ['a team that does not exist', { teamId: NOBODYS_ID, role: 'viewer' }],
    ['an unknown role', { userId: JONAS, role: 'owner' }],
    ['a role that is no text', { userId: JONAS, role: 3 }],
  ])('sharing with %s is refused with 400, and changes nothing', async (_, body) => {
    const folder = await service.folder('Refused', null);
    const file = await service.upload(folder, 'a.txt', 'x');
    await service.expectStatus(400, service.ask('POST', `/folders/${folder}/share`, body));
    await service.expectStatus(400, service.ask('POST', `/files/${file.id}/share`, body));
    expect(await service.list(`/folders/${folder}/shares`)).toEqual([]);
    expect(await service.list(`/files/${file.id}/shares`)).toEqual([]);
  });

  test('access names everyone who can reach a file, and the folder it comes from', async () => {
    const top = await service.folder('Top', null);
    const below = await service.folder('Below', top);
    const file = await service.upload(below, 'a.txt', 'x', OWNER);
    await service.share(`/folders/${top}`, JONAS, 'viewer');
    await service.share(`/folders/${below}`, JONAS, 'editor');
    await service.share(`/files/${file.id}`, AIKO, 'viewer');
    expect(brief(await service.list(`/files/${file.id}/access`))).toEqual([
      { who: MIRA, role: 'admin', from: 'here' },
      { who: AIKO, role: 'viewer', from: 'here' },
      { who: JONAS, role: 'editor', from: 'Below' },
    ]);
    expect(brief(await service.list(`/folders/${below}/access`, MEMBER))).toEqual([
      { who: MIRA, role: 'admin', from: 'here' },
      { who: JONAS, role: 'editor', from: 'here' },
    ]);
    const [entry] = (await service.list(`/folders/${below}/access`)).filter(({ userId }) => userId === JONAS);
    expect(entry).toMatchObject({ displayName: 'Jonas Brandt', email: 'jonas.brandt@example.org' });
  });

  test('access does not name a folder to somebody who may not read it', async () => {
    const folder = await service.folder('Secret name', null);
    const file = await service.upload(folder, 'a.txt', 'x');
    await service.share(`/folders/${folder}`, AIKO, 'viewer');
    await service.share(`/files/${file.id}`, JONAS, 'viewer');
    const seen = await service.ask('GET', `/files/${file.id}/access`, undefined, MEMBER);
    expect(seen.json).toMatchObject([{ userId: MIRA }, { userId: JONAS }, { userId: AIKO, inherited: true }]);
    expect(seen.text).not.toContain('Secret name');
  });

  test('a file shared directly is found without its folder, and only that file', async () => {
    const folder = await service.folder('Closed', null);
    const file = await service.upload(folder, 'gel 7.txt', 'x');
    await service.upload(folder, 'gel 8.txt', 'x');
    await service.share(`/files/${file.id}`, JONAS, 'viewer');
    const found = ['/folders/files?q=gel', '/files/search?q=gel'].map(path => service.list(path, MEMBER));
    expect((await Promise.all(found)).map(rows => rows.map(row => row.name))).toEqual([['gel 7.txt'], ['gel 7.txt']]);
    const hits = await service.ask('GET', '/search/files?q=gel', undefined, MEMBER);
    expect(hits.json.items.map(({ id }) => id)).toEqual([file.id]);
    expect(await statusOf(`/folders/${folder}`, MEMBER)).toBe(403);
    expect(await service.content(file.id, undefined, MEMBER)).toBe('x');
  });

  test('without access a file’s sharing is 403 for the organization and 404 for another one', async () => {
    const file = await service.upload(await service.folder('Hidden', null), 'a.txt', 'x');
    const entry = await service.share(`/files/${file.id}`, AIKO, 'viewer');
    const asks = (user: number): Promise<number[]> =>
      Promise.all([
        service.ask('GET', `/files/${file.id}/access`, undefined, user).then(reply => reply.status),
        service.ask('GET', `/files/${file.id}/shares`, undefined, user).then(reply => reply.status),
        service.ask('POST', `/files/${file.id}/share`, { userId: JONAS }, user).then(reply => reply.status),
        service.ask('DELETE', `/files/${file.id}/share/${entry}`, undefined, user).then(reply => reply.status),
      ]);
    expect(await asks(MEMBER)).toEqual([403, 403, 403, 403]);
    expect(await asks(STRANGER)).toEqual([404, 404, 404, 404]);
    await service.expectStatus(404, service.ask('DELETE', `/files/${file.id}/share/${NOBODYS_ID}`));
    await service.expectStatus(204, service.ask('DELETE', `/files/${file.id}/share/${entry}`));
  });

  test('without access a folder’s sharing is 403 for the organization and 404 for another one', async () => {
    const folder = await service.folder('Hidden', null);
    const entry = await service.share(`/folders/${folder}`, AIKO, 'viewer');
    const body = { userId: JONAS, role: 'viewer' };
    const asks = (user: number): Promise<number[]> =>
      Promise.all([
        service.ask('GET', `/folders/${folder}/access`, undefined, user).then(reply => reply.status),
        service.ask('GET', `/folders/${folder}/shares`, undefined, user).then(reply => reply.status),
        service.ask('POST', `/folders/${folder}/share`, body, user).then(reply => reply.status),
        service.ask('DELETE', `/folders/${folder}/share/${entry}`, undefined, user).then(reply => reply.status),
        service.ask('POST', `/folders/${folder}/break-inheritance`, undefined, user).then(reply => reply.status),
      ]);
    expect(await asks(MEMBER)).toEqual([403, 403, 403, 403, 403]);
    expect(await asks(STRANGER)).toEqual([404, 404, 404, 404, 404]);
  });

  test('everyone may give up the own entry, and has no access after that', async () => {
    const folder = await service.folder('Leaving', null);
    const entry = await service.share(`/folders/${folder}`, JONAS, 'viewer');
    const other = await service.share(`/folders/${folder}`, AIKO, 'viewer');
    await service.expectStatus(403, service.ask('DELETE', `/folders/${folder}/share/${other}`, undefined, MEMBER));
    await service.expectStatus(204, service.ask('DELETE', `/folders/${folder}/share/${entry}`, undefined, MEMBER));
    expect(await statusOf(`/folders/${folder}`, MEMBER)).toBe(403);
    expect((await service.list(`/folders/${folder}/shares`)).map(({ id }) => id)).toEqual([other]);
  });

  test('who left the organization reaches nothing, cannot be shared with, and can be taken off the list', async () => {
    const folder = await service.folder('Remembered', null);
    const entry = await service.share(`/folders/${folder}`, AIKO, 'editor');
    const [organization] = await service.list('/organizations');
    const members = `/organizations/${organization?.id ?? ''}/members`;
    const aiko = (await service.list(members)).find(({ userId }) => userId === AIKO);
    await service.expectStatus(204, service.ask('DELETE', `${members}/${aiko?.id ?? ''}`));
    expect(brief(await service.list(`/folders/${folder}/access`))).toEqual([
      { who: MIRA, role: 'admin', from: 'here' },
    ]);
    expect(brief(await service.list(`/folders/${folder}/shares`))).toEqual([
      { who: AIKO, role: 'editor', from: 'here' },
    ]);
    const again = { userId: AIKO, role: 'viewer' };
    await service.expectStatus(400, service.ask('POST', `/folders/${folder}/share`, again));
    await service.expectStatus(204, service.ask('DELETE', `/folders/${folder}/share/${entry}`));
    expect(await service.list(`/folders/${folder}/shares`)).toEqual([]);
  });

  test('an entry is removed at its own item only', async () => {
    const [one, other] = [await service.folder('One', null), await service.folder('Other', null)];
    const entry = await service.share(`/folders/${one}`, JONAS, 'viewer');
    await service.expectStatus(404, service.ask('DELETE', `/folders/${other}/share/${entry}`));
    expect(await statusOf(`/folders/${one}`, MEMBER)).toBe(200);
  });

  test('sharing leaves updatedAt as it was', async () => {
    const folder = await service.folder('Unchanged', null);
    const before = await service.expectStatus(200, service.ask('GET', `/folders/${folder}`));
    await service.share(`/folders/${folder}`, JONAS, 'viewer');
    await service.expectStatus(204, service.ask('POST', `/folders/${folder}/break-inheritance`));
    const after = await service.expectStatus(200, service.ask('GET', `/folders/${folder}`));
    expect(after.updatedAt).toBe(before.updatedAt);
  });

  test('a removed file is 404 for sharing, too', async () => {
    const file = await service.upload(await service.folder('Removed', null), 'a.txt', 'x');
    await service.expectStatus(204, service.ask('DELETE', `/files/${file.id}`));
    for (const path of ['access', 'shares']) expect(await statusOf(`/files/${file.id}/${path}`, OWNER)).toBe(404);
    await service.expectStatus(404, service.ask('POST', `/files/${file.id}/share`, { userId: JONAS }));
    await service.expectStatus(404, service.ask('DELETE', `/files/${file.id}`, undefined, MEMBER));
  });

  test('only the organization’s Owner and Admin see what has drifted', async () => {
    const statuses = [OWNER, MEMBER].map(user => statusOf('/folders/sharing-drift', user));
    expect(await Promise.all(statuses)).toEqual([200, 403]);
  });
}
