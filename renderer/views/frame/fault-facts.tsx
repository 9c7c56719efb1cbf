import { type ReactNode, useEffect, useMemo } from 'react';

import { FaultFactsContext } from '../../components/copy-details.tsx';
import { useConnection } from '../../stores/engine.ts';
import { originOf } from '../../stores/fault-origins.ts';
import { announce } from '../../stores/saying.ts';
import { readAbout, useAbout } from '../../stores/settings.ts';

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
