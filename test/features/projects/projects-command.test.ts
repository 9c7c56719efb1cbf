import { expect, test } from 'vitest';

import type { ProjectInfo, ProjectMember } from '../../../shared/features/projects/model.ts';
import { run } from '../../main/cli/run-here.ts';

const AT = '2026-11-20T14:03:00.000Z';
const leaky = <T extends object>(model: T): T & { readonly secret: string } => ({ ...model, secret: 'leak' });

const PLATES: ProjectInfo = {
  id: 'p1',
  name: 'Plates',
  description: null,
  icon: '🧪',
  role: 'owner',
  members: 2,
  createdAt: AT,
  updatedAt: AT,
};
const GELS: ProjectInfo = { ...PLATES, id: 'p2', name: 'Gels', icon: null };
const JONAS: ProjectMember = {
  userId: 2,
  name: 'Jonas Brandt',
  email: 'jonas@halden.example',
  role: 'viewer',
  isMe: false,
  addedAt: AT,
};
const LIST = { 'projects.list': { gives: { isThere: true, projects: [PLATES, GELS].map(leaky) } } } as const;
const LOOK = { 'projects.look': { gives: { project: leaky(PLATES), members: [leaky(JONAS)] } } } as const;

test('projects list and show --json have the documented fields and no other', async () => {
  const listed = await run(['projects', 'list', '--json'], LIST);
  expect(JSON.parse(listed.stdout)).toEqual({ v: 1, isThere: true, projects: [PLATES, GELS] });
  expect((await run(['projects', 'list'], LIST)).stdout).toBe(
    'p1  🧪 Plates  owner  2 members\np2  Gels  owner  2 members\n',
  );
  const shown = await run(['projects', 'show', 'plates', '--json'], { ...LIST, ...LOOK });
  expect(JSON.parse(shown.stdout)).toEqual({ v: 1, project: PLATES, members: [JONAS] });
});

test('a service without projects says so, and a command about one ends with that sentence', async () => {
  const none = { 'projects.list': { gives: { isThere: false, projects: [] } } } as const;
  expect(await run(['projects', 'list'], none)).toMatchObject({
    exitCode: 0,
    stderr: 'This service has no projects.\n',
  });
  expect(await run(['projects', 'show', 'Plates'], none)).toMatchObject({
    exitCode: 1,
    stderr: 'This service has no projects.\n',
  });
});

test('what an edit does not name stays, and an empty word takes away', async () => {
  const script = { ...LIST, 'projects.change': { gives: PLATES } } as const;
  const { events } = await run(['projects', 'edit', 'p1', '--icon', ''], script);
  expect(events).toContain('projects.change {"id":"p1","icon":null}');
  expect(await run(['projects', 'edit', 'p1'], script)).toMatchObject({ exitCode: 2 });
});

test.each(['archive', 'leave'])('projects %s only says what would happen without --yes', async verb => {
  const script = { ...LIST, [`projects.${verb}`]: { gives: { isThere: true, projects: [] } } };
  const asked = await run(['projects', verb, 'Gels'], script);
  expect(asked).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('Nothing was changed') });
  expect(asked.events.filter(event => event.startsWith(`projects.${verb}`))).toEqual([]);
  const done = await run(['projects', verb, 'Gels', '--yes'], script);
  expect(done.exitCode).toBe(0);
  expect(done.events).toContain(`projects.${verb} {"id":"p2"}`);
});

test('people of a project are added by the directory, and changed with the role that was seen', async () => {
  const answer = { gives: { project: PLATES, members: [JONAS] } } as const;
  const script = {
    ...LIST,
    ...LOOK,
    'organization.find': { gives: { found: [{ userId: 2, name: JONAS.name, email: JONAS.email }], isDirectory: true } },
    'projects.addMember': answer,
    'projects.setRole': answer,
    'projects.removeMember': answer,
  } as const;
  const added = await run(['projects', 'add', 'Plates', 'jonas'], script);
  expect(added.events).toContain('projects.addMember {"id":"p1","userId":2,"role":"editor"}');
  expect(added.stderr).toBe('Jonas Brandt is in the project, as viewer.\n');
  const changed = await run(['projects', 'role', 'Plates', 'Jonas Brandt', 'Owner'], script);
  expect(changed.events).toContain('projects.setRole {"id":"p1","userId":2,"seen":"viewer","role":"owner"}');
  expect(await run(['projects', 'remove', 'Plates', '2'], script)).toMatchObject({ exitCode: 3 });
  const removed = await run(['projects', 'remove', 'Plates', '2', '--yes'], script);
  expect(removed.events).toContain('projects.removeMember {"id":"p1","userId":2,"seen":"viewer"}');
  expect(await run(['projects', 'add', 'Plates', 'jonas', 'king'], script)).toMatchObject({ exitCode: 2 });
});
