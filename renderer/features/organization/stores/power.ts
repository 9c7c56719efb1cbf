import { create } from 'zustand';

import type { OrganizationView } from '../../../../shared/features/organization/model.ts';
import type { ProjectInfo } from '../../../../shared/features/projects/model.ts';
import { organization } from './organization-facts.ts';

/** What a role allows, as far as it is known. `unsure`: the meaning of the service's word is not known. */
export type Power = 'manage' | 'look' | 'unsure';

/** What a person wants to try although it is not known to be allowed, as long as this window lives. */
const useTrying = create<{ readonly keys: ReadonlySet<string> }>(() => ({ keys: new Set() }));

/** Shows what may be allowed: the service has the last word. */
export function tryAnyway(key: string): void {
  useTrying.setState(({ keys }) => ({ keys: new Set([...keys, key]) }));
}

/** By the role in the organization. */
export function organizationPower({ mayManage, role }: OrganizationView): Power {
  if (mayManage) return 'manage';
  return role?.toLowerCase() === 'member' ? 'look' : 'unsure';
}

/** Names an organization for `tryAnyway`. */
export function organizationTrial({ id }: Pick<OrganizationView, 'id'>): string {
  return `organization ${id}`;
}

/** Whether what is for owners and admins is offered. */
export function useMayTry(): boolean {
  const view = organization.use(({ value }) => value);
  const isTried = useTrying(({ keys }) => view !== null && keys.has(organizationTrial(view)));
  return view !== null && (organizationPower(view) === 'manage' || isTried);
}

/** What can be done with a project. */
export interface ProjectPowers {
  readonly mayEdit: boolean;
  /** Adding, removing, and changing roles. */
  readonly mayManage: boolean;
  readonly mayArchive: boolean;
  readonly power: Power;
}

const NONE: ProjectPowers = { mayEdit: false, mayManage: false, mayArchive: false, power: 'look' };
const ALL: ProjectPowers = { mayEdit: true, mayManage: true, mayArchive: true, power: 'manage' };
const OF_ROLE: { readonly [role: string]: ProjectPowers } = {
  owner: ALL,
  admin: ALL,
  editor: { ...NONE, mayEdit: true },
  viewer: NONE,
};

/** By the role in the project; who manages the organization manages its projects. */
export function projectPowers(role: string | null, ofOrganization: Power | null): ProjectPowers {
  if (ofOrganization === 'manage') return ALL;
  const word = role?.toLowerCase() ?? '';
  return (Object.hasOwn(OF_ROLE, word) ? OF_ROLE[word] : undefined) ?? { ...NONE, power: 'unsure' };
}

/** Names a project for `tryAnyway`. */
export function projectTrial({ id }: Pick<ProjectInfo, 'id'>): string {
  return `project ${id}`;
}

/** What is offered for a project; null while the service is still asked about the organization. */
export function useProjectPowers(about: Pick<ProjectInfo, 'id' | 'role'>): ProjectPowers | null {
  const { value: view, isReading } = organization.use();
  const isTried = useTrying(({ keys }) => keys.has(projectTrial(about)));
  if (isTried) return ALL;
  const powers = projectPowers(about.role, view === null ? null : organizationPower(view));
  return view === null && isReading && powers.power !== 'manage' ? null : powers;
}
