import type { FileRow } from '../../../shared/features/browse/file-row-model.ts';
import { extractionText, syncBadgeText } from '../../../shared/features/browse/badges-text.ts';
import { formatExact, formatExactBytes } from '../../../shared/text/format.ts';
import { kindWords, previewTexts as texts } from '../../../shared/features/preview/pane-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import type { PreviewState } from './stores/preview.ts';
import { classes } from '../../components/classes.ts';
import layout from '../../components/layout/layout.module.css';
import styles from './preview-card.module.css';
import { useRow } from './row-of.ts';

interface FactsProps {
  readonly state: PreviewState;
  /** Why nothing is drawn. */
  readonly why?: string;
  /** What may help. */
  readonly onAgain?: () => void;
}

/** What is known of a file that is not drawn: what it is, how large, since when, and how it stands with the service. */
export function FactsCard({ state, why, onAgain }: FactsProps) {
  const row = useRow(state.subject?.id ?? '');
  const facts = factsOf(state, row).filter(fact => fact.value !== null);
  return (
    // What scrolls has to be reached by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div
      className={classes(layout['scrolls'], styles['facts'])}
      role="region"
      aria-label={texts.facts.label}
      tabIndex={0}
    >
      {why === undefined ? null : (
        <Notice tone="rest">
          <span>{why}</span>
          {onAgain === undefined ? null : (
            <Button look="quiet" onPress={onAgain}>
              {texts.again}
            </Button>
          )}
        </Notice>
      )}
      <dl>
        {facts.map(({ word, value, isCode }) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd className={isCode === true ? layout['smallCode'] : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

interface Fact {
  readonly word: string;
  /** Null: not known, not shown. */
  readonly value: string | null;
  readonly isCode?: true;
}

function factsOf({ subject, look, details }: PreviewState, row: FileRow | null): readonly Fact[] {
  const { sizeBytes, modifiedAt, sha256 } = bytesOf(look, details);
  const words = texts.facts;
  // An older version says nothing of how the file stands now.
  const now = subject?.version === null ? row : null;
  return [
    { word: words.kind, value: kindWords(subject?.name ?? '') },
    { word: words.size, value: sizeBytes === null ? null : formatExactBytes(sizeBytes) },
    { word: words.modified, value: timeOf(modifiedAt) },
    { word: words.sync, value: now === null ? null : syncOf(now) },
    { word: words.text, value: now === null ? null : textOf(now) },
    { word: words.where, value: details?.path ?? null },
    { word: words.sha256, value: sha256, isCode: true },
  ];
}

/** Of what was opened; of what could not be, as it is recorded. */
function bytesOf(look: PreviewState['look'], details: PreviewState['details']) {
  if (look !== null && 'mark' in look) return look;
  return details ?? { sizeBytes: null, modifiedAt: null, sha256: null };
}

function syncOf({ badge, note, serviceName }: FileRow): string {
  const { label, meaning } = syncBadgeText(badge, { note, serviceName, percent: null });
  return `${label}. ${meaning}`;
}

function textOf({ extraction }: FileRow): string | null {
  const text = extractionText(extraction);
  return text === null ? null : `${text.label}. ${text.meaning}`;
}

function timeOf(at: string | null): string | null {
  return at === null || Number.isNaN(Date.parse(at)) ? null : formatExact(Date.parse(at));
}
