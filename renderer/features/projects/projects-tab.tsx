import { FolderKanban } from 'lucide-react';
import { useState } from 'react';

import type { ProjectInfo } from '../../../shared/features/projects/model.ts';
import { projectRole, projectsWindow as words } from '../../../shared/features/projects/window-text.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { Button } from '../../components/controls/button.tsx';
import { Chip } from '../../components/items/chip.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { openProjects, useNavigation } from '../../state/navigation.ts';
import { createProject, projects } from '../organization/stores/projects.ts';
import styles from '../organization/section/section.module.css';
import { ProjectForm } from './project-form.tsx';
import { ProjectPage } from './project-page.tsx';
import { Sign } from './project-sign.tsx';
import { Page, Standing, useReading } from '../organization/section/section-state.tsx';
import layout from '../../components/layout/layout.module.css';

/** All projects, or the one that is on show. */
export function ProjectsTab() {
  const id = useNavigation(({ route }) => (route.screen === 'organization' ? route.project : null));
  return id === null ? <ProjectList /> : <ProjectPage id={id} />;
}

function ProjectList() {
  useReading(projects);
  const [isMaking, make] = useState(false);
  const value = projects.use(state => state.value);
  const all = value?.projects ?? [];
  return (
    <Page>
      <Standing of={projects} />
      {value === null ? null : (
        <div className={layout['toolbar']}>
          <p className={styles['grow']}>{words.about}</p>
          <Button look="main" onPress={() => make(true)}>
            {words.create}
          </Button>
        </div>
      )}
      {value !== null && all.length === 0 ? (
        <EmptyState icon={FolderKanban} title={words.none}>
          <p>{words.noneAbout}</p>
        </EmptyState>
      ) : null}
      {all.length === 0 ? null : (
        <ul className={styles['list']} aria-label={words.list}>
          {all.map(each => (
            <Line key={each.id} project={each} />
          ))}
        </ul>
      )}
      {isMaking ? (
        <ProjectForm
          title={words.creating.title}
          yes={words.creating.yes}
          of={projects}
          old={{ name: '', description: '', icon: '' }}
          onYes={createProject}
          onClose={() => make(false)}
        />
      ) : null}
    </Page>
  );
}

function Line({ project: { id, name, icon, role, members, description } }: { readonly project: ProjectInfo }) {
  const called = name === '' ? words.unnamed : shownName(name);
  return (
    <li className={styles['line']}>
      <Sign icon={icon} />
      <span className={styles['words']}>
        <Button look="quiet" label={words.open(called)} onPress={() => openProjects(id)}>
          <bdi>{called}</bdi>
        </Button>
        {description === null ? null : <span className={layout['soft']}>{shownName(firstLine(description))}</span>}
      </span>
      <span className={styles['end']}>
        {members === null ? null : <span className={layout['soft']}>{words.members(members)}</span>}
        <Chip label={role === null ? words.notIn : projectRole(role)} tone={role === null ? 'soft' : 'rest'} />
      </span>
    </li>
  );
}

function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN)}…` : line;
}

const MOST_SHOWN = 160;
