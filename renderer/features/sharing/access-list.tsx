import { useState } from 'react';

import type { ShareRow, SharingView } from '../../../shared/features/sharing/model.ts';
import { sharingWindow as words } from '../../../shared/features/sharing/window-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { Question } from '../../components/overlay/question.tsx';
import { Switch } from '../../components/fields/checkbox.tsx';
import { openFolder } from '../../state/navigation.ts';
import { addEverybody, useSharing } from './stores/sharing.ts';
import { AccessRow } from './access-row.tsx';
import { type Group, groupsOf } from './groups.ts';
import { RemoveQuestion } from './remove-question.tsx';
import styles from './sharing.module.css';

interface AccessListProps {
  readonly view: SharingView;
  readonly canChange: boolean;
}

/** Everybody who can open it, by where that comes from. */
export function AccessList({ view, canChange }: AccessListProps) {
  const [leaving, setLeaving] = useState<ShareRow | null>(null);
  return (
    <section aria-labelledby="sharing-list">
      <h3 id="sharing-list">{words.listTitle}</h3>
      {groupsOf(view.rows).map(group => (
        <GroupOf key={group.key} group={group} view={view} canChange={canChange} onRemove={setLeaving} />
      ))}
      <Everybody view={view} canChange={canChange} onRemove={setLeaving} />
      {leaving === null ? null : <RemoveQuestion row={leaving} view={view} onClose={() => setLeaving(null)} />}
    </section>
  );
}

interface GroupProps {
  readonly group: Group;
  readonly view: SharingView;
  readonly canChange: boolean;
  readonly onRemove: (row: ShareRow) => void;
}

function GroupOf({ group, view, canChange, onRemove }: GroupProps) {
  const { title, folder, rows } = group;
  return (
    <div className={styles['group']}>
      <div className={styles['groupHead']}>
        <h4>{title}</h4>
        {folder === null ? null : (
          <Button look="quiet" onPress={() => openFolder({ base: folder.id })}>
            {words.goTo(folder.name)}
          </Button>
        )}
      </div>
      <ul>
        {rows.map(row => (
          <AccessRow key={row.key} row={row} view={view} canChange={canChange} onRemove={onRemove} />
        ))}
      </ul>
    </div>
  );
}

/** One entry for the whole organization, beside those for people. */
function Everybody({ view, canChange, onRemove }: AccessListProps & { readonly onRemove: (row: ShareRow) => void }) {
  const [isAsked, ask] = useState(false);
  const isBusy = useSharing(({ changing }) => changing !== null);
  const name = words.everybody(view.organization);
  const row = view.rows.find(({ principal }) => principal.kind === 'organization');
  const hasEntry = row?.sources.some(({ entry }) => entry !== null) === true;
  if (row === undefined && !canChange) return null;
  return (
    <div className={styles['group']}>
      {canChange && (row === undefined || hasEntry) ? (
        <Switch
          isOn={row !== undefined}
          isDisabled={isBusy}
          onChange={isOn => (isOn ? ask(true) : row === undefined ? undefined : onRemove({ ...row, name }))}
        >
          {name}
        </Switch>
      ) : null}
      {row === undefined ? null : (
        <ul>
          <AccessRow row={{ ...row, name }} view={view} canChange={canChange} onRemove={onRemove} />
        </ul>
      )}
      {isAsked ? <EverybodyQuestion name={name} onClose={() => ask(false)} /> : null}
    </div>
  );
}

function EverybodyQuestion({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const { changing, fault } = useSharing();
  const texts = words.everybodyAsk;
  const onYes = async () => {
    if (await addEverybody(name, 'viewer')) onClose();
  };
  return (
    <Question
      title={texts.title(name.toLocaleLowerCase('en').startsWith('everyone') ? `e${name.slice(1)}` : name)}
      fault={fault}
      yes={texts.yes}
      canAnswer
      isBusy={changing !== null}
      onYes={() => void onYes()}
      onClose={onClose}
    >
      <p>{texts.text}</p>
    </Question>
  );
}
