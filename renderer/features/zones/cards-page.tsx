import { Inbox, Maximize2, Plus, ScrollText } from 'lucide-react';
import { useState } from 'react';

import type { ZoneCard } from '../../../shared/features/zones/model.ts';
import { zonesWords as words } from '../../../shared/features/zones/window-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { openZones } from '../../state/navigation.ts';
import { useZones } from './stores/cards.ts';
import { Alerts } from './alerts.tsx';
import { Card } from './card.tsx';
import { Page } from './page.tsx';
import { RemoveZone } from './remove-zone.tsx';
import styles from './zones.module.css';

/** All drop zones of this computer, a card each. */
export function CardsPage() {
  const { cards, fault } = useZones();
  const [removed, remove] = useState<ZoneCard | null>(null);
  return (
    <Page tools={<Tools isEmpty={cards?.length === 0} />}>
      {cards === null ? (
        <p className={styles['quiet']}>{fault === null ? words.reading : ''}</p>
      ) : cards.length === 0 ? (
        <Nothing />
      ) : (
        <>
          <Alerts />
          <ul className={styles['cards']} aria-label={words.list}>
            {cards.map(card => (
              <Card card={card} onRemove={() => remove(card)} key={card.id} />
            ))}
          </ul>
        </>
      )}
      {removed === null ? null : <RemoveZone card={removed} onClose={() => remove(null)} />}
    </Page>
  );
}

function Tools({ isEmpty }: { readonly isEmpty: boolean }) {
  return (
    <>
      <Button onPress={() => openZones({ name: 'audit' })}>
        <ScrollText size={15} strokeWidth={1.75} aria-hidden="true" />
        {words.audit}
      </Button>
      <Button onPress={() => openZones({ name: 'kiosk' })}>
        <Maximize2 size={15} strokeWidth={1.75} aria-hidden="true" />
        {words.kiosk}
      </Button>
      {isEmpty ? null : <AddButton />}
    </>
  );
}

function AddButton() {
  return (
    <Button look="main" onPress={() => openZones({ name: 'new' })}>
      <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
      {words.add}
    </Button>
  );
}

function Nothing() {
  return (
    <EmptyState icon={Inbox} title={words.empty}>
      {words.emptyAbout.map(text => (
        <p key={text}>{text}</p>
      ))}
      <AddButton />
    </EmptyState>
  );
}
