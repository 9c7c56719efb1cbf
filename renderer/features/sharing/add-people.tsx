import { X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';

import type {
  GivenRole,
  ShareCandidate,
  ShareCandidates,
  SharingView,
} from '../../../shared/features/sharing/model.ts';
import { GIVEN_ROLES } from '../../../shared/features/sharing/text.ts';
import { sharingWindow as words } from '../../../shared/features/sharing/window-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Select } from '../../components/fields/select.tsx';
import { SuggestField } from '../../components/fields/suggest-field.tsx';
import { useFound } from '../../components/fields/use-lookup.ts';
import { addPeople, findPeople, useSharing } from './stores/sharing.ts';
import styles from './sharing.module.css';
import layout from '../../components/layout/layout.module.css';

const NOBODY: ShareCandidates = { found: [], isDirectory: true };

/** Who else is to see it, with which role. */
export function AddPeople({
  view,
  onWaiting,
}: {
  readonly view: SharingView;
  readonly onWaiting: (n: number) => void;
}) {
  const [typed, type] = useState('');
  const [chosen, choose] = useState<readonly ShareCandidate[]>([]);
  const [role, setRole] = useState<GivenRole>('viewer');
  const isAdding = useSharing(({ changing }) => changing !== null);
  const { answer, isKnown } = useFound(typed, findPeople, NOBODY);
  const { isDirectory } = answer;
  const found = typed.trim() === '' ? [] : answer.found;
  const there = new Set(view.rows.map(row => row.key));
  useEffect(() => onWaiting(chosen.filter(each => !there.has(keyOf(each))).length));
  const take = (key: string) => {
    const one = found.find(each => keyOf(each) === key);
    type('');
    if (one !== undefined) choose([...chosen.filter(each => keyOf(each) !== key), one]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && typed === '') choose(chosen.slice(0, -1));
  };
  const onAdd = () => void addPeople(chosen, role).then(choose);
  return (
    <section className={layout['stack']} aria-label={words.addTitle}>
      <div className={styles['addLine']}>
        <SuggestField
          label={words.addTitle}
          hint={words.whoHint}
          value={typed}
          onChange={type}
          suggestions={found.map(each => ({
            id: keyOf(each),
            label: each.name,
            hint: each.principal.kind === 'team' ? words.team : each.email,
            note: there.has(keyOf(each)) ? words.hasAlready : null,
          }))}
          empty={isKnown ? words.nobody : words.notFound}
          onChoose={take}
          onKeyDown={onKeyDown}
          isFirst
        />
        <Select
          label={words.role}
          value={role}
          options={GIVEN_ROLES.map(each => ({ value: each, label: words.roleOption(each) }))}
          onChange={setRole}
        />
        <Button look="main" isDisabled={chosen.length === 0 || isAdding} onPress={onAdd}>
          {isAdding ? words.adding : words.add}
        </Button>
      </div>
      <Chosen people={chosen} onLeaveOut={out => choose(chosen.filter(each => each !== out))} />
      {isDirectory ? null : <Notice tone="rest">{words.noDirectory}</Notice>}
    </section>
  );
}

interface ChosenProps {
  readonly people: readonly ShareCandidate[];
  readonly onLeaveOut: (one: ShareCandidate) => void;
}

function Chosen({ people, onLeaveOut }: ChosenProps) {
  if (people.length === 0) return null;
  return (
    <ul className={styles['chosen']}>
      {people.map(one => (
        <li key={keyOf(one)}>
          <bdi>{one.name}</bdi>
          <Button look="icon" label={words.takeOut(one.name)} onPress={() => onLeaveOut(one)}>
            <X size={14} strokeWidth={1.75} aria-hidden="true" />
          </Button>
        </li>
      ))}
    </ul>
  );
}

function keyOf({ principal, email }: ShareCandidate): string {
  return `${principal.kind}:${principal.id ?? email ?? ''}`;
}
