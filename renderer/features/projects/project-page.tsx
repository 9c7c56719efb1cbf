import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';

import type { ProjectInfo } from '../../../shared/features/projects/model.ts';
import { projectRole, projectsWindow as words } from '../../../shared/features/projects/window-text.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { Button } from '../../components/controls/button.tsx';
import { Chip } from '../../components/items/chip.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Question } from '../../components/overlay/question.tsx';
import { openProjects } from '../../state/navigation.ts';
import { projectTrial, tryAnyway, useProjectPowers } from '../organization/stores/power.ts';
import {
  archiveProject,
  editProject,
  leaveProject,
  openProject,
  project,
  projects,
} from '../organization/stores/projects.ts';
import styles from '../organization/section/section.module.css';
import { ProjectForm } from './project-form.tsx';
import { ProjectPeople } from './project-people.tsx';
import { Sign } from './project-sign.tsx';
import { Page, Standing, useAnswering } from '../organization/section/section-state.tsx';
import { Unsure } from '../organization/section/unknown-role-notice.tsx';

/** One project: what it says of itself, who is in it, and its end. */
export function ProjectPage({ id }: { readonly id: string }) {
  useEffect(() => openProject(id), [id]);
  const value = project.use(state => state.value);
  return (
    <Page>
      <div>
        <Button look="quiet" onPress={() => openProjects()}>
          <ArrowLeft size={15} strokeWidth={1.75} aria-hidden="true" />
          {words.back}
        </Button>
      </div>
      <Standing of={project} />
      {value === null || value.project.id !== id ? null : (
        <>
          <Head about={value.project} />
          <ProjectPeople value={value} />
        </>
      )}
    </Page>
  );
}

type Asked = 'edit' | 'leave' | 'archive';

function Head({ about }: { readonly about: ProjectInfo }) {
  const [asked, ask] = useState<Asked | null>(null);
  const { name, icon, role, description } = about;
  const powers = useProjectPowers(about);
  return (
    <>
      {powers?.power === 'unsure' ? (
        <Unsure role={role === null ? null : projectRole(role)} onTry={() => tryAnyway(projectTrial(about))} />
      ) : powers?.power === 'look' ? (
        <Notice tone="rest">{words.onlyLook}</Notice>
      ) : null}
      <div className={styles['head']}>
        <Sign icon={icon} />
        <h2>
          <bdi>{name === '' ? words.unnamed : shownName(name)}</bdi>
        </h2>
        <Chip label={role === null ? words.notIn : projectRole(role)} tone={role === null ? 'soft' : 'rest'} />
        <span className={styles['end']}>
          {powers?.mayEdit === true ? <Button onPress={() => ask('edit')}>{words.edit}</Button> : null}
          {role === null ? null : <Button onPress={() => ask('leave')}>{words.leave}</Button>}
          {powers?.mayArchive === true ? <Button onPress={() => ask('archive')}>{words.archive}</Button> : null}
        </span>
      </div>
      <p className={styles['said']} dir="auto">
        {(description ?? words.noDescription).split('\n').map(shownName).join('\n')}
      </p>
      {asked === 'edit' ? (
        <ProjectForm
          title={words.editing.title(name)}
          yes={words.editing.yes}
          of={project}
          old={{ name, description: description ?? '', icon: icon ?? '' }}
          onYes={fields => editProject(about, fields)}
          onClose={() => ask(null)}
        />
      ) : null}
      {asked === 'leave' || asked === 'archive' ? (
        <EndQuestion about={about} how={asked} onClose={() => ask(null)} />
      ) : null}
    </>
  );
}

interface EndProps {
  readonly about: ProjectInfo;
  readonly how: 'leave' | 'archive';
  readonly onClose: () => void;
}

function EndQuestion({ about, how, onClose }: EndProps) {
  const { close, answer, fault, isBusy } = useAnswering(projects, onClose);
  const texts = how === 'leave' ? words.leaving : words.archiving;
  return (
    <Question
      title={texts.title(about.name)}
      fault={fault}
      yes={texts.yes}
      canAnswer={fault === null}
      isBusy={isBusy}
      isDangerous
      onYes={() => answer(() => (how === 'leave' ? leaveProject(about) : archiveProject(about)))}
      onClose={close}
    >
      <p>{texts.text}</p>
    </Question>
  );
}
