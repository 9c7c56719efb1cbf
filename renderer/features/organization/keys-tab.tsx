import { KeyRound } from 'lucide-react';
import { useState } from 'react';

import type { ApiKey, GivenKeyPolicy } from '../../../shared/features/organization/oversight-model.ts';
import { formatMoment } from '../../../shared/text/format.ts';
import { oversightWindow } from '../../../shared/features/organization/oversight-window-text.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { MINUTE } from '../../../shared/units.ts';
import { Button } from '../../components/controls/button.tsx';
import { Chip } from '../../components/items/chip.tsx';
import { classes } from '../../components/classes.ts';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Select } from '../../components/fields/select.tsx';
import { useNow } from '../../state/clock.ts';
import { keys, setKeyPolicy } from './stores/keys.ts';
import { useMayTry } from './stores/power.ts';
import { isOther } from '../../state/reading/section.ts';
import { MakeKey, RevokeQuestion } from './key-questions.tsx';
import styles from './section/section.module.css';
import { Page, Standing, useReading } from './section/section-state.tsx';
import layout from '../../components/layout/layout.module.css';

const words = oversightWindow.keys;

/** API keys: who may make them, making one, and the end of each. */
export function KeysTab() {
  useReading(keys);
  const [asked, ask] = useState<ApiKey | 'new' | null>(null);
  const value = keys.use(state => state.value);
  const all = value?.keys ?? [];
  return (
    <Page>
      <p className={layout['soft']}>{words.about}</p>
      <Standing of={keys} />
      {value === null ? null : (
        <div className={classes(layout['toolbar'], styles['labelled'])}>
          {value.policy === null ? null : <Policy policy={value.policy} />}
          <span className={styles['end']}>
            <Button look="main" onPress={() => ask('new')}>
              {words.make}
            </Button>
          </span>
        </div>
      )}
      {value !== null && all.length === 0 ? <EmptyState icon={KeyRound} title={words.none} /> : null}
      {all.length === 0 ? null : (
        <ul className={styles['list']} aria-label={words.label}>
          {all.map(each => (
            <Line key={each.id} one={each} onRevoke={ask} />
          ))}
        </ul>
      )}
      {asked === 'new' ? <MakeKey onClose={() => ask(null)} /> : null}
      {asked === null || asked === 'new' ? null : <RevokeQuestion one={asked} onClose={() => ask(null)} />}
    </Page>
  );
}

const POLICIES = Object.entries(words.policies).map(([value, label]) => ({ value: value as GivenKeyPolicy, label }));

function Policy({ policy }: { readonly policy: string }) {
  const canChange = useMayTry();
  const isBusy = keys.use(({ changing }) => isOther(changing, 'policy'));
  const given = POLICIES.find(({ value }) => value === policy);
  if (given === undefined || !canChange)
    return <span>{`${words.policy}: ${given?.label ?? words.unknownPolicy(policy)}`}</span>;
  return (
    <Select
      label={words.policy}
      value={given.value}
      isDisabled={isBusy}
      options={POLICIES}
      onChange={wanted => (wanted === policy ? undefined : void setKeyPolicy(wanted))}
    />
  );
}

function Line({ one, onRevoke }: { readonly one: ApiKey; readonly onRevoke: (one: ApiKey) => void }) {
  const nowMs = useNow(MINUTE);
  const isBusy = keys.use(({ changing }) => changing !== null);
  const { name, hint, who, createdAt, expiresAt, revokedAt, isInUse } = one;
  const moment = (time: string) => formatMoment(Date.parse(time), nowMs);
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= nowMs;
  const facts = [
    who === null ? null : shownName(who),
    createdAt === null ? null : words.madeAt(moment(createdAt)),
    expiresAt === null ? null : isOver ? words.ended(moment(expiresAt)) : words.until(moment(expiresAt)),
    revokedAt === null ? null : words.revokedAt(moment(revokedAt)),
  ];
  return (
    <li className={styles['line']}>
      <span className={styles['words']}>
        <strong>
          <bdi>{shownName(name)}</bdi>
        </strong>
        {hint === null ? null : <span className={layout['code']}>{shownName(hint)}</span>}
        <span className={layout['soft']}>{facts.filter(fact => fact !== null).join(' · ')}</span>
      </span>
      <span className={styles['end']}>
        {isInUse ? <Chip label={words.inUse} /> : null}
        {revokedAt === null ? (
          <Button isDisabled={isBusy} label={words.revoke(name)} onPress={() => onRevoke(one)}>
            {words.revokeShort}
          </Button>
        ) : (
          <Chip label={words.revoked} tone="soft" />
        )}
      </span>
    </li>
  );
}
