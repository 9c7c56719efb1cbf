import { beforeEach, expect, test } from 'vitest';

import type { Computer } from '../../world/computer.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

const JONAS = 1;
const AIKO = 2;

let lab: QuietLab;
let mira: Computer;

beforeEach(async () => {
  lab = new QuietLab();
  mira = await lab.computer('Mira');
});

function userId(at: number): number {
  return lab.service.users[at]?.userId ?? 0;
}

function make(name: string) {
  return lab.call(mira, 'projects.create', { name, description: null, icon: null });
}

test('a project is made, changed, told and archived, each read back', async () => {
  const { id } = await make('Plates');
  const wanted = { id, name: 'Plates 2', description: 'All of them', icon: '🧪' };
  expect(await lab.call(mira, 'projects.change', wanted)).toMatchObject(wanted);
  expect(await lab.call(mira, 'projects.change', { id, icon: null })).toMatchObject({ name: 'Plates 2', icon: null });
  const { project, members } = await lab.call(mira, 'projects.look', { id });
  expect(project).toMatchObject({ description: 'All of them', role: 'owner', members: 1 });
  expect(members).toMatchObject([{ name: 'Mira Halden', role: 'owner', isMe: true }]);
  expect(await lab.call(mira, 'projects.archive', { id })).toEqual({ isThere: true, projects: [] });
  await expect(lab.call(mira, 'projects.archive', { id })).rejects.toThrow('does not show this project');
});

test('a project whose making was not answered is found, or told as not made', async () => {
  await make('Plates');
  lab.trouble = ({ method }) => (method === 'POST' ? { kind: 'lost-answer' } : null);
  const second = await make('Plates');
  lab.trouble = ({ method }) => (method === 'POST' ? { kind: 'no-connection' } : null);
  await expect(make('Plates')).rejects.toThrow('does not show the change');
  lab.trouble = () => null;
  const { projects } = await lab.call(mira, 'projects.list', {});
  expect(projects.map(({ id }) => id)).toContain(second.id);
  expect(projects).toHaveLength(2);
});

test('members are found, added, given roles and removed, and nobody is overruled unseen', async () => {
  const { id } = await make('Plates');
  const { found } = await lab.call(mira, 'organization.find', { query: 'jon' });
  expect(found).toMatchObject([{ userId: userId(JONAS), name: 'Jonas Brandt' }]);
  lab.trouble = ({ url }) =>
    url.includes('/directory') ? { kind: 'instead', answer: { status: 403, body: '{}' } } : null;
  expect(await lab.call(mira, 'organization.find', { query: 'jon' })).toEqual({ found, isDirectory: false });
  lab.trouble = () => null;
  const jonas = { id, userId: userId(JONAS) };
  const added = await lab.call(mira, 'projects.addMember', { ...jonas, role: 'viewer' });
  expect(added.members.map(({ name, role }) => [name, role])).toEqual([
    ['Mira Halden', 'owner'],
    ['Jonas Brandt', 'viewer'],
  ]);
  await expect(lab.call(mira, 'projects.addMember', { ...jonas, role: 'viewer' })).rejects.toThrow(
    'already, as viewer',
  );
  await lab.call(mira, 'projects.setRole', { ...jonas, seen: 'viewer', role: 'admin' });
  await expect(lab.call(mira, 'projects.setRole', { ...jonas, seen: 'viewer', role: 'owner' })).rejects.toThrow(
    'Jonas Brandt is admin now',
  );
  await expect(lab.call(mira, 'projects.removeMember', { ...jonas, seen: 'viewer' })).rejects.toThrow('is admin now');
  const left = await lab.call(mira, 'projects.removeMember', { ...jonas, seen: 'admin' });
  expect(left.members).toHaveLength(1);
  await expect(lab.call(mira, 'projects.setRole', { ...jonas, seen: 'admin', role: 'owner' })).rejects.toThrow(
    'no longer in the project',
  );
});

test('a member leaves, and one without the right is told so in a sentence', async () => {
  const { id } = await make('Plates');
  await lab.call(mira, 'projects.addMember', { id, userId: userId(JONAS), role: 'viewer' });
  const jonas = await lab.computer('Jonas', {}, 'two-way', { user: JONAS, remote: lab.service.knowledgeBase });
  await expect(lab.call(jonas, 'projects.change', { id, name: 'Mine' })).rejects.toThrow('does not allow this');
  await expect(lab.call(jonas, 'projects.addMember', { id, userId: userId(AIKO), role: 'viewer' })).rejects.toThrow(
    'Nothing was changed',
  );
  expect(await lab.call(jonas, 'projects.leave', { id })).toEqual({ isThere: true, projects: [] });
  await expect(lab.call(jonas, 'projects.look', { id })).rejects.toThrow('does not show this project');
  // The only owner has to stay; the service says so.
  await expect(lab.call(mira, 'projects.leave', { id })).rejects.toMatchObject({ fault: { kind: 'refused' } });
  expect((await lab.call(mira, 'projects.list', {})).projects).toMatchObject([{ name: 'Plates', role: 'owner' }]);
});

test('a service without projects says that it has none, whatever is asked', async () => {
  const { id } = await make('Plates');
  lab.trouble = ({ url }) =>
    url.includes('/projects') ? { kind: 'instead', answer: { status: 404, body: '{}' } } : null;
  expect(await lab.call(mira, 'projects.list', {})).toEqual({ isThere: false, projects: [] });
  await expect(lab.call(mira, 'projects.look', { id })).rejects.toThrow('This service has no projects.');
  await expect(make('Gels')).rejects.toThrow('This service has no projects.');
});
