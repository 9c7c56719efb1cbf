import { beforeEach, expect, test } from 'vitest';

import type { Computer } from '../../world/computer.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

const JONAS = 1;

let lab: QuietLab;
let mira: Computer;

beforeEach(async () => {
  lab = new QuietLab();
  mira = await lab.computer('Mira');
});

function page(action: string | null = null, user: number | null = null) {
  return lab.call(mira, 'audit.page', { action, user, page: 1 });
}

function without(path: string, status = 404): void {
  lab.trouble = ({ url }) => (url.includes(path) ? { kind: 'instead', answer: { status, body: '{}' } } : null);
}

test('the audit log says who did what, and is narrowed by what and by whom', async () => {
  await lab.call(mira, 'organization.rename', { name: 'Halden 2' });
  await lab.call(mira, 'organization.setAutotidy', { enabled: true });
  const { standing, lines, next } = await page();
  expect({ standing, next, actions: lines.slice(0, 2).map(({ action, who }) => [action, who]) }).toEqual({
    standing: 'there',
    next: null,
    actions: [
      ['setAutotidy', 'Mira Halden'],
      ['updateOrganization', 'Mira Halden'],
    ],
  });
  expect((await page('setAutotidy')).lines).toHaveLength(1);
  expect((await page(null, lab.service.users[JONAS]?.userId ?? 0)).lines).toEqual([]);
});

test('what the service does not have is told as absent, and what a role does not allow as that', async () => {
  without('/audit-log');
  expect(await page()).toEqual({ standing: 'absent', lines: [], total: null, next: null });
  without('/api-keys', 405);
  expect(await lab.call(mira, 'keys.list', {})).toEqual({ standing: 'absent', keys: [], policy: null });
  await expect(lab.call(mira, 'keys.make', { name: 'Bench', expiresAt: null })).rejects.toThrow('manages no API keys');
  without('/kb-review-items');
  expect(await lab.call(mira, 'proposals.page', { page: 1 })).toMatchObject({ standing: 'absent', proposals: [] });
  await expect(lab.call(mira, 'proposals.decide', { id: 'p1', approve: true })).rejects.toThrow('no proposals');
  lab.trouble = () => null;
  expect(await lab.call(mira, 'proposals.page', { page: 1 })).toMatchObject({ standing: 'there', proposals: [] });
  const jonas = await lab.computer('Jonas', {}, 'two-way', { user: JONAS, remote: lab.service.knowledgeBase });
  const asked = { action: null, user: null, page: 1 };
  expect(await lab.call(jonas, 'audit.page', asked)).toMatchObject({ standing: 'not-allowed', lines: [] });
  await expect(lab.call(jonas, 'keys.setPolicy', { policy: 'admins_only' })).rejects.toThrow('does not allow this');
});

test('a key is made, told once, and revoked; the one that is signed in with is marked', async () => {
  const { keys: before, policy } = await lab.call(mira, 'keys.list', {});
  expect(policy).toBe('all_members');
  expect(before.filter(({ isInUse }) => isInUse).map(({ who }) => who)).toEqual(['Mira Halden']);
  const until = new Date(lab.clock.now() + 86_400_000).toISOString();
  const { made, secret, list } = await lab.call(mira, 'keys.make', { name: 'Plate reader', expiresAt: until });
  expect(made).toMatchObject({ name: 'Plate reader', expiresAt: until, isInUse: false, revokedAt: null });
  expect(secret).toMatch(/^svc_live_/);
  expect(list.keys).toHaveLength(before.length + 1);
  expect(JSON.stringify(await lab.call(mira, 'keys.list', {}))).not.toContain(secret);
  lab.trouble = ({ method }) => (method === 'DELETE' ? { kind: 'lost-answer' } : null);
  const left = await lab.call(mira, 'keys.revoke', { id: made.id });
  expect(left.keys.find(({ id }) => id === made.id)?.revokedAt).not.toBeNull();
  await expect(lab.call(mira, 'keys.revoke', { id: lab.root })).rejects.toThrow('not there any more');
});

test('a key whose answer was lost is told as one that nobody can use', async () => {
  lab.trouble = ({ method }) => (method === 'POST' ? { kind: 'lost-answer' } : null);
  await expect(lab.call(mira, 'keys.make', { name: 'Bench', expiresAt: null })).rejects.toThrow(
    'cannot be shown any more',
  );
  lab.trouble = ({ method }) => (method === 'POST' ? { kind: 'no-connection' } : null);
  await expect(lab.call(mira, 'keys.make', { name: 'Other', expiresAt: null })).rejects.toThrow(
    'does not show the change',
  );
  lab.trouble = () => null;
  const past = new Date(lab.clock.now() - 1000).toISOString();
  await expect(lab.call(mira, 'keys.make', { name: 'Old', expiresAt: past })).rejects.toThrow('in the past');
  const { keys } = await lab.call(mira, 'keys.list', {});
  expect(keys.map(({ name }) => name).filter(name => ['Bench', 'Other', 'Old'].includes(name))).toEqual(['Bench']);
});

test('who may make keys is set and read back, and one that may not is told so', async () => {
  expect(await lab.call(mira, 'keys.setPolicy', { policy: 'admins_only' })).toMatchObject({ policy: 'admins_only' });
  const jonas = await lab.computer('Jonas', {}, 'two-way', { user: JONAS, remote: lab.service.knowledgeBase });
  await expect(lab.call(jonas, 'keys.make', { name: 'Mine', expiresAt: null })).rejects.toThrow('does not allow this');
  lab.trouble = ({ method }) =>
    method === 'PUT' ? { kind: 'instead', answer: { status: 200, body: '{"policy":"all_members"}' } } : null;
  await expect(lab.call(mira, 'keys.setPolicy', { policy: 'all_members' })).rejects.toThrow('does not show it');
});
