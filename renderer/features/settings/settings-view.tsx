import { SearchX } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';

import { settingsWords as words } from '../../../shared/features/settings/text.ts';
import { managedTexts, rulesOf } from '../../../shared/features/settings/managed-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Screen } from '../../components/screen.tsx';
import { SearchField } from '../../components/fields/search-field.tsx';
import { learnConnections, useConnectionsThere } from '../connections/stores/has-connections.ts';
import { readManaged, useManaged } from './stores/managed.ts';
import { useNavigation } from '../../state/navigation.ts';
import { useSession } from '../../state/session.ts';
import { readAbout } from '../../state/settings.ts';
import { sections } from './sections.tsx';
import { SettingRow } from './setting-row.tsx';
import { classes } from '../../components/classes.ts';
import layout from '../../components/layout/layout.module.css';
import styles from './settings-view.module.css';
import { Notice } from '../../components/feedback/notice.tsx';

/** Everything that can be set, each with a sentence; the field on top narrows it. */
export function SettingsView({ onShowKeys }: { readonly onShowKeys: () => void }) {
  const [text, setText] = useState('');
  const section = useNavigation(({ route }) => (route.screen === 'settings' ? route.section : null));
  const hasConnections = useConnectionsThere(({ isThere }) => isThere === true);
  const all = useMemo(() => sections(onShowKeys, hasConnections), [onShowKeys, hasConnections]);
  const sought = text.toLowerCase().split(/\s+/);
  const shown = all
    .map(each => ({
      ...each,
      rows: each.rows.filter(row => holds(`${each.title} ${row.words}`.toLowerCase(), sought)),
    }))
    .filter(({ rows }) => rows.length > 0);
  useEffect(() => void Promise.all([readAbout(), readManaged()]), []);
  const isSignedIn = useSession(({ value }) => value?.name === 'ready');
  useEffect(() => void (isSignedIn ? learnConnections() : null), [isSignedIn]);
  useEffect(() => {
    if (section !== null) document.getElementById(`settings ${section}`)?.scrollIntoView();
    // A section may come later than the way to it.
  }, [section, all]);
  return (
    <Screen label={words.place}>
      <div className={styles['tools']}>
        <SearchField label={words.search} clearLabel={words.clearSearch} value={text} onChange={setText} />
      </div>
      {shown.length === 0 ? (
        <EmptyState icon={SearchX} title={words.none}>
          <Button onPress={() => setText('')}>{words.clearSearch}</Button>
        </EmptyState>
      ) : (
        <div className={classes(layout['scrolls'], styles['scroll'])}>
          <ManagedNotice />
          {shown.map(({ id, title, rows }) => (
            <section className={styles['section']} aria-labelledby={`settings ${id}`} key={id}>
              <h2 id={`settings ${id}`}>{title}</h2>
              {rows.map(row => (
                <SettingRow row={row} key={row.id} />
              ))}
            </section>
          ))}
        </div>
      )}
    </Screen>
  );
}

/** Whether every word that was typed is in the words of a setting, in any order. */
function holds(words: string, sought: readonly string[]): boolean {
  return sought.every(each => words.includes(each));
}

/** What the administrator of this computer laid down for all of it; nothing where there is nothing. */
function ManagedNotice() {
  const managed = useManaged(state => state.managed);
  if (managed === null) return null;
  const lines = [...(managed.why === null ? [] : [managed.why]), ...rulesOf(managed)];
  if (lines.length === 0) return null;
  return (
    <div className={styles['section']}>
      <Notice tone={managed.why === null ? 'rest' : 'wait'} title={managedTexts.title}>
        {lines.map(line => (
          <p key={line}>{line}</p>
        ))}
      </Notice>
    </div>
  );
}
