import { type ReactNode, useEffect, useMemo } from 'react';

import { FaultFactsContext } from '../components/feedback/copy-details.tsx';
import { useConnection } from '../state/engine.ts';
import { originOf } from '../state/fault-origins.ts';
import { announce } from '../state/announcements.ts';
import { readAbout, useAbout } from '../state/settings.ts';

/** Gives every notice of a fault what can be copied of it. */
export function FaultFacts({ children }: { readonly children: ReactNode }) {
  const version = useAbout(state => state.about?.version ?? null);
  const isOpen = useConnection(({ connection }) => connection.name === 'open');
  // Asked beforehand: once something is wrong it may be too late.
  useEffect(() => {
    if (isOpen && version === null) void readAbout();
  }, [isOpen, version]);
  const facts = useMemo(() => ({ version, originOf, onSaid: announce }), [version]);
  return <FaultFactsContext value={facts}>{children}</FaultFactsContext>;
}
