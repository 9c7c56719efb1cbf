import { useEffect, useState } from 'react';

import type { EngineStatus, SyncState } from '../../shared/features/status/model.ts';
import { announcedSentence } from '../../shared/features/status/text.ts';
import { words } from '../../shared/text/words.ts';
import { SECOND } from '../../shared/units.ts';
import { HiddenText } from '../components/feedback/hidden-text.tsx';
import { useConnection } from '../state/engine.ts';
import { useSaying } from '../state/announcements.ts';
import { useSyncStatus } from '../state/sync.ts';

/** Between two announcements, so that a screen reader is not talked to all the time. */
const APART_MS = 3 * SECOND;

/** States that stop everything: said at once. */
const URGENT: ReadonlySet<SyncState> = new Set(['guard', 'accessEnded']);

/** States that come and go with every look: worth a glance, never worth a word. */
const SILENT: ReadonlySet<SyncState> = new Set(['looking', 'transferring', 'waiting']);

/**
 * The window's two live regions: one polite, one for what stops everything. Nothing else announces anything. What came of
 * something a person did is said at once.
 */
export function LiveRegions() {
  const urgent = useSyncStatus(({ value }) =>
    value !== null && URGENT.has(value.state) ? announcedSentence(value) : '',
  );
  const calm = useSyncStatus(({ value }) => calmSentence(value));
  const connection = useConnection(({ connection: { name } }) => name);
  const polite = usePolite(connectionSentence(connection) ?? calm);
  const told = useTold();
  return (
    <HiddenText>
      {/* What is done in a sheet is announced, too: sheets hide the rest of the window from screen readers. */}
      <span role="status" data-live-announcer>
        {told ?? polite}
      </span>
      <span role="alert" data-live-announcer>
        {urgent}
      </span>
    </HiddenText>
  );
}

function connectionSentence(connection: string): string | null {
  if (connection === 'lost') return words.connection.lost;
  return connection === 'ended' ? words.connection.ended : null;
}

function calmSentence(status: EngineStatus | null): string | null {
  return status === null || URGENT.has(status.state) || SILENT.has(status.state) ? null : announcedSentence(status);
}

/** What came of something that a person did, for as long as it takes to say it; null otherwise. */
function useTold(): string | null {
  const { text, count } = useSaying();
  const [over, setOver] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setOver(count), 2 * APART_MS);
    return () => clearTimeout(timer);
  }, [count]);
  return count === over ? null : text;
}

/** The latest sentence, `APART_MS` after it came if it still holds; null keeps what was said. */
function usePolite(sentence: string | null): string {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (sentence === null || sentence === said) return;
    const timer = setTimeout(() => setSaid(sentence), APART_MS);
    return () => clearTimeout(timer);
  }, [sentence, said]);
  return said;
}
