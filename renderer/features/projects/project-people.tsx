import { Trash2 } from 'lucide-react';
import { useState } from 'react';

import type { OrganizationPerson } from '../../../shared/features/organization/model.ts';
import type { GivenProjectRole, ProjectMember } from '../../../shared/features/projects/model.ts';
import { organizationWindow } from '../../../shared/features/organization/window-text.ts';
import { projectRole, projectsWindow as words } from '../../../shared/features/projects/window-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { PersonRow } from '../../components/items/person-row.tsx';
import { Question } from '../../components/overlay/question.tsx';
import { Select } from '../../components/fields/select.tsx';
import { SuggestField } from '../../components/fields/suggest-field.tsx';
import { useFound } from '../../components/fields/use-lookup.ts';
import { findColleagues } from '../organization/stores/people.ts';
import { useProjectPowers } from '../organization/stores/power.ts';
import {
  addToProject,
  type OpenProject,
  project,
  removeFromProject,
  setProjectRole,
} from '../organization/stores/projects.ts';
import { isOther } from '../../state/reading/section.ts';
import styles from '../organization/section/section.module.css';
import { Part, useAnswering } from '../organization/section/section-state.tsx';

const GIVEN: readonly GivenProjectRole[] = ['owner', 'admin', 'editor', 'viewer'];
const ROLE_OPTIONS = GIVEN.map(value => ({ value, label: projectRole(value) }));

/** Who is in a project, and who else is to be. */
export function ProjectPeople({ value }: { readonly value: OpenProject }) {
  const [leaving, setLeaving] = useState<ProjectMember | null>(null);
  const mayManage = useProjectPowers(value.project)?.mayManage === true;
  return (
    <Part title={words.people}>
      {mayManage ? <Adding value={value} /> : null}
      <ul>
        {value.members.map(each => (
          <Row key={each.userId} id={value.project.id} member={each} canChange={mayManage} onRemove={setLeaving} />
        ))}
      </ul>
      {leaving === null ? null : <RemoveQuestion value={value} member={leaving} onClose={() => setLeaving(null)} />}
    </Part>
  );
}

type People = Awaited<ReturnType<typeof findColleagues>>;
const NOBODY: People = { found: [], isDirectory: true };

function Adding({ value: { project: about, members } }: { readonly value: OpenProject }) {
  const [typed, type] = useState('');
  const [role, setRole] = useState<GivenProjectRole>('editor');
  const isBusy = project.use(({ changing }) => isOther(changing, 'new'));
  const { answer, isKnown } = useFound(typed, findColleagues, NOBODY);
  const found = typed.trim() === '' ? [] : answer.found;
  const isIn = ({ userId }: OrganizationPerson) => members.some(each => each.userId === userId);
  const take = (key: string) => {
    const one = found.find(each => String(each.userId) === key);
    type('');
    if (one !== undefined && !isIn(one)) void addToProject(about.id, one.userId, role);
  };
  return (
    <>
      <div className={styles['adding']}>
        <SuggestField
          label={words.add}
          hint={words.addHint}
          value={typed}
          onChange={type}
          suggestions={found.map(each => ({
            id: String(each.userId),
            label: each.name,
            hint: each.email,
            note: isIn(each) ? words.isIn : null,
          }))}
          empty={typed.trim().length < 2 ? words.addHint : isKnown ? words.nobody : words.notFound}
          onChoose={take}
          isDisabled={isBusy}
        />
        <Select label={words.addRole} value={role} options={ROLE_OPTIONS} onChange={setRole} />
      </div>
      {answer.isDirectory ? null : <Notice tone="rest">{words.noDirectory}</Notice>}
    </>
  );
}

interface RowProps {
  readonly id: string;
  readonly member: ProjectMember;
  readonly canChange: boolean;
  readonly onRemove: (member: ProjectMember) => void;
}

function Row({ id, member, canChange, onRemove }: RowProps) {
  const { name, email, role, isMe, userId } = member;
  const isBusy = project.use(({ changing }) => isOther(changing, String(userId)));
  const given = GIVEN.find(each => each === role.toLowerCase());
  return (
    <PersonRow name={name} called={isMe ? organizationWindow.you(name) : name} about={email}>
      {given === undefined || !canChange ? (
        <span>{projectRole(role)}</span>
      ) : (
        <Select
          label={organizationWindow.roleOf(name)}
          hidesLabel
          value={given}
          isDisabled={isBusy}
          options={ROLE_OPTIONS}
          onChange={wanted => (wanted === given ? undefined : void setProjectRole(id, member, wanted))}
        />
      )}
      {isMe || !canChange ? null : (
        <Button
          look="icon"
          label={organizationWindow.remove(name)}
          isDisabled={isBusy}
          onPress={() => onRemove(member)}
        >
          <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
        </Button>
      )}
    </PersonRow>
  );
}

interface RemoveProps {
  readonly value: OpenProject;
  readonly member: ProjectMember;
  readonly onClose: () => void;
}

function RemoveQuestion({ value: { project: about }, member, onClose }: RemoveProps) {
  const { close, answer, fault, isBusy } = useAnswering(project, onClose);
  const texts = words.removing;
  return (
    <Question
      title={texts.title(member.name, about.name)}
      fault={fault}
      yes={texts.yes}
      canAnswer={fault === null}
      isBusy={isBusy}
      isDangerous
      onYes={() => answer(() => removeFromProject(about.id, member))}
      onClose={close}
    >
      <p>{texts.text(member.name)}</p>
    </Question>
  );
}
