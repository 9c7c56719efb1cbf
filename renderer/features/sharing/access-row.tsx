import { Trash2 } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';

import type { ShareRow, SharingView } from '../../../shared/features/sharing/model.ts';
import { GIVEN_ROLES, moreText, roleMeaning, roleName, sourceText } from '../../../shared/features/sharing/text.ts';
import { sharingWindow as words, waysOf } from '../../../shared/features/sharing/window-text.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { Button } from '../../components/controls/button.tsx';
import { PersonRow } from '../../components/items/person-row.tsx';
import { Select } from '../../components/fields/select.tsx';
import { giveRole, useSharing } from './stores/sharing.ts';
import layout from '../../components/layout/layout.module.css';
import styles from './sharing.module.css';

interface AccessRowProps {
  readonly row: ShareRow;
  readonly view: SharingView;
  readonly canChange: boolean;
  readonly onRemove: (row: ShareRow) => void;
}

/** A person, a team or the organization that can open it: the role, each way, and what can be changed here. */
export function AccessRow({ row, view, canChange, onRemove }: AccessRowProps) {
  const [isOpen, open] = useState(false);
  const own = row.sources.find(({ how }) => how === 'here');
  const entry = own?.entry ?? null;
  // What stands at the end of the line is what can be changed: more than that is said beside it.
  const more = moreText(view, { key: row.key, role: entry !== null && canChange ? (own?.role ?? '') : row.role });
  return (
    <PersonRow
      name={row.name}
      called={row.isMe ? words.you(row.name) : row.name}
      about={row.email ?? aboutOf(row)}
      more={
        <>
          {more === null ? null : <span className={layout['soft']}>{shownName(more)}</span>}
          {row.sources.length > 1 ? (
            <Button look="quiet" onPress={() => open(!isOpen)}>
              {words.ways(row.sources.length)}
            </Button>
          ) : null}
          {isOpen ? (
            <ul className={styles['ways']}>
              {waysOf(row).map(way => (
                <li key={way}>{way}</li>
              ))}
            </ul>
          ) : null}
        </>
      }
    >
      {entry !== null && canChange ? (
        <Changing row={row} entry={entry} role={own?.role ?? ''} onRemove={onRemove} />
      ) : (
        <Role role={row.role} />
      )}
    </PersonRow>
  );
}

/** Everybody together has no address: what tells is where that comes from. */
function aboutOf({ principal, sources }: ShareRow): string | null {
  if (principal.kind === 'team') return words.team;
  return principal.kind === 'organization' ? [...new Set(sources.map(sourceText))].join(', ') : null;
}

function Role({ role }: { readonly role: string }) {
  return <span title={roleMeaning(role) ?? ''}>{roleName(role)}</span>;
}

interface ChangingProps {
  readonly row: ShareRow;
  readonly entry: string;
  readonly role: string;
  readonly onRemove: (row: ShareRow) => void;
}

/** What an entry of the thing itself allows, and its end. */
function Changing({ row, entry, role, onRemove }: ChangingProps) {
  const isWorking = useSharing(({ changing }) => changing === row.key);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Delete') return;
    event.preventDefault();
    onRemove(row);
  };
  const given = GIVEN_ROLES.find(each => each === role.toLowerCase());
  const { key, name } = row;
  return (
    <span className={styles['changing']} aria-busy={isWorking} role="presentation" onKeyDown={onKeyDown}>
      {given !== undefined ? (
        <Select
          label={words.roleOf(name)}
          hidesLabel
          value={given}
          isDisabled={isWorking}
          options={GIVEN_ROLES.map(each => ({ value: each, label: roleName(each) }))}
          onChange={wanted => void giveRole({ key, name, entry }, wanted)}
        />
      ) : (
        <Role role={role} />
      )}
      <Button look="icon" label={words.remove(name)} isDisabled={isWorking} onPress={() => onRemove(row)}>
        <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
      </Button>
    </span>
  );
}
