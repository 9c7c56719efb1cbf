import { type KeyboardEvent, lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { I18nProvider } from 'react-aria-components';

import { attentionWords } from '../shared/features/attention/text.ts';
import { connectionsPlace } from '../shared/features/connections/place-text.ts';
import { diagnosticsWords } from '../shared/features/diagnostics/window-text.ts';
import { settingsWords } from '../shared/features/settings/text.ts';
import { accountPage } from '../shared/features/account/window-text.ts';
import { ORGANIZATION_PLACE } from '../shared/features/organization/place-text.ts';
import { chatPlace } from '../shared/features/chat/place-text.ts';
import { words } from '../shared/text/words.ts';
import { ZONES_PLACE } from '../shared/features/zones/place-text.ts';
import styles from './app.module.css';
import { ErrorBoundary } from './error-boundary.tsx';
import { useFocusNearby } from './focus-nearby.ts';
import { focusScreen } from './focus-screen.ts';
import { useKeyboard } from './keyboard.ts';
import { onFocusLostBySheet } from './components/overlay/restore-focus.ts';
import { type Route, useNavigation } from './state/navigation.ts';
import { nameWindow } from './state/title.ts';
import { ActingParts } from './edit-questions.tsx';
import { DraftsArea } from './features/drops/drafts-area.tsx';
import { AttentionView } from './features/attention/attention-view.tsx';
import { DetailsPanel } from './features/details/details-panel.tsx';
import { DiagnosticsView } from './features/diagnostics/diagnostics-view.tsx';
import { FilesView } from './features/browse/files-view.tsx';
import { BesideList } from './features/browse/beside-list.tsx';
import { Trail } from './features/browse/heading/breadcrumbs.tsx';
import { EntranceBar } from './frame/entrance-bar.tsx';
import { ConnectionStrip } from './frame/connection-strip.tsx';
import { FaultFacts } from './frame/fault-facts.tsx';
import { LiveRegions } from './frame/live-regions.tsx';
import { Rail } from './frame/rail.tsx';
import { ShortcutsDialog } from './frame/shortcuts-dialog.tsx';
import { ToastArea } from './frame/toast-area.tsx';
import { TopBar } from './frame/top-bar.tsx';
import { PreviewPane, PreviewSheet } from './features/preview/preview-sheet.tsx';
import { SearchButton } from './features/search/search-button.tsx';
import { SearchDialog } from './features/search/search-dialog.tsx';
import { BrowseOnly } from './features/set-up/browse-only.tsx';
import { useEntrance } from './features/set-up/stores/entrance.ts';
import { Checklist } from './features/set-up/checklist.tsx';
import { SharingParts } from './features/sharing/sharing-parts.tsx';
import { StartView, useMustStart, useStartTitle } from './features/set-up/start-view.tsx';
import { StatusPill } from './features/status/status-pill.tsx';
import { ComparisonPanel } from './features/versions/comparison-panel.tsx';
import { HistoryPanel } from './features/versions/history-panel.tsx';
import { useComparison } from './features/versions/stores/comparison.ts';
import { useIsInSheet, useVersions } from './features/versions/stores/history.ts';
import layout from './components/layout/layout.module.css';

/** Loads when it is gone to. Diagnostics does not: it is for when nothing loads any more. */
const AccountView = lazy(async () => ({ default: (await import('./features/account/account-view.tsx')).AccountView }));
/** Likewise. */
const ActivityView = lazy(async () => ({
  default: (await import('./features/activity/activity-view.tsx')).ActivityView,
}));
/** Likewise. */
const SettingsView = lazy(async () => ({
  default: (await import('./features/settings/settings-view.tsx')).SettingsView,
}));
/** Likewise. */
const ConnectionsView = lazy(async () => ({
  default: (await import('./features/connections/connections-view.tsx')).ConnectionsView,
}));
/** Likewise. */
const OrganizationView = lazy(async () => ({
  default: (await import('./features/organization/organization-view.tsx')).OrganizationView,
}));
/** Likewise. */
const ChatView = lazy(async () => ({ default: (await import('./features/chat/chat-view.tsx')).ChatView }));

/** Likewise. */
const ZonesView = lazy(async () => ({ default: (await import('./features/zones/zones-view.tsx')).ZonesView }));

/** The window: the places at the left, a bar above, one screen. */
export function App() {
  const [isShowingKeys, showKeys] = useState(false);
  const onShowKeys = useCallback(() => showKeys(true), []);
  useKeyboard(onShowKeys);
  useFocusNearby();
  const route = useNavigation(state => state.route);
  const mustStart = useMustStart();
  const start = useStartTitle();
  // Beside an instrument there is nothing but how its zones are doing.
  const isKiosk = route.screen === 'zones' && route.place.name === 'kiosk';
  const isOutside = useEntrance() === 'outside' && !isKiosk;
  const title = <ScreenTitle title={{ ...TITLES, files: start, start }[route.screen]} />;
  return (
    <I18nProvider locale="en-GB">
      <ErrorBoundary>
        <FaultFacts>
          <div className={styles[isOutside ? 'entrance' : 'frame']}>
            {isKiosk || isOutside ? null : <Rail />}
            <ConnectionStrip />
            {isOutside ? <EntranceBar title={title} onShowKeys={onShowKeys} /> : null}
            {isKiosk || isOutside ? null : (
              <TopBar
                trail={route.screen === 'files' && !mustStart ? <Trail /> : title}
                search={<SearchButton />}
                status={<StatusPill />}
                onShowKeys={onShowKeys}
              />
            )}
            <main className={styles['main']} aria-label={words.regions.main}>
              <Covered>
                <DraftsArea isSetUp={!mustStart}>
                  <Screen route={route} onShowKeys={onShowKeys} />
                </DraftsArea>
                <Beside isFiles={route.screen === 'files' && !mustStart} />
              </Covered>
              <ComparisonPanel />
            </main>
            <SearchDialog onShowKeys={onShowKeys} />
            <ActingParts />
            <SharingParts />
            <PreviewSheet history={<HistoryPanel />} />
            <ToastArea />
            <LiveRegions />
            <ShortcutsDialog isOpen={isShowingKeys} onClose={() => showKeys(false)} />
          </div>
        </FaultFacts>
      </ErrorBoundary>
    </I18nProvider>
  );
}

/** What two versions that are compared stand over: nothing in it can have the focus until they are put away. */
function Covered({ children }: { readonly children: ReactNode }) {
  const isComparing = useComparison(state => state.asked !== null);
  return (
    <div className={styles['covered']} inert={isComparing}>
      {children}
    </div>
  );
}

/** One panel beside the screen: the versions of a file, unless they are beside its preview; else what the list has beside it. */
function Beside({ isFiles }: { readonly isFiles: boolean }) {
  const hasHistory = useVersions(state => state.id !== null);
  const history = useIsInSheet() ? null : <HistoryPanel />;
  if (!isFiles) return history;
  return (
    <BesideList>
      {hasHistory ? null : <PreviewPane />}
      {hasHistory ? null : <DetailsPanel />}
      {history}
    </BesideList>
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

function Screen(props: ScreenProps) {
  return (
    // Each screen has its own: while another one loads, the one before is gone and does not keep the focus.
    <Suspense key={props.route.screen} fallback={null}>
      <ScreenOf {...props} />
    </Suspense>
  );
}

interface ScreenProps {
  readonly route: Route;
  readonly onShowKeys: () => void;
}

function ScreenOf({ route, onShowKeys }: ScreenProps) {
  switch (route.screen) {
    case 'files':
      return <FilesOrStart />;
    case 'attention':
      return <AttentionView />;
    case 'chat':
      return <ChatView task={route.task} />;
    case 'settings':
      return <SettingsView onShowKeys={onShowKeys} />;
    case 'activity':
      return <ActivityView />;
    case 'diagnostics':
      return <DiagnosticsView />;
    case 'connections':
      return <ConnectionsView tab={route.tab} />;
    case 'organization':
      return <OrganizationView />;
    case 'zones':
      return <ZonesView place={route.place} />;
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
    <div className={layout['column']}>
      <Checklist />
      <BrowseOnly />
      <FilesView />
    </div>
  );
}

/** Tab in the title of a screen. */
function enterScreen(event: KeyboardEvent): void {
  const isTab = event.key === 'Tab' && !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey;
  if (isTab && focusScreen()) event.preventDefault();
}

/** Takes the focus when what had it went with the screen before, so that the new one is read and Tab begins in it. */
function ScreenTitle({ title }: { readonly title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Some screens have pages of their own under one title.
  const route = useNavigation(state => state.route);
  useEffect(() => {
    nameWindow(title);
    // One frame later: by then the screen has put the focus where it wants it.
    const frame = requestAnimationFrame(() => {
      const { activeElement, body } = document;
      if (activeElement === null || activeElement === body) heading.current?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [title, route]);
  useEffect(() => onFocusLostBySheet(front => (front === null ? heading.current?.focus() : undefined)), []);
  return (
    // Its keys are those of what has the focus when a screen comes: Tab goes on in that screen, not in the bar above it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <h1 className={layout['title']} ref={heading} tabIndex={-1} onKeyDown={enterScreen}>
      {title}
    </h1>
  );
}
