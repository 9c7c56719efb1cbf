import { CloudCog, Monitor } from 'lucide-react';
import type { ReactNode } from 'react';

import type {
  ConflictDetail,
  ConflictThere,
  VersionFacts,
} from '../../../shared/features/attention/decisions-model.ts';
import { conflictWords as words, shortHash } from '../../../shared/features/attention/conflicts-text.ts';
import { formatBytes, formatExact, formatExactBytes } from '../../../shared/text/format.ts';
import { previewTexts } from '../../../shared/features/preview/pane-text.ts';
import { baseName } from '../../../shared/local-path.ts';
import { Button } from '../../components/controls/button.tsx';
import { openPreviewAt } from '../preview/stores/preview.ts';
import styles from './conflict-sheet.module.css';
import layout from '../../components/layout/layout.module.css';

type There = ConflictThere | 'asking' | 'silent';

/** What is known of a fact; null: not known. */
type Fact = readonly [label: string, value: ReactNode];

/** The version from this computer. */
export function MineCard({ detail }: { readonly detail: ConflictDetail }) {
  const { computer, mine } = detail;
  return (
    <section className={styles['card']} aria-label={words.mine}>
      <h3>
        <Monitor size={16} strokeWidth={1.75} aria-hidden="true" />
        {`${words.mine} (${computer})`}
        {mine === null ? null : <LookInside mirror={detail.mirror} path={mine.path} version={null} />}
      </h3>
      {mine === null ? (
        <p>{words.notThere}</p>
      ) : (
        <Facts
          facts={[
            [words.facts.changed, <Moment at={mine.changedAt} key="at" />],
            [words.facts.size, <Size bytes={mine.sizeBytes} key="size" />],
            [words.facts.bytes, <Hash sha256={mine.sha256} key="hash" />],
            [words.facts.version, mine.version === null ? words.notSent : words.sent],
            [words.facts.name, baseName(mine.path)],
          ]}
        />
      )}
    </section>
  );
}

/** The version that the service has under the name. */
export function TheirsCard({ detail, there }: { readonly detail: ConflictDetail; readonly there: There }) {
  const { theirs } = detail;
  const told = typeof there === 'string' ? null : there.theirs;
  return (
    <section className={styles['card']} aria-label={words.theirs}>
      <h3>
        <CloudCog size={16} strokeWidth={1.75} aria-hidden="true" />
        {words.theirs}
        {theirs === null ? null : <LookInside mirror={detail.mirror} path={theirs.path} version={theirs.version} />}
      </h3>
      {theirs === null ? (
        <p>{words.notThere}</p>
      ) : (
        <Facts
          facts={[
            [words.facts.changed, <Moment at={told?.at ?? theirs.changedAt} key="at" />],
            [words.facts.size, <Size bytes={told?.sizeBytes ?? theirs.sizeBytes} key="size" />],
            [words.facts.bytes, <Hash sha256={theirs.sha256} key="hash" />],
            [words.facts.version, numberOf(told) ?? <Told there={there} key="version" />],
            // Who cannot be asked is said once.
            ...(there === 'silent'
              ? []
              : ([[words.facts.who, told?.who ?? <Told there={there} key="who" />]] as const)),
            [words.facts.name, baseName(theirs.path)],
            ...(told?.summary ? ([[words.facts.note, told.summary]] as const) : []),
          ]}
        />
      )}
    </section>
  );
}

/** Shows what is in a version, over the sheet. */
function LookInside(at: { readonly mirror: string; readonly path: string; readonly version: string | null }) {
  return (
    <Button look="quiet" onPress={() => void openPreviewAt(at.mirror, at.path, at.version).catch(() => undefined)}>
      {previewTexts.open}
    </Button>
  );
}

/** What both were made from. */
export function BaseCard({ detail, there }: { readonly detail: ConflictDetail; readonly there: There }) {
  const { base } = detail;
  const told = typeof there === 'string' ? null : there.base;
  const parts = [
    ...(told === null ? [] : [numberOf(told) ?? '', ...(told.at === null ? [] : [formatExact(Date.parse(told.at))])]),
    ...(told?.who ? [told.who] : []),
    ...(base?.sha256 ? [`${words.facts.bytes.toLowerCase()} ${shortHash(base.sha256)}`] : []),
  ].filter(part => part !== '');
  const text = base === null || parts.length === 0 ? words.unknownBase : parts.join(' · ');
  return <p className={layout['faint']}>{`${words.base}: ${text}`}</p>;
}

function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={styles['facts']}>
      {facts.map(([label, value]) => (
        <Row label={label} key={label}>
          {value}
        </Row>
      ))}
    </dl>
  );
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Moment({ at }: { readonly at: string | null }) {
  const ms = at === null ? Number.NaN : Date.parse(at);
  // A time that is none is shown as the service sent it.
  if (Number.isNaN(ms)) return <span className={layout['faintInk']}>{at ?? words.unknown}</span>;
  return <time dateTime={at ?? ''}>{formatExact(ms)}</time>;
}

function Size({ bytes }: { readonly bytes: number | null }) {
  if (bytes === null) return <span className={layout['faintInk']}>{words.unknown}</span>;
  return <span title={formatExactBytes(bytes)}>{bytes < 1000 ? formatExactBytes(bytes) : formatBytes(bytes)}</span>;
}

function Hash({ sha256 }: { readonly sha256: string | null }) {
  if (sha256 === null) return <span className={layout['faintInk']}>{words.unread}</span>;
  return (
    <span className={styles['hash']} title={`SHA-256 ${sha256}`}>
      {shortHash(sha256)}
    </span>
  );
}

/** In place of what only the service knows. */
function Told({ there }: { readonly there: There }) {
  const text = there === 'asking' ? words.asking : there === 'silent' ? words.offline : words.unknown;
  return <span className={layout['faintInk']}>{text}</span>;
}

function numberOf(told: VersionFacts | null): string | null {
  return told === null || told.number === null ? null : words.number(told.number);
}
