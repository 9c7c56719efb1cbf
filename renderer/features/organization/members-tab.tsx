import { useState } from 'react';

import type { GivenOrganizationRole, OrganizationMember } from '../../../shared/features/organization/model.ts';
import { organizationWindow as words } from '../../../shared/features/organization/window-text.ts';
import { Question } from '../../components/overlay/question.tsx';
import { SearchField } from '../../components/fields/search-field.tsx';
import { Button } from '../../components/controls/button.tsx';
import { organization } from './stores/organization-facts.ts';
import { members, removeMember, setMemberRole } from './stores/people.ts';
import { useMayTry } from './stores/power.ts';
import { InvitationsPart } from './invitations-part.tsx';
import { MemberRow } from './member-row.tsx';
import styles from './section/section.module.css';
import { Page, Part, Standing, useAnswering, useKnowing, useReading } from './section/section-state.tsx';
import { OrganizationUnsure } from './section/unknown-role-notice.tsx';
import layout from '../../components/layout/layout.module.css';

/** So many lines at first, and more when asked. */
const LINES = 50;

/** Who is in the organization, and who is invited. */
export function MembersTab() {
  useKnowing(organization);
  useReading(members);
  const canChange = useMayTry();
  const all = members.use(({ value }) => value);
  return (
    <Page>
      <Standing of={members} />
      <OrganizationUnsure />
      {all === null ? null : <People all={all} canChange={canChange} />}
      {canChange ? <InvitationsPart /> : null}
    </Page>
  );
}

function People({ all, canChange }: { readonly all: readonly OrganizationMember[]; readonly canChange: boolean }) {
  const [sought, seek] = useState('');
  const [lines, setLines] = useState(LINES);
  const [leaving, setLeaving] = useState<OrganizationMember | null>(null);
  const [own, setOwn] = useState<{ me: OrganizationMember; role: GivenOrganizationRole } | null>(null);
  const fits = all.filter(each => fitsTo(each, sought));
  const onRole = (who: OrganizationMember, role: GivenOrganizationRole) =>
    who.isMe ? setOwn({ me: who, role }) : void setMemberRole(who, role);
  return (
    <Part title={words.people}>
      {all.length > 10 ? (
        <div className={styles['field']}>
          <SearchField label={words.narrow} clearLabel={words.clear} value={sought} onChange={seek} />
        </div>
      ) : null}
      <ul>
        {fits.slice(0, lines).map(each => (
          <MemberRow key={each.id} member={each} canChange={canChange} onRole={onRole} onRemove={setLeaving} />
        ))}
      </ul>
      {fits.length === 0 ? <p className={layout['soft']}>{words.nobodyFits}</p> : null}
      {fits.length > lines ? (
        <div>
          <Button onPress={() => setLines(lines + LINES)}>{words.moreLines(fits.length - lines)}</Button>
        </div>
      ) : null}
      {leaving === null ? null : <RemoveQuestion member={leaving} onClose={() => setLeaving(null)} />}
      {own === null ? null : <OwnRoleQuestion {...own} onClose={() => setOwn(null)} />}
    </Part>
  );
}

function fitsTo({ name, email }: OrganizationMember, sought: string): boolean {
  const wanted = sought.trim().toLowerCase();
  return [name, email ?? ''].some(text => text.toLowerCase().includes(wanted));
}

function RemoveQuestion({ member, onClose }: { readonly member: OrganizationMember; readonly onClose: () => void }) {
  const { close, answer, fault, isBusy } = useAnswering(members, onClose);
  const texts = words.removing;
  return (
    <Question
      title={texts.title(member.name)}
      fault={fault}
      yes={texts.yes}
      canAnswer={fault === null}
      isBusy={isBusy}
      isDangerous
      onYes={() => answer(() => removeMember(member))}
      onClose={close}
    >
      <p>{texts.text(member.name)}</p>
    </Question>
  );
}

interface OwnRoleProps {
  readonly me: OrganizationMember;
  readonly role: GivenOrganizationRole;
  readonly onClose: () => void;
}

function OwnRoleQuestion({ me, role, onClose }: OwnRoleProps) {
  const { close, answer, fault, isBusy } = useAnswering(members, onClose);
  const texts = words.ownRole;
  // Permissions may have changed: read them again.
  const change = async () => {
    const isDone = await setMemberRole(me, role);
    if (isDone) void organization.read();
    return isDone;
  };
  return (
    <Question
      title={texts.title(role)}
      fault={fault}
      yes={texts.yes}
      canAnswer={fault === null}
      isBusy={isBusy}
      isDangerous
      onYes={() => answer(change)}
      onClose={close}
    >
      <p>{texts.text}</p>
    </Question>
  );
}
