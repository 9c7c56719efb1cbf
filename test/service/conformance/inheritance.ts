import { expect, test } from 'vitest';

import { BENCH_TEAM_ID } from '../rules/people/people-seed.ts';
import { MEMBER, OTHER_MEMBER, OWNER } from './subject.ts';
import type { Json, Tester } from './subject.ts';

const MIRA = 1;
const JONAS = 2;
const AIKO = 3;
const NOBODYS_ID = '3f2b8f0e-9a51-4c55-8a4e-0c4f6d1f7a10';

/** Section 4.3: what folders pass down, where that ends, and files that are shared more widely. */
export function inheritance(service: Tester): void {
  const statusOf = async (path: string, user: number): Promise<number> =>
    (await service.ask('GET', path, undefined, user)).status;
  const roles = (entries: readonly Json[]): unknown[] =>
    entries.map(({ principalType, userId, role }) => [principalType === 'user' ? userId : principalType, role]);
  const widerOf = (files: readonly Json[]): unknown[] => files.map(file => [file.name, roles(file.wider)]);

  test('breaking inheritance copies the effective entries first, the owners above as admins', async () => {
    const top = await service.folder('Top', null);
    await service.share(`/folders/${top}`, JONAS, 'editor');
    await service.expectStatus(
      201,
      service.ask('POST', `/folders/${top}/share`, { teamId: BENCH_TEAM_ID, role: 'viewer' }),
    );
    const below = await service.folder('Below', top, MEMBER);
    await service.share(`/folders/${below}`, AIKO, 'viewer', MEMBER);
    const path = `/folders/${below}`;
    const before = roles(await service.list(`${path}/access`, MEMBER));
    await service.expectStatus(204, service.ask('POST', `${path}/break-inheritance`, undefined, MEMBER));
    const after = await service.list(`${path}/access`, MEMBER);
    expect(new Set(roles(after).map(String))).toEqual(new Set(before.map(String)));
    expect(after.every(entry => !entry.inherited)).toBe(true);
    expect(roles(await service.list(`${path}/shares`, MEMBER))).toEqual([
      [AIKO, 'viewer'],
      [MIRA, 'admin'],
      ['team', 'viewer'],
    ]);
  });

  test('after the break the folders above count no more, and breaking again changes nothing', async () => {
    const top = await service.folder('Top', null);
    const below = await service.folder('Below', top);
    const file = await service.upload(below, 'a.txt', 'x');
    const early = await service.share(`/folders/${top}`, JONAS, 'viewer');
    await service.expectStatus(204, service.ask('POST', `/folders/${below}/break-inheritance`));
    await service.expectStatus(204, service.ask('POST', `/folders/${below}/break-inheritance`));
    await service.share(`/folders/${top}`, AIKO, 'viewer');
    await service.expectStatus(204, service.ask('DELETE', `/folders/${top}/share/${early}`));
    expect([await statusOf(`/folders/${top}`, MEMBER), await statusOf(`/folders/${below}`, MEMBER)]).toEqual([
      403, 200,
    ]);
    expect([
      await statusOf(`/folders/${top}`, OTHER_MEMBER),
      await statusOf(`/files/${file.id}`, OTHER_MEMBER),
    ]).toEqual([200, 404]);
    expect(await service.list(`/folders/${top}/children`, OTHER_MEMBER)).toEqual([]);
    await service.expectStatus(404, service.ask('POST', `/folders/${NOBODYS_ID}/break-inheritance`));
  });

  test('moving changes what an item inherits and nothing else', async () => {
    const [open, closed] = [await service.folder('Open', null), await service.folder('Closed', null)];
    await service.share(`/folders/${open}`, JONAS, 'viewer');
    const folder = await service.folder('Moved', open);
    const file = await service.upload(folder, 'a.txt', 'x');
    await service.share(`/files/${file.id}`, AIKO, 'viewer');
    await service.expectStatus(200, service.ask('PATCH', `/folders/${folder}/move`, { parentFolderId: closed }));
    expect(await statusOf(`/folders/${folder}`, MEMBER)).toBe(403);
    expect([await statusOf(`/files/${file.id}`, MEMBER), await statusOf(`/files/${file.id}`, OTHER_MEMBER)]).toEqual([
      404, 200,
    ]);
    await service.expectStatus(200, service.ask('PATCH', `/files/${file.id}/move`, { parentFolderId: open }));
    expect([await statusOf(`/files/${file.id}`, MEMBER), await statusOf(`/files/${file.id}`, OTHER_MEMBER)]).toEqual([
      200, 200,
    ]);
  });

  test('a file keeps its wider share until that is cleared', async () => {
    const folder = await service.folder('Narrow', null);
    const below = await service.folder('Below', folder);
    const entry = await service.share(`/folders/${folder}`, JONAS, 'viewer');
    const [wide, same, deep] = [
      await service.upload(folder, 'wide.txt', 'x'),
      await service.upload(folder, 'same.txt', 'x'),
      await service.upload(below, 'deep.txt', 'x'),
    ];
    await service.share(`/files/${wide.id}`, AIKO, 'viewer');
    await service.share(`/files/${wide.id}`, JONAS, 'viewer');
    await service.share(`/files/${same.id}`, JONAS, 'viewer');
    await service.share(`/files/${deep.id}`, JONAS, 'editor');
    const overrides = `/folders/${folder}/contained-overrides`;
    expect(widerOf(await service.list(overrides))).toEqual([
      ['deep.txt', [[JONAS, 'editor']]],
      ['wide.txt', [[AIKO, 'viewer']]],
    ]);
    await service.expectStatus(204, service.ask('DELETE', `/folders/${folder}/share/${entry}`));
    expect(await statusOf(`/files/${same.id}`, MEMBER)).toBe(200);
    const body = { fileIds: [wide.id, wide.id, same.id] };
    const narrowed = await service.ask('POST', `/folders/${folder}/narrow-cascade`, body);
    expect(narrowed).toMatchObject({
      status: 200,
      json: { clearedShares: 3, files: [{ fileId: wide.id }, { fileId: same.id }] },
    });
    expect(widerOf(await service.list(overrides))).toEqual([['deep.txt', [[JONAS, 'editor']]]]);
    expect([await statusOf(`/files/${wide.id}`, MEMBER), await statusOf(`/files/${same.id}`, MEMBER)]).toEqual([
      404, 404,
    ]);
    expect(await statusOf(`/files/${deep.id}`, MEMBER)).toBe(200);
  });

  test('narrowing clears the widening entries and keeps the others', async () => {
    const folder = await service.folder('Narrow', null);
    await service.share(`/folders/${folder}`, JONAS, 'editor');
    const file = await service.upload(folder, 'a.txt', 'x');
    const kept = await service.share(`/files/${file.id}`, JONAS, 'viewer');
    const cleared = await service.share(`/files/${file.id}`, AIKO, 'viewer');
    const body = { fileIds: [file.id] };
    const narrowed = await service.expectStatus(200, service.ask('POST', `/folders/${folder}/narrow-cascade`, body));
    expect(narrowed).toEqual({ clearedShares: 1, files: [{ fileId: file.id, clearedAceIds: [cleared] }] });
    expect((await service.list(`/files/${file.id}/shares`)).map(({ id }) => id)).toEqual([kept]);
  });

  test('narrowing refuses files outside the folder, and then clears nothing', async () => {
    const folder = await service.folder('Narrow', null);
    const broken = await service.folder('On its own', folder);
    await service.expectStatus(204, service.ask('POST', `/folders/${broken}/break-inheritance`));
    const [inside, apart, elsewhere] = [
      await service.upload(folder, 'inside.txt', 'x'),
      await service.upload(broken, 'apart.txt', 'x'),
      await service.upload(await service.folder('Elsewhere', null), 'elsewhere.txt', 'x'),
    ];
    for (const { id } of [inside, apart, elsewhere]) await service.share(`/files/${id}`, JONAS, 'viewer');
    for (const other of [apart.id, elsewhere.id, NOBODYS_ID]) {
      const body = { fileIds: [inside.id, other] };
      await service.expectStatus(400, service.ask('POST', `/folders/${folder}/narrow-cascade`, body));
    }
    await service.expectStatus(400, service.ask('POST', `/folders/${folder}/narrow-cascade`, {}));
    expect(await statusOf(`/files/${inside.id}`, MEMBER)).toBe(200);
    expect(widerOf(await service.list(`/folders/${folder}/contained-overrides`))).toEqual([
      ['inside.txt', [[JONAS, 'viewer']]],
    ]);
  });

  test('overrides and narrowing are for who administers the folder', async () => {
    const folder = await service.folder('Administered', null);
    await service.share(`/folders/${folder}`, JONAS, 'editor');
    for (const user of [MEMBER, OTHER_MEMBER]) {
      expect(await statusOf(`/folders/${folder}/contained-overrides`, user)).toBe(403);
      const reply = await service.ask('POST', `/folders/${folder}/narrow-cascade`, { fileIds: [] }, user);
      expect(reply.status).toBe(403);
    }
  });

  test('a team entry covers its people, an organization-wide one everybody', async () => {
    const folder = await service.folder('Covered', null);
    const file = await service.upload(folder, 'a.txt', 'x');
    await service.share(`/files/${file.id}`, JONAS, 'viewer');
    const team = { teamId: BENCH_TEAM_ID, role: 'viewer' };
    await service.expectStatus(201, service.ask('POST', `/files/${file.id}/share`, team));
    const overrides = async (): Promise<unknown> =>
      (await service.list(`/folders/${folder}/contained-overrides`)).flatMap(({ wider }) => roles(wider));
    expect(await overrides()).toEqual([
      [JONAS, 'viewer'],
      ['team', 'viewer'],
    ]);
    await service.share(`/folders/${folder}`, JONAS, 'viewer');
    expect(await overrides()).toEqual([['team', 'viewer']]);
    await service.expectStatus(201, service.ask('POST', `/folders/${folder}/share`, team));
    expect(await overrides()).toEqual([]);
  });

  test('the drift report finds wider files everywhere, also where their folder is not the caller’s', async () => {
    const folder = await service.folder('Of Jonas', null, MEMBER);
    const file = await service.upload(folder, 'drifted.txt', 'x', MEMBER);
    const gone = await service.upload(folder, 'gone.txt', 'x', MEMBER);
    for (const { id } of [file, gone]) await service.share(`/files/${id}`, AIKO, 'viewer', MEMBER);
    await service.expectStatus(204, service.ask('DELETE', `/files/${gone.id}`, undefined, MEMBER));
    const report = await service.list('/folders/sharing-drift', OWNER);
    expect(report).toMatchObject([{ id: file.id, folderName: 'Of Jonas', ownerId: JONAS, wider: [{ userId: AIKO }] }]);
    expect(report).toHaveLength(1);
  });
}
