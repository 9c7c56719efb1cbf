import { useEffect } from 'react';

import { ZONES_PLACE } from '../../../shared/features/zones/place-text.ts';
import { Screen } from '../../components/screen.tsx';
import { readZones, tidyZones } from './stores/cards.ts';
import type { ZonesPlace } from '../../state/zones-place.ts';
import { AuditPage } from './audit-page.tsx';
import { CardsPage } from './cards-page.tsx';
import { Kiosk } from './kiosk/kiosk.tsx';
import { RunPage } from './run-page.tsx';
import { RunsPage } from './runs-page.tsx';
import { SafePage } from './safe-page.tsx';
import { Wizard } from './wizard/wizard.tsx';

/** Folders of instruments that are sent, and the proof of it. */
export function ZonesView({ place }: { readonly place: ZonesPlace }) {
  useEffect(() => {
    void readZones();
    return tidyZones;
  }, []);
  return (
    <Screen label={ZONES_PLACE}>
      <Part place={place} />
    </Screen>
  );
}

function Part({ place }: { readonly place: ZonesPlace }) {
  switch (place.name) {
    case 'list':
      return <CardsPage />;
    case 'new':
      return <Wizard zone={null} />;
    case 'change':
      return <Wizard zone={place.zone} />;
    case 'zone':
      return <RunsPage zone={place.zone} />;
    case 'run':
      return <RunPage zone={place.zone} run={place.run} />;
    case 'safe':
      return <SafePage zone={place.zone} />;
    case 'audit':
      return <AuditPage />;
    case 'kiosk':
      return <Kiosk />;
  }
}
