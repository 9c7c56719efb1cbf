import {
  ArrowLeftRight,
  CaseSensitive,
  Check,
  ChevronUp,
  CircleDot,
  CircleMinus,
  Cloud,
  CloudDownload,
  Eye,
  Hourglass,
  type LucideIcon,
  OctagonAlert,
  Pin,
  ShieldCheck,
  Trash2,
} from 'lucide-react';

import type { SyncBadge } from '../../../shared/features/browse/file-row-model.ts';
import { ProgressRing } from './progress-ring.tsx';
import styles from './sync-glyph.module.css';

/** How much a badge asks for attention. */
type Tone = 'rest' | 'move' | 'wait' | 'alert' | 'good';

type Still = Exclude<SyncBadge, 'downloading' | 'uploading'>;

/** Every badge has a shape of its own: colour only says how urgent it is. */
const GLYPHS: { readonly [B in Still]: readonly [LucideIcon, Tone] } = {
  remote: [Cloud, 'rest'],
  queuedDown: [CloudDownload, 'move'],
  local: [Check, 'good'],
  pinned: [Pin, 'good'],
  settling: [Hourglass, 'wait'],
  queuedUp: [ChevronUp, 'move'],
  confirming: [CircleDot, 'move'],
  verified: [ShieldCheck, 'good'],
  conflict: [ArrowLeftRight, 'wait'],
  blocked: [OctagonAlert, 'alert'],
  viewOnly: [Eye, 'rest'],
  renamedHere: [CaseSensitive, 'rest'],
  ignored: [CircleMinus, 'rest'],
  removing: [Trash2, 'wait'],
};

/** The picture of a sync badge. The words stand beside it or in its place for screen readers. */
export function SyncGlyph({ badge, percent }: { readonly badge: SyncBadge; readonly percent: number | null }) {
  if (badge === 'downloading' || badge === 'uploading') {
    return (
      <span className={styles['move']}>
        <ProgressRing direction={badge === 'uploading' ? 'up' : 'down'} percent={percent ?? 0} />
      </span>
    );
  }
  const [Icon, tone] = GLYPHS[badge];
  return (
    <span className={styles[tone]}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
    </span>
  );
}
