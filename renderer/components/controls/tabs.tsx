import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components';

import { formatNumber } from '../../../shared/text/format.ts';
import layout from '../layout/layout.module.css';
import styles from './tabs.module.css';

/** One of several views of the same thing. */
export interface TabSpec<V extends string> {
  readonly id: V;
  readonly label: string;
  /** How many things are in it; not shown when absent or 0. */
  readonly count?: number;
  readonly content: ReactNode;
}

/** Views that take turns. Arrow keys go between them. */
export function Tabs<V extends string>(props: {
  readonly label: string;
  readonly chosen: V;
  readonly onChange: (chosen: V) => void;
  readonly tabs: readonly TabSpec<V>[];
}) {
  const { label, chosen, onChange, tabs } = props;
  const choose = (key: unknown) => {
    const tab = tabs.find(each => each.id === key);
    if (tab !== undefined) onChange(tab.id);
  };
  return (
    <AriaTabs className={layout['column'] ?? ''} selectedKey={chosen} onSelectionChange={choose}>
      <TabList className={styles['list'] ?? ''} aria-label={label}>
        {tabs.map(tab => (
          <Tab id={tab.id} className={styles['tab'] ?? ''} key={tab.id}>
            {tab.label}
            {tab.count === undefined || tab.count === 0 ? null : (
              <span className={styles['count']}>{formatNumber(tab.count)}</span>
            )}
          </Tab>
        ))}
      </TabList>
      {tabs.map(tab => (
        <TabPanel id={tab.id} className={styles['panel'] ?? ''} key={tab.id}>
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
