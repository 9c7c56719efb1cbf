import type { SyncBadge } from '../../../shared/features/browse/file-row-model.ts';
import { extractionText, syncBadgeText } from '../../../shared/features/browse/badges-text.ts';

/** What a badge says, in a few words. */
export function badgeWord(badge: SyncBadge): string {
  return syncBadgeText(badge, { note: null, serviceName: null, percent: null }).label;
}

/** What is to be known of a file's text before the agent is asked about it; null when it can be searched. */
export function textWord(extraction: string | null): string | null {
  return extraction === 'done' ? null : (extractionText(extraction)?.label ?? null);
}
