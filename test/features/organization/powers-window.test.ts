import { expect, test, vi } from 'vitest';

import { isKnownStatus } from '../../../renderer/features/chat/stores/tasks.ts';
import { organizationPower, projectPowers } from '../../../renderer/features/organization/stores/power.ts';
import { taskMenu } from '../../../renderer/features/chat/tasks/task-menu.ts';
import type { OrganizationView } from '../../../shared/features/organization/model.ts';
import { TASK } from '../chat/window-stage.ts';

test.each([
  [{ role: 'Owner', mayManage: true }, 'manage'],
  [{ role: 'MEMBER', mayManage: false }, 'look'],
  [{ role: 'Guest', mayManage: false }, 'unsure'],
  [{ role: null, mayManage: false }, 'unsure'],
] as const)('in an organization %o may %s', (told, power) =>
  expect(organizationPower(told as OrganizationView)).toBe(power),
);

test.each([
  ['Owner', 'look', 'manage', [true, true, true]],
  ['editor', 'look', 'look', [true, false, false]],
  ['viewer', 'unsure', 'look', [false, false, false]],
  ['viewer', 'manage', 'manage', [true, true, true]],
  ['steward', 'look', 'unsure', [false, false, false]],
  ['constructor', 'look', 'unsure', [false, false, false]],
  [null, null, 'unsure', [false, false, false]],
] as const)('in a project %s, who may %s in the organization, may %s', (role, ofOrganization, power, allowed) => {
  const powers = projectPowers(role, ofOrganization);
  expect([powers.power, [powers.mayEdit, powers.mayManage, powers.mayArchive]]).toEqual([power, allowed]);
});

test.each([
  ['active', ['rename', 'complete', 'archive']],
  ['Completed', ['rename', 'reopen', 'archive']],
  ['archived', ['unarchive']],
  ['on hold', ['rename']],
])('of a task that is %s is offered %j', (status, offered) => {
  const task = { ...TASK, status };
  expect(taskMenu(task, vi.fn()).flatMap(line => line?.id ?? [])).toEqual(offered);
  expect(isKnownStatus(task)).toBe(status !== 'on hold');
});
