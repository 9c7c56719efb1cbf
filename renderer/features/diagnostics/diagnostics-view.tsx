import { useEffect } from 'react';

import { diagnosticsWords as words } from '../../../shared/features/diagnostics/window-text.ts';
import { Screen } from '../../components/screen.tsx';
import { Tabs } from '../../components/controls/tabs.tsx';
import { type DiagnosticsTab, goTo, useNavigation } from '../../state/navigation.ts';
import { readAbout } from '../../state/settings.ts';
import { BundleTab } from './bundle-tab.tsx';
import { HealthTab } from './health-tab.tsx';
import { LogTab } from './log-tab.tsx';
import { ToolsTab } from './tools-tab.tsx';

/** How Benchtop is, its log, a bundle for support, and tools that only read. */
export function DiagnosticsView() {
  const tab = useNavigation(({ route }) => (route.screen === 'diagnostics' ? route.tab : 'health'));
  useEffect(() => void readAbout(), []);
  return (
    <Screen label={words.place}>
      <Tabs<DiagnosticsTab>
        label={words.tabs.label}
        chosen={tab}
        onChange={next => goTo({ screen: 'diagnostics', tab: next })}
        tabs={[
          { id: 'health', label: words.tabs.health, content: <HealthTab /> },
          { id: 'log', label: words.tabs.log, content: <LogTab /> },
          { id: 'bundle', label: words.tabs.bundle, content: <BundleTab /> },
          { id: 'tools', label: words.tabs.tools, content: <ToolsTab /> },
        ]}
      />
    </Screen>
  );
}
