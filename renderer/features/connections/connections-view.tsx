import { Unplug } from 'lucide-react';
import { useEffect } from 'react';

import { connectionsPlace } from '../../../shared/features/connections/place-text.ts';
import { connectionsWords as words } from '../../../shared/features/connections/window-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Screen } from '../../components/screen.tsx';
import { type TabSpec, Tabs } from '../../components/controls/tabs.tsx';
import { readConnections, useConnections } from './stores/list.ts';
import { catalogue, inventory } from './stores/offers.ts';
import { useConnectionsThere } from './stores/has-connections.ts';
import { type ConnectionsTab, goTo } from '../../state/navigation.ts';
import { useSession, whoOf } from '../../state/session.ts';
import { CatalogueTab } from './catalogue-tab.tsx';
import { InventoryTab } from './inventory-tab.tsx';
import { ListTab } from './list-tab.tsx';
import { RegistryTab } from './registry-tab.tsx';

/** What the agent may reach beyond the service, and what there is to connect to. */
export function ConnectionsView({ tab }: { readonly tab: ConnectionsTab }) {
  const session = useSession(({ value }) => value);
  const isThere = useConnectionsThere(state => state.isThere);
  const isSignedIn = session?.name === 'ready';
  const who = whoOf(session);
  useEffect(() => {
    if (!isSignedIn) return;
    void readConnections();
    void catalogue.read();
    void inventory.read();
  }, [isSignedIn, who]);
  if (session !== null && session.name !== 'checking' && !isSignedIn) {
    return (
      <EmptyState icon={Unplug} title={words.signedOut}>
        <Button look="main" onPress={() => goTo({ screen: 'start' })}>
          {words.signIn}
        </Button>
      </EmptyState>
    );
  }
  if (isThere === false) {
    return (
      <EmptyState icon={Unplug} title={words.absent}>
        <p>{words.absentAbout}</p>
      </EmptyState>
    );
  }
  return (
    <Screen label={connectionsPlace.title}>
      <Parts tab={tab} />
    </Screen>
  );
}

function Parts({ tab }: { readonly tab: ConnectionsTab }) {
  const mayLook = inventory.use(({ value }) => value?.mayLook ?? null);
  const count = useConnections(({ connections }) => connections?.length ?? 0);
  const tabs: readonly TabSpec<ConnectionsTab>[] = [
    { id: 'list', label: words.tabs.list, count, content: <ListTab /> },
    { id: 'catalogue', label: words.tabs.catalogue, content: <CatalogueTab /> },
    { id: 'registry', label: words.tabs.registry, content: <RegistryTab /> },
    ...(mayLook === true ? [{ id: 'inventory' as const, label: words.tabs.inventory, content: <InventoryTab /> }] : []),
  ];
  return (
    <Tabs<ConnectionsTab>
      label={words.tabs.label}
      chosen={tabs.some(({ id }) => id === tab) ? tab : 'list'}
      onChange={next => goTo({ screen: 'connections', tab: next })}
      tabs={tabs}
    />
  );
}
