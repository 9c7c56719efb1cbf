import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { I18nProvider } from 'react-aria-components';

import { attentionWords } from '../shared/text/attention.ts';
import { connectionsPlace } from '../shared/text/connections-place.ts';
import { diagnosticsWords } from '../shared/text/diagnostics-window.ts';
import { settingsWords } from '../shared/text/settings.ts';
import { accountPage } from '../shared/text/account-page.ts';
import { ORGANIZATION_PLACE } from '../shared/text/organization-place.ts';
import { chatPlace } from '../shared/text/chat-place.ts';
import { words } from '../shared/text/words.ts';
import { ZONES_PLACE } from '../shared/text/zones-place.ts';
import styles from './app.module.css';
import { ErrorBoundary } from './error-boundary.tsx';
import { useKeyboard } from './keyboard.ts';
import { type Route, useNavigation } from './stores/navigation.ts';
import { nameWindow } from './stores/title.ts';
import { ActingParts } from './views/acting/acting-parts.tsx';
import { DraftsArea } from './views/acting/drafts-area.tsx';
import { AccountView } from './views/account/account-view.tsx';
import { ActivityView } from './views/activity/activity-view.tsx';
import { AttentionView } from './views/attention/attention-view.tsx';
import { DetailsPanel } from './views/details/details-panel.tsx';
import { DiagnosticsView } from './views/diagnostics/diagnostics-view.tsx';
import { FilesView } from './views/files/files-view.tsx';
import { Trail } from './views/files/trail.tsx';
import { ConnectionStrip } from './views/frame/connection-strip.tsx';
import { FaultFacts } from './views/frame/fault-facts.tsx';
import { LiveRegions } from './views/frame/live-regions.tsx';
import { Rail } from './views/frame/rail.tsx';
import { ShortcutsDialog } from './views/frame/shortcuts-dialog.tsx';
import { TopBar } from './views/frame/top-bar.tsx';
import { PreviewPane } from './views/preview/preview-pane.tsx';
import { PreviewSheet } from './views/preview/preview-sheet.tsx';
import { SearchButton } from './views/search/search-button.tsx';
import { SearchDialog } from './views/search/search-dialog.tsx';
import { SettingsView } from './views/settings/settings-view.tsx';
import { BrowseOnly } from './views/start/browse-only.tsx';
import { Checklist } from './views/start/checklist.tsx';
import { SharingParts } from './views/sharing/sharing-parts.tsx';
import { StartView, useMustStart, useStartTitle } from './views/start/start-view.tsx';
import { StatusPill } from './views/status/status-pill.tsx';
import { VersionsParts } from './views/versions/versions-parts.tsx';

/** Loads when it is gone to. */
const ConnectionsView = lazy(async () => ({
  default: (await import('./views/connections/connections-view.tsx')).ConnectionsView,
}));
/** Likewise. */
const OrganizationView = lazy(async () => ({
  default: (await import('./views/organization/organization-view.tsx')).OrganizationView,
}));
/** Likewise. */
const ChatView = lazy(async () => ({ default: (await import('./views/chat/chat-view.tsx')).ChatView }));

/** Likewise. */
const ZonesView = lazy(async () => ({ default: (await import('./views/zones/zones-view.tsx')).ZonesView }));

/** The window: the places at the left, a bar above, one screen. */
export function App() {
  const [isShowingKeys, showKeys] = useState(false);
  const onShowKeys = useCallback(() => showKeys(true), []);
  useKeyboard(onShowKeys);
  const route = useNavigation(state => state.route);
  const mustStart = useMustStart();
  const start = useStartTitle();
  // Beside an instrument there is nothing but how its zones are doing.
  const isKiosk = route.screen === 'zones' && route.place.name === 'kiosk';
  const titles = { ...TITLES, files: start, start };
  return (
    <I18nProvider locale="en-GB">
      <ErrorBoundary>
        <FaultFacts>
          <div className={styles['frame']}>
            {isKiosk ? null : <Rail />}
            <ConnectionStrip />
            {isKiosk ? null : (
              <TopBar
                trail={
                  route.screen === 'files' && !mustStart ? <Trail /> : <ScreenTitle title={titles[route.screen]} />
                }
                search={<SearchButton />}
                status={<StatusPill />}
                onShowKeys={onShowKeys}
              />
            )}
            <main className={styles['main']} aria-label={words.regions.main}>
              <DraftsArea isSetUp={!mustStart}>
                <Screen route={route} onShowKeys={onShowKeys} />
              </DraftsArea>
              {route.screen === 'files' && !mustStart ? (
                <>
                  <PreviewPane />
                  <DetailsPanel />
                </>
              ) : null}
            </main>
            <SearchDialog onShowKeys={onShowKeys} />
            <ActingParts />
            <VersionsParts />
            <SharingParts />
            <PreviewSheet />
            <LiveRegions />
            <ShortcutsDialog isOpen={isShowingKeys} onClose={() => showKeys(false)} />
          </div>
        </FaultFacts>
      </ErrorBoundary>
    </I18nProvider>
  );
}

const TITLES = {
  attention: attentionWords.place,
  chat: chatPlace.title,
  activity: words.places.activity,
  settings: settingsWords.place,
  account: accountPage.title,
  diagnostics: diagnosticsWords.place,
  connections: connectionsPlace.title,
  organization: ORGANIZATION_PLACE,
  zones: ZONES_PLACE,
};

function Screen({ route, onShowKeys }: { readonly route: Route; readonly onShowKeys: () => void }) {
  switch (route.screen) {
    case 'files':
      return <FilesOrStart />;
    case 'attention':
      return <AttentionView />;
    case 'chat':
      return (
        <Suspense fallback={null}>
          <ChatView task={route.task} />
        </Suspense>
      );
    case 'settings':
      return <SettingsView onShowKeys={onShowKeys} />;
    case 'activity':
      return <ActivityView />;
    case 'diagnostics':
      return <DiagnosticsView />;
    case 'connections':
      return (
        <Suspense fallback={null}>
          <ConnectionsView tab={route.tab} />
        </Suspense>
      );
    case 'organization':
      return (
        <Suspense fallback={null}>
          <OrganizationView />
        </Suspense>
      );
    case 'zones':
      return (
        <Suspense fallback={null}>
          <ZonesView place={route.place} />
        </Suspense>
      );
    case 'start':
      return <StartView />;
    case 'account':
      return <AccountView invitation={route.invitation ?? null} />;
  }
}

/** Before there is anything to show, how to come to it. */
function FilesOrStart() {
  const mustStart = useMustStart();
  if (mustStart) return <StartView />;
  return (
    <div className={styles['column']}>
      <Checklist />
      <BrowseOnly />
      <FilesView />
    </div>
  );
}

/** Takes the focus when what had it went with the screen before, so that the new one is read and Tab begins in it. */
function ScreenTitle({ title }: { readonly title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    nameWindow(title);
    // One frame later whatever the screen itself puts the focus on has it.
    const frame = requestAnimationFrame(() => {
      const { activeElement, body } = document;
      if (activeElement === null || activeElement === body) heading.current?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [title]);
  return (
    <h1 className={styles['title']} ref={heading} tabIndex={-1}>
      {title}
    </h1>
  );
}
