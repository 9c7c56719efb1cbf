import { useCallback, useEffect, useState } from 'react';
import { I18nProvider } from 'react-aria-components';

import { attentionWords } from '../shared/text/attention.ts';
import { settingsWords } from '../shared/text/settings.ts';
import { words } from '../shared/text/words.ts';
import styles from './app.module.css';
import { ErrorBoundary } from './error-boundary.tsx';
import { useKeyboard } from './keyboard.ts';
import { type Route, useNavigation } from './stores/navigation.ts';
import { nameWindow } from './stores/title.ts';
import { ActivityView } from './views/activity/activity-view.tsx';
import { AttentionView } from './views/attention/attention-view.tsx';
import { FilesView } from './views/files/files-view.tsx';
import { Trail } from './views/files/trail.tsx';
import { ConnectionStrip } from './views/frame/connection-strip.tsx';
import { LiveRegions } from './views/frame/live-regions.tsx';
import { Rail } from './views/frame/rail.tsx';
import { ShortcutsDialog } from './views/frame/shortcuts-dialog.tsx';
import { TopBar } from './views/frame/top-bar.tsx';
import { SettingsView } from './views/settings/settings-view.tsx';
import { StartView, useStartState } from './views/start/start-view.tsx';
import { StatusPill } from './views/status/status-pill.tsx';

/** The window: the places at the left, a bar above, one screen. */
export function App() {
  const [isShowingKeys, showKeys] = useState(false);
  const onShowKeys = useCallback(() => showKeys(true), []);
  useKeyboard(onShowKeys);
  const screen = useNavigation(state => state.route.screen);
  return (
    <I18nProvider locale="en-GB">
      <ErrorBoundary>
        <div className={styles['frame']}>
          <Rail />
          <ConnectionStrip />
          <TopBar
            trail={screen === 'files' ? <Trail /> : <ScreenTitle title={TITLES[screen]} />}
            status={<StatusPill />}
            onShowKeys={onShowKeys}
          />
          <main className={styles['main']} aria-label={words.regions.main}>
            <Screen screen={screen} onShowKeys={onShowKeys} />
          </main>
          <LiveRegions />
          <ShortcutsDialog isOpen={isShowingKeys} onClose={() => showKeys(false)} />
        </div>
      </ErrorBoundary>
    </I18nProvider>
  );
}

const TITLES = {
  attention: attentionWords.place,
  activity: words.places.activity,
  settings: settingsWords.place,
} as const;

function Screen({ screen, onShowKeys }: { readonly screen: Route['screen']; readonly onShowKeys: () => void }) {
  switch (screen) {
    case 'files':
      return <FilesOrStart />;
    case 'attention':
      return <AttentionView />;
    case 'activity':
      return <ActivityView />;
    case 'settings':
      return <SettingsView onShowKeys={onShowKeys} />;
  }
}

/** Before there is anything to show, how to come to it. */
function FilesOrStart() {
  const start = useStartState();
  return start === null ? <FilesView /> : <StartView state={start} />;
}

function ScreenTitle({ title }: { readonly title: string }) {
  useEffect(() => nameWindow(title), [title]);
  return <h1 className={styles['title']}>{title}</h1>;
}
