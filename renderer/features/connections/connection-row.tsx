import { Ellipsis } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components';

import type { ConnectionInfo } from '../../../shared/features/connections/model.ts';
import { connectionStatus, scopeText } from '../../../shared/features/connections/text.ts';
import { connectionsWords as words } from '../../../shared/features/connections/window-text.ts';
import { formatExact } from '../../../shared/text/format.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { Button } from '../../components/controls/button.tsx';
import { Chip } from '../../components/items/chip.tsx';
import { HiddenText } from '../../components/feedback/hidden-text.tsx';
import { Menu, type MenuLine } from '../../components/controls/menu.tsx';
import { Switch } from '../../components/fields/checkbox.tsx';
import { makeDefault, probeConnection, switchConnection, useConnections } from './stores/list.ts';
import { catalogue } from './stores/offers.ts';
import { isOther } from '../../state/reading/section.ts';
import layout from '../../components/layout/layout.module.css';
import styles from './connections.module.css';

/** What is asked about one connection, or about a new one. */
export type Asked =
  | { readonly name: 'add' }
  | { readonly name: 'edit' | 'remove' | 'authorize'; readonly connection: ConnectionInfo };

/** One connection: what it is, how it stands, and what can be done with it. */
export function ConnectionRow(props: { readonly connection: ConnectionInfo; readonly onAsk: (asked: Asked) => void }) {
  const { connection, onAsk } = props;
  const { id, name, scope, status, isDefault, enabled, archivedAt, account, url } = connection;
  const changing = useConnections(state => state.changing);
  const isBusy = isOther(changing, id);
  const where = account ?? url;
  return (
    <li className={styles['row']}>
      <div className={styles['words']}>
        <h3 className={styles['name']} dir="auto">
          {shownName(name)}
        </h3>
        {where === null ? null : <span className={styles['soft']}>{shownName(where)}</span>}
        <span className={styles['chips']}>
          {status === null ? null : (
            <Chip
              label={shownName(connectionStatus(status))}
              tone={status.toLowerCase() === 'failed' ? 'alert' : 'rest'}
            />
          )}
          {scope === null ? null : <Chip label={shownName(scopeText(scope))} tone="soft" />}
          {isDefault === true ? <Chip label={words.list.isDefault} tone="soft" /> : null}
          {archivedAt === null ? null : <Chip label={words.list.isRemoved} tone="soft" />}
        </span>
        <Facts connection={connection} />
      </div>
      {archivedAt !== null ? null : (
        <span className={layout['toolbar']}>
          {enabled === null ? null : (
            <Switch isOn={enabled} isDisabled={isBusy} onChange={isOn => void switchConnection(connection, isOn)}>
              {words.list.isOn} <HiddenText>{shownName(name)}</HiddenText>
            </Switch>
          )}
          <Button isDisabled={isBusy} onPress={() => void probeConnection(connection)}>
            {changing === id ? words.list.probing : words.list.probe} <HiddenText>{shownName(name)}</HiddenText>
          </Button>
          <More connection={connection} onAsk={onAsk} isBusy={isBusy} />
        </span>
      )}
    </li>
  );
}

function More(props: {
  readonly connection: ConnectionInfo;
  readonly onAsk: (asked: Asked) => void;
  readonly isBusy: boolean;
}) {
  const { connection, onAsk, isBusy } = props;
  const provider = catalogue.use(({ value }) => value?.find(each => each.id === connection.provider) ?? null);
  const lines: readonly (MenuLine | null)[] = [
    { id: 'edit', label: words.list.edit, onPress: () => onAsk({ name: 'edit', connection }) },
    ...(connection.isDefault === true
      ? []
      : [{ id: 'default', label: words.list.makeDefault, onPress: () => void makeDefault(connection) }]),
    ...(provider?.methods.includes('oauth') === true
      ? [{ id: 'authorize', label: words.list.authorize, onPress: () => onAsk({ name: 'authorize', connection }) }]
      : []),
    null,
    { id: 'remove', label: words.list.remove, isDanger: true, onPress: () => onAsk({ name: 'remove', connection }) },
  ];
  const label = words.list.more(shownName(connection.name));
  return (
    <Menu
      label={label}
      lines={lines}
      button={
        <AriaButton className={layout['more'] ?? ''} aria-label={label} isDisabled={isBusy}>
          <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
        </AriaButton>
      }
    />
  );
}

/** Everything that the service says of it; unknown words are shown as they are. */
function Facts({ connection }: { readonly connection: ConnectionInfo }) {
  const { fact } = words.list;
  const { allowedTools, headers, groups, more } = connection;
  const tools = allowedTools === null ? words.list.allTools : allowedTools.join(', ') || words.list.noTools;
  const facts: (readonly [string, string | null])[] = [
    [fact.url, connection.url],
    [fact.account, connection.account],
    [fact.provider, connection.provider],
    [fact.transport, connection.transport],
    [fact.tools, tools],
    [fact.groups, groups.length === 0 ? null : groups.join(', ')],
    [fact.headers, headers.length === 0 ? null : words.list.headerNames(headers)],
    [fact.createdAt, timeText(connection.createdAt)],
    [fact.archivedAt, timeText(connection.archivedAt)],
    [fact.id, connection.id],
    ...more.map(({ name, value }): readonly [string, string] => [name, value]),
  ];
  return (
    <details className={styles['facts']}>
      <summary>
        {words.list.facts} <HiddenText>{shownName(connection.name)}</HiddenText>
      </summary>
      <dl>
        {facts.map(([name, value]) =>
          value === null ? null : (
            <div key={name}>
              <dt>{shownName(name)}</dt>
              <dd dir="auto">{shownName(value)}</dd>
            </div>
          ),
        )}
      </dl>
    </details>
  );
}

/** A time in words; what is none, as it is. */
function timeText(at: string | null): string | null {
  if (at === null) return null;
  const ms = Date.parse(at);
  return Number.isNaN(ms) ? at : formatExact(ms);
}
