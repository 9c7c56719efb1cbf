import { SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';

import type { ListedServer } from '../../../shared/features/connections/model.ts';
import { connectionsWords } from '../../../shared/features/connections/window-text.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { HiddenText } from '../../components/feedback/hidden-text.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { SearchField } from '../../components/fields/search-field.tsx';
import { findServers, moreServers, useRegistry } from './stores/offers.ts';
import { ConnectionForm } from './connection-form.tsx';
import { classes } from '../../components/classes.ts';
import styles from './connections.module.css';
import layout from '../../components/layout/layout.module.css';

const words = connectionsWords.registry;

/** The public registry of tool servers, page by page. */
export function RegistryTab() {
  const search = useRegistry(state => state.search);
  const [text, setText] = useState(search);
  const [asked, ask] = useState<ListedServer | null>(null);
  useEffect(() => void (useRegistry.getState().isRead ? null : findServers('')), []);
  return (
    <>
      <div className={styles['tools']}>
        <SearchField
          label={words.search}
          clearLabel={words.clear}
          value={text}
          onChange={setText}
          onSubmit={typed => void findServers(typed.trim())}
        />
        <Button onPress={() => void findServers(text.trim())}>{words.find}</Button>
      </div>
      <Found onAdd={ask} />
      {asked === null ? null : (
        <ConnectionForm
          old={null}
          begin={{
            name: shownName(asked.title).slice(0, 255),
            url: asked.url ?? '',
            transport: asked.transport ?? '',
            isStrange: true,
          }}
          onClose={() => ask(null)}
        />
      )}
    </>
  );
}

function Found({ onAdd }: { readonly onAdd: (server: ListedServer) => void }) {
  const { search, servers, next, isReading, isRead, fault } = useRegistry();
  return (
    <div className={classes(layout['scrolls'], styles['scroll'])}>
      <div className={styles['notices']}>
        <Notice tone="rest">{words.about}</Notice>
        {fault === null ? null : (
          <FaultNotice
            fault={fault}
            saidTitle={connectionsWords.serviceSaid}
            again={{
              label: connectionsWords.again,
              onPress: () => void (servers.length === 0 ? findServers(search) : moreServers()),
            }}
          />
        )}
      </div>
      {isRead && servers.length === 0 ? (
        <EmptyState icon={SearchX} title={words.empty}>
          <p>{words.emptyAbout}</p>
        </EmptyState>
      ) : (
        <ul className={styles['list']} aria-label={connectionsWords.tabs.registry}>
          {servers.map((server, at) => (
            // Strangers may give two servers one name.
            // oxlint-disable-next-line react/no-array-index-key
            <Server server={server} onAdd={() => onAdd(server)} key={`${server.name} ${at}`} />
          ))}
        </ul>
      )}
      {isReading ? <p className={styles['quiet']}>{connectionsWords.reading}</p> : null}
      {next === null || isReading ? null : (
        <p className={styles['next']}>
          <Button onPress={() => void moreServers()}>{words.more}</Button>
        </p>
      )}
    </div>
  );
}

function Server({ server, onAdd }: { readonly server: ListedServer; readonly onAdd: () => void }) {
  const { name, title, description, version, url } = server;
  const facts = [name, ...(version === null ? [] : [words.version(version)])];
  return (
    <li className={styles['row']}>
      <div className={styles['words']}>
        <h3 className={styles['name']} dir="auto">
          {shownName(title)}
        </h3>
        {description === null ? null : (
          <span className={styles['soft']} dir="auto">
            {shownName(description.slice(0, LONGEST))}
          </span>
        )}
        <span className={layout['faint']}>{shownName(facts.join(' · '))}</span>
        <span className={layout['faint']}>{shownName(url ?? words.noAddress)}</span>
      </div>
      <span className={layout['toolbar']}>
        <Button isDisabled={url === null} onPress={onAdd}>
          {words.add} <HiddenText>{shownName(title)}</HiddenText>
        </Button>
      </span>
    </li>
  );
}

/** What a stranger wrote, so far. */
const LONGEST = 600;
