import { SearchX, Store } from 'lucide-react';
import { useState } from 'react';

import type { ProviderInfo } from '../../../shared/features/connections/model.ts';
import { methodText } from '../../../shared/features/connections/text.ts';
import { connectionsWords } from '../../../shared/features/connections/window-text.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { Button } from '../../components/controls/button.tsx';
import { Chip } from '../../components/items/chip.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { HiddenText } from '../../components/feedback/hidden-text.tsx';
import { FaultStrip } from '../../components/feedback/fault-strip.tsx';
import { SearchField } from '../../components/fields/search-field.tsx';
import { catalogue, inventory } from './stores/offers.ts';
import { AuthorizeDialog } from './authorize-dialog.tsx';
import { Checked } from './checked.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { classes } from '../../components/classes.ts';
import styles from './connections.module.css';
import { PolicyDialog } from './policy-dialog.tsx';
import layout from '../../components/layout/layout.module.css';

const words = connectionsWords.catalogue;

interface Asked {
  readonly name: 'authorize' | 'key' | 'rules';
  readonly provider: ProviderInfo;
}

/** What there is to connect to. */
export function CatalogueTab() {
  const { value: providers, fault, atMs, isReading } = catalogue.use();
  const [text, setText] = useState('');
  const [asked, ask] = useState<Asked | null>(null);
  const close = () => ask(null);
  const sought = text.trim().toLowerCase();
  const found = providers?.filter(({ name, category, description }) =>
    `${name} ${category ?? ''} ${description ?? ''}`.toLowerCase().includes(sought),
  );
  return (
    <>
      <div className={styles['tools']}>
        <SearchField label={words.search} clearLabel={words.clear} value={text} onChange={setText} />
        <span className={styles['end']}>
          <Checked atMs={atMs} isReading={isReading} onCheck={() => void catalogue.read()} />
        </span>
      </div>
      <FaultStrip
        fault={fault}
        saidTitle={connectionsWords.serviceSaid}
        again={
          fault === null || providers !== null
            ? { label: connectionsWords.close, onPress: catalogue.tidy }
            : { label: connectionsWords.again, onPress: () => void catalogue.read() }
        }
      />
      {found === undefined ? (
        <p className={styles['quiet']}>{fault === null ? connectionsWords.reading : ''}</p>
      ) : found.length === 0 ? (
        <EmptyState icon={sought === '' ? Store : SearchX} title={sought === '' ? words.empty : words.none}>
          {sought === '' ? <p>{words.emptyAbout}</p> : <Button onPress={() => setText('')}>{words.clear}</Button>}
        </EmptyState>
      ) : (
        <div className={classes(layout['scrolls'], styles['scroll'])}>
          <ul className={styles['list']} aria-label={connectionsWords.tabs.catalogue}>
            {found.map(provider => (
              <Provider provider={provider} onAsk={ask} key={provider.id} />
            ))}
          </ul>
        </div>
      )}
      {asked?.name === 'authorize' ? <AuthorizeDialog provider={asked.provider} onClose={close} /> : null}
      {asked?.name === 'key' ? (
        <ConnectionForm
          old={null}
          begin={{ name: asked.provider.name, url: '', transport: '', isStrange: false }}
          onClose={close}
        />
      ) : null}
      {asked?.name === 'rules' ? <PolicyDialog provider={asked.provider} onClose={close} /> : null}
    </>
  );
}

function Provider({ provider, onAsk }: { readonly provider: ProviderInfo; readonly onAsk: (asked: Asked) => void }) {
  const { name, category, description, methods, policy } = provider;
  const mayRule = inventory.use(({ value }) => value?.mayLook === true);
  const may = (method: string): boolean =>
    methods.includes(method) && policy?.enabled !== false && policy?.methods?.includes(method) !== false;
  const isOwn = methods.includes('custom-endpoint');
  const plain = shownName(name);
  return (
    <li className={styles['row']}>
      <div className={styles['words']}>
        <h3 className={styles['name']} dir="auto">
          {plain}
        </h3>
        {description === null ? null : <span className={styles['soft']}>{shownName(description)}</span>}
        <span className={styles['chips']}>
          {category === null ? null : <Chip label={shownName(category)} tone="soft" />}
          {policy?.enabled === false ? <Chip label={words.off} tone="alert" /> : null}
          {methods.length === 0 ? null : (
            <span className={layout['faint']}>
              {words.methods(methods.map(each => shownName(methodText(each))).join(' or '))}
            </span>
          )}
        </span>
      </div>
      <span className={layout['toolbar']}>
        {may('oauth') ? (
          <Button onPress={() => onAsk({ name: 'authorize', provider })}>
            {words.connect} <HiddenText>{plain}</HiddenText>
          </Button>
        ) : null}
        {may('api-key') || may('custom-endpoint') ? (
          <Button onPress={() => onAsk({ name: 'key', provider })}>
            {isOwn ? words.byAddress : words.byKey} <HiddenText>{plain}</HiddenText>
          </Button>
        ) : null}
        {mayRule && policy !== null ? (
          <Button look="quiet" onPress={() => onAsk({ name: 'rules', provider })}>
            {words.rules} <HiddenText>{plain}</HiddenText>
          </Button>
        ) : null}
      </span>
    </li>
  );
}
