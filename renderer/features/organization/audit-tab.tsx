import { ScrollText } from 'lucide-react';

import type { AuditLine } from '../../../shared/features/organization/oversight-model.ts';
import { formatExact } from '../../../shared/text/format.ts';
import { oversightWindow } from '../../../shared/features/organization/oversight-window-text.ts';
import { shown } from '../../../shared/text/shown-name.ts';
import { Button } from '../../components/controls/button.tsx';
import { classes } from '../../components/classes.ts';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Select } from '../../components/fields/select.tsx';
import { audit, type AuditShown, narrowAudit, readOlderAudit } from './stores/audit.ts';
import { members } from './stores/people.ts';
import styles from './section/section.module.css';
import { Page, Standing, useKnowing, useReading } from './section/section-state.tsx';
import layout from '../../components/layout/layout.module.css';

const words = oversightWindow.audit;

/** Who did what in the organization. */
export function AuditTab() {
  useReading(audit);
  useKnowing(members);
  const { value, changing } = audit.use();
  return (
    <Page>
      <p className={layout['soft']}>{words.about}</p>
      <Standing of={audit} />
      {value === null ? null : <Filters value={value} />}
      {value !== null && value.lines.length > 0 ? <Lines lines={value.lines} /> : null}
      {value?.lines.length === 0 ? (
        <EmptyState
          icon={ScrollText}
          title={value.filter.action === null && value.filter.user === null ? words.none : words.noneFit}
        />
      ) : null}
      {value === null || value.next === null ? null : (
        <div>
          <Button onPress={() => void readOlderAudit()}>{changing === null ? words.older : words.reading}</Button>
        </div>
      )}
    </Page>
  );
}

const ALL = '';

function Filters({ value: { filter, actions, lines, total } }: { readonly value: AuditShown }) {
  const people = members.use(state => state.value) ?? [];
  const known = people.flatMap(({ userId, name }) => (userId === null ? [] : [{ value: String(userId), label: name }]));
  const { action, user } = filter;
  const isUnknown = user !== null && known.every(each => each.value !== String(user));
  return (
    <div className={classes(styles['tools'], styles['labelled'])}>
      <Select
        label={words.action}
        value={action ?? ALL}
        options={[{ value: ALL, label: words.anything }, ...actions.map(each => ({ value: each, label: each }))]}
        onChange={next => void narrowAudit({ action: next === ALL ? null : next })}
      />
      <Select
        label={words.who}
        value={user === null ? ALL : String(user)}
        options={[
          { value: ALL, label: words.anybody },
          ...known,
          ...(isUnknown ? [{ value: String(user), label: words.person(user) }] : []),
        ]}
        onChange={next => void narrowAudit({ user: next === ALL ? null : Number(next) })}
      />
      <span className={styles['end']}>
        <span className={layout['soft']}>{words.shown(lines.length, total)}</span>
      </span>
    </div>
  );
}

function Lines({ lines }: { readonly lines: readonly AuditLine[] }) {
  return (
    <table className={styles['table']} aria-label={words.label}>
      <thead>
        <tr>
          {Object.entries(words.columns).map(([key, label]) => (
            <th scope="col" key={key}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ id, at, who, userId, action, target, via }) => (
          <tr key={id}>
            <td className={styles['number']}>{at === null ? words.nobody : formatExact(Date.parse(at))}</td>
            <td>
              <bdi>{shown(who ?? (userId === null ? words.nobody : words.person(userId)))}</bdi>
            </td>
            <td>{shown(action)}</td>
            <td className={styles['mono']}>{shown(target ?? '')}</td>
            <td>{shown(via ?? '')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
