import { useState } from 'react';

import type { ShareRow, SharingView } from '../../../shared/features/sharing/model.ts';
import { sharingWindow as words } from '../../../shared/features/sharing/window-text.ts';
import { effectiveAccess, withoutEntry } from '../../../shared/features/sharing/effective-access.ts';
import { leftText } from '../../../shared/features/sharing/text.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { Button } from '../../components/controls/button.tsx';
import { Question } from '../../components/overlay/question.tsx';
import { Switch } from '../../components/fields/checkbox.tsx';
import { openFolder } from '../../state/navigation.ts';
import { addEverybody, removeEntry, useSharing } from './stores/sharing.ts';
import { AccessRow } from './access-row.tsx';
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

/** Rows under one heading. */
interface Group {
  readonly key: string;
  readonly title: string;
  /** The folder that it comes from, where it can be gone to. */
  readonly folder: { readonly id: string; readonly name: string } | null;
  readonly rows: readonly ShareRow[];
}

/** By where the access comes from: owners, what was added here, then each folder above. Everybody together stands apart. */
function groupsOf(rows: readonly ShareRow[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    if (row.principal.kind === 'organization') continue;
    const empty = emptyGroup(row);
    const group = groups.get(empty.key) ?? empty;
    groups.set(group.key, { ...group, rows: [...group.rows, row] });
  }
  const rank = ({ key }: Group): number => (key === 'rule' ? 0 : key === 'here' ? 1 : 2);
  return [...groups.values()].toSorted((one, other) => rank(one) - rank(other));
}

/** An entry of the item itself counts as added here: that is what can be changed. */
function emptyGroup({ sources }: ShareRow): Group {
  const plain = { folder: null, rows: [] };
  if (sources.some(({ how }) => how === 'here')) return { key: 'here', title: words.groups.here, ...plain };
  if (sources.some(({ how }) => how === 'rule')) return { key: 'rule', title: words.groups.rule, ...plain };
  const folder = sources.find(source => source.folder !== null)?.folder;
  if (!folder?.name) return { key: 'above', title: words.groups.above, ...plain };
  const named = { id: folder.id, name: folder.name };
  return { key: folder.id, title: words.from(folder.name), folder: named, rows: [] };
}

interface RemoveQuestionProps {
  readonly row: ShareRow;
  readonly view: SharingView;
  readonly onClose: () => void;
}

/** Asks before an entry goes, and says what is left afterwards. */
function RemoveQuestion({ row, view, onClose }: RemoveQuestionProps) {
  const { changing, fault } = useSharing();
  const { key, name, isMe, principal, sources } = row;
  const own = sources.find(({ how }) => how === 'here');
  const texts = words.removing;
  const left = (): string => {
    const rows = withoutEntry(view.rows, own?.entry ?? '');
    const { role, teams } = effectiveAccess(rows, key);
    if (role === null && principal.kind === 'organization') return texts.everybody;
    if (role === null && teams.length === 0 && isMe) return texts.lostMe;
    return leftText({ rows, organization: view.organization }, { key, name }, 'afterwards');
  };
  const onYes = async () => {
    const entry = own?.entry ?? null;
    if (entry !== null && (await removeEntry({ key, name, entry }))) onClose();
  };
  return (
    <Question
      title={isMe ? texts.titleMe : texts.title(name)}
      fault={fault}
      yes={texts.yes}
      canAnswer={own?.entry !== null}
      isBusy={changing !== null}
      isDangerous
      onYes={() => void onYes()}
      onClose={onClose}
    >
      <p>{shownName(left())}</p>
    </Question>
  );
}
