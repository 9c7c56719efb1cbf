import { Trash2 } from 'lucide-react';

import type { GivenOrganizationRole, OrganizationMember } from '../../../shared/features/organization/model.ts';
import { organizationRole, organizationWindow as words } from '../../../shared/features/organization/window-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { PersonRow } from '../../components/items/person-row.tsx';
import { Select } from '../../components/fields/select.tsx';
import { members } from './stores/people.ts';
import { isOther } from '../../state/reading/section.ts';

/** The roles that can be given, in the service's words. */
export const GIVEN_ROLES: readonly GivenOrganizationRole[] = ['Owner', 'Admin', 'Member'];

interface MemberRowProps {
  readonly member: OrganizationMember;
  readonly canChange: boolean;
  readonly onRole: (member: OrganizationMember, role: GivenOrganizationRole) => void;
  readonly onRemove: (member: OrganizationMember) => void;
}

/** A member of the organization: the role, and what can be changed about it. People cannot remove themselves here. */
export function MemberRow({ member, canChange, onRole, onRemove }: MemberRowProps) {
  const { id, name, email, role, isMe } = member;
  const isBusy = members.use(({ changing }) => isOther(changing, id));
  const given = GIVEN_ROLES.find(each => each.toLowerCase() === role.toLowerCase());
  return (
    <PersonRow name={name} called={isMe ? words.you(name) : name} about={email}>
      {canChange && given !== undefined ? (
        <Select
          label={words.roleOf(name)}
          hidesLabel
          value={given}
          isDisabled={isBusy}
          options={GIVEN_ROLES.map(value => ({ value, label: value }))}
          onChange={wanted => (wanted === given ? undefined : onRole(member, wanted))}
        />
      ) : (
        <span>{organizationRole(role)}</span>
      )}
      {canChange && !isMe ? (
        <Button look="icon" label={words.remove(name)} isDisabled={isBusy} onPress={() => onRemove(member)}>
          <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
        </Button>
      ) : null}
    </PersonRow>
  );
}
