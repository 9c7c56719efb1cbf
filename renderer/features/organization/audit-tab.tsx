import { Download, ScrollText } from 'lucide-react';

import {
  auditAction,
  auditKind,
  auditThing,
  auditVia,
  auditWho,
} from '../../../shared/features/organization/audit-text.ts';
import type { OrganizationMember } from '../../../shared/features/organization/model.ts';
import type { AuditLine } from '../../../shared/features/organization/oversight-model.ts';
import { oversightWindow } from '../../../shared/features/organization/oversight-window-text.ts';
import { formatExact } from '../../../shared/text/format.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { Button } from '../../components/controls/button.tsx';
import { classes } from '../../components/classes.ts';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Select } from '../../components/fields/select.tsx';
import { openFolder } from '../../state/navigation.ts';
import { audit, type AuditShown, narrowAudit, readOlderAudit, auditTable } from './stores/audit.ts';
import { useAuditThings } from './stores/audit-things.ts';
import { showInFiles } from '../browse/stores/show-in-files.ts';
import { members } from './stores/people.ts';
import { saveTable } from './section/save-table.ts';
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
  const { value, changing } = audit.use();
  const people = members.use(state => state.value) ?? [];
  const known = people.flatMap(({ userId, name }) => (userId === null ? [] : [{ value: String(userId), label: name }]));
  const { action, user } = filter;
  const isUnknown = user !== null && known.every(each => each.value !== String(user));
  return (
    <div className={classes(layout['toolbar'], styles['labelled'])}>
      <Select
        label={words.action}
        value={action ?? ALL}
        options={[{ value: ALL, label: words.anything }, ...actionOptions(actions)]}
        onChange={next => void narrowAudit({ action: next === ALL ? null : next })}
      />
      <Select
        label={words.who}
        value={user === null ? ALL : String(user)}
        options={[
          { value: ALL, label: words.anybody },
          ...known,
          ...(isUnknown ? [{ value: String(user), label: words.unnamed }] : []),
        ]}
        onChange={next => void narrowAudit({ user: next === ALL ? null : Number(next) })}
      />
      <span className={styles['end']}>
        <span className={layout['soft']}>{words.shown(lines.length, total)}</span>
        <Button
          isDisabled={value === null || changing !== null}
          onPress={() => void auditTable(line => cellsOf(line, members.use.getState().value)).then(saveTable)}
        >
          <Download size={15} strokeWidth={1.75} aria-hidden="true" />
          {changing === null ? words.save : words.saving}
        </Button>
      </span>
    </div>
  );
}

function actionOptions(actions: readonly string[]): readonly { readonly value: string; readonly label: string }[] {
  return actions
    .map(each => ({ value: each, label: auditAction(each) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'));
}

/** What a line is about, by its name where that is known. */
function thingOf(line: AuditLine, people: readonly OrganizationMember[] | null): string {
  const { target } = line;
  const member = people?.find(({ id }) => id === target)?.name;
  return auditThing(line, useAuditThings.getState().names.get(target ?? '') ?? member ?? null);
}

function cellsOf(line: AuditLine, people: readonly OrganizationMember[] | null): readonly string[] {
  const { at, userId, action, target, via } = line;
  return [
    at ?? '',
    auditWho(line),
    auditAction(action),
    thingOf(line, people),
    via === null ? '' : auditVia(via),
    userId === null ? '' : String(userId),
    action,
    target ?? '',
  ];
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
        {lines.map(line => (
          <tr key={line.id}>
            <td className={styles['number']}>{line.at === null ? words.nobody : formatExact(Date.parse(line.at))}</td>
            <td className={styles['number']}>
              <bdi>{shownName(auditWho(line))}</bdi>
            </td>
            <td className={layout['strongInk']}>{auditAction(line.action)}</td>
            <td>
              <Thing line={line} />
            </td>
            <td className={styles['number']}>{line.via === null ? '' : auditVia(line.via)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a line is about; what can be gone to is a link. */
function Thing({ line }: { readonly line: AuditLine }) {
  const people = members.use(({ value }) => value);
  const name = useAuditThings(({ names }) => (line.target === null ? null : (names.get(line.target) ?? null)));
  const isRemoved = useAuditThings(({ removed }) => line.target !== null && removed.has(line.target));
  const { action, target } = line;
  if (target === null || name === null) return <bdi>{shownName(thingOf(line, people))}</bdi>;
  if (isRemoved) return <bdi>{shownName(name)}</bdi>;
  const open = () => (auditKind(action) === 'folder' ? openFolder({ base: target }) : void showInFiles(target));
  return (
    <Button look="quiet" label={words.openThing(shownName(name))} onPress={open}>
      <bdi>{shownName(name)}</bdi>
    </Button>
  );
}
