import { useState } from 'react';

import { projectsWindow as words } from '../../../shared/features/projects/window-text.ts';
import { Question } from '../../components/overlay/question.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import type { ProjectFields } from '../organization/stores/projects.ts';
import type { SectionStore } from '../../state/reading/section.ts';
import { useAnswering } from '../organization/section/section-state.tsx';

interface ProjectFormProps<T> {
  readonly title: string;
  readonly yes: string;
  /** The part of the organization that changes. */
  readonly of: SectionStore<T>;
  readonly old: ProjectFields;
  readonly onYes: (fields: ProjectFields) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Asks what a project is called, what it is about, and for its sign. */
export function ProjectForm<T>({ title, yes, of, old, onYes, onClose }: ProjectFormProps<T>) {
  const [name, setName] = useState(old.name);
  const [description, setDescription] = useState(old.description);
  const [icon, setIcon] = useState(old.icon);
  const { close, answer, fault, isBusy } = useAnswering(of, onClose);
  const fields = { name: name.trim(), description: description.trim(), icon: icon.trim() };
  const isChanged = fields.name !== old.name || fields.description !== old.description || fields.icon !== old.icon;
  return (
    <Question
      title={title}
      fault={fault}
      yes={yes}
      canAnswer={fields.name !== '' && isChanged}
      isBusy={isBusy}
      onYes={() => answer(() => onYes(fields))}
      onClose={close}
    >
      <TextField label={words.name} value={name} onChange={setName} isFirst maxLength={255} />
      <TextField
        label={words.description}
        kind="text"
        value={description}
        onChange={setDescription}
        maxLength={10_000}
      />
      <TextField label={words.icon} hint={words.iconHint} value={icon} onChange={setIcon} maxLength={200} />
    </Question>
  );
}
