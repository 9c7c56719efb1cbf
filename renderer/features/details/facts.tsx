import { Copy } from 'lucide-react';

import type { ItemAbout, ItemDetails } from '../../../shared/features/details/model.ts';
import type { FileRow } from '../../../shared/features/browse/file-row-model.ts';
import { extractionText, syncBadgeText } from '../../../shared/features/browse/badges-text.ts';
import { detailsTexts, visibilityText } from '../../../shared/features/details/text.ts';
import { formatExact, formatExactBytes } from '../../../shared/text/format.ts';
import { inWindow } from '../../../shared/text/window-advice.ts';
import { keptTexts } from '../../../shared/features/library/text.ts';
import { Button } from '../../components/controls/button.tsx';
import { SyncGlyph } from '../../components/feedback/sync-glyph.tsx';
import { copyText } from '../../state/edit.ts';
import styles from './details-panel.module.css';
import layout from '../../components/layout/layout.module.css';

interface FactsProps {
  readonly row: FileRow;
  readonly details: ItemDetails;
  readonly about: ItemAbout | null;
}

const WORDS = detailsTexts.facts;

/** What is known; what is not known is not shown. */
export function Facts({ row, details, about }: FactsProps) {
  const { path, servicePath, serviceName, sizeBytes, modifiedAt, serviceId, version, sha256 } = details;
  const readers = about?.readers ?? null;
  const size = sizeBytes ?? row.sizeBytes;
  return (
    <dl className={layout['stack']}>
      <Fact
        word={WORDS.where}
        value={path ?? (row.badge === 'pinned' ? keptTexts.where : detailsTexts.notHere)}
        canCopy={path !== null}
      />
      <Fact word={WORDS.there} value={servicePath} canCopy />
      <Fact word={WORDS.serviceName} value={serviceName} canCopy />
      <Fact word={WORDS.size} value={size === null ? null : formatExactBytes(size)} />
      <Fact word={WORDS.modified} value={timeOf(modifiedAt ?? row.modifiedAt)} />
      <Fact word={WORDS.created} value={timeOf(about?.createdAt ?? null)} />
      <Fact word={WORDS.visibility} value={about === null ? null : visibilityText(about)} />
      <Fact word={WORDS.readers} value={readers === null || readers.length === 0 ? null : readers.join(', ')} />
      <Fact word={WORDS.sha256} value={sha256} canCopy isCode />
      <Ids ids={[[WORDS.serviceId, serviceId] as const, [WORDS.version, version] as const]} />
    </dl>
  );
}

/** A time to the minute; null: there is none. */
export function timeOf(at: string | null): string | null {
  return at === null || Number.isNaN(Date.parse(at)) ? null : formatExact(Date.parse(at));
}

/** What the badges of a row mean, in whole sentences. */
export function Badges({ row }: { readonly row: FileRow }) {
  const sync = syncBadgeText(row.badge, { note: row.note, serviceName: null, percent: null });
  const text = extractionText(row.extraction);
  return (
    <div className={layout['stack']}>
      <p className={styles['badge']}>
        <SyncGlyph badge={row.badge} percent={null} />
        <span>
          <strong>{sync.label}.</strong> {inWindow(sync.meaning)}
        </span>
      </p>
      {text === null ? null : (
        <p className={styles['badge']}>
          <span>
            <strong>{text.label}.</strong> {text.meaning}
          </span>
        </p>
      )}
    </div>
  );
}

/** What only programs and support read is copied, not shown. */
function Ids({ ids }: { readonly ids: readonly (readonly [word: string, id: string | null])[] }) {
  const known = ids.flatMap(([word, id]) => (id === null ? [] : [{ word, id }]));
  if (known.length === 0) return null;
  return (
    <div className={styles['fact']}>
      <dt>{WORDS.ids}</dt>
      <dd className={styles['ids']}>
        {known.map(({ word, id }) => (
          <Button key={word} label={detailsTexts.copy(word)} onPress={() => void copyText(id)}>
            <Copy size={14} strokeWidth={1.75} aria-hidden="true" />
            {word}
          </Button>
        ))}
      </dd>
    </div>
  );
}

interface FactProps {
  readonly word: string;
  /** Null: not known, not shown. */
  readonly value: string | null;
  readonly canCopy?: boolean;
  readonly isCode?: boolean;
}

/** One thing that is known, with its name. */
export function Fact({ word, value, canCopy = false, isCode = false }: FactProps) {
  if (value === null) return null;
  return (
    <div className={styles['fact']}>
      <dt>{word}</dt>
      <dd>
        <span className={isCode ? layout['smallCode'] : undefined}>{value}</span>
        {canCopy ? (
          <Button look="icon" label={detailsTexts.copy(word)} onPress={() => void copyText(value)}>
            <Copy size={14} strokeWidth={1.75} aria-hidden="true" />
          </Button>
        ) : null}
      </dd>
    </div>
  );
}
